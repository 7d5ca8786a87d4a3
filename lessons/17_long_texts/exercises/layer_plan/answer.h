#pragma once

#include "course/exercise/exercise.h"

horloge::Ids layer_windows(std::size_t num_layers, std::size_t global_every,
                           std::size_t window);
std::int64_t cached_keys(const horloge::Ids& windows, std::size_t T);

// What the check calls.
struct Answer {
  decltype(&layer_windows) windows;
  decltype(&cached_keys) keys;
};
inline Answer your_answer() { return {layer_windows, cached_keys}; }
