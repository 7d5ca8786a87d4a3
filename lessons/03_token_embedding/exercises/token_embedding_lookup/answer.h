#pragma once

#include "course/exercise/exercise.h"

horloge::Array token_embedding_lookup(const horloge::Ids& ids,
                                      const horloge::Array& matrix);

// What the check calls.
struct Answer {
  horloge::Array (*lookup)(const horloge::Ids& ids,
                           const horloge::Array& matrix);
};
inline Answer your_answer() { return {token_embedding_lookup}; }
