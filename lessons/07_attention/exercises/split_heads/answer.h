#pragma once

#include "course/exercise/exercise.h"

horloge::Array split_heads(const horloge::Array& x, std::size_t num_heads);
horloge::Array merge_heads(const horloge::Array& x);

// What the check calls.
struct Answer {
  horloge::Array (*split)(const horloge::Array& x, std::size_t num_heads);
  horloge::Array (*merge)(const horloge::Array& x);
};
inline Answer your_answer() { return {split_heads, merge_heads}; }
