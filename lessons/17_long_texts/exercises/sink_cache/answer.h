#pragma once

#include "course/exercise/exercise.h"

/// What a cache holds, oldest first.
struct Kept {
  horloge::Ids tokens;  ///< their positions in the text
  horloge::Ids
      offsets;  ///< how far each stands before the newest, in the cache
};

Kept kept_tokens(std::size_t T, std::size_t window, std::size_t sinks);
