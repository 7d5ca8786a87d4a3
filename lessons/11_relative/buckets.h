#pragma once

#include <cstddef>

/// The bucket of a distance, of N for one direction.
std::size_t bucket(std::size_t distance, std::size_t N,
                   std::size_t max_distance);
