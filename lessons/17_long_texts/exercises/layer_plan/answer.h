#pragma once

#include "course/exercise/exercise.h"

horloge::Ids layer_windows(std::size_t num_layers, std::size_t global_every,
                           std::size_t window);
std::int64_t cached_keys(const horloge::Ids& windows, std::size_t T);
