#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "horloge/core/array.h"
#include "numpy_style.h"

// A training by hand, shared by ranks.

constexpr std::size_t num_steps = 60, rows_in_batch = 10, num_examples = 200;
constexpr double learning_rate = 0.5, largest_norm = 0.3;

/// A batch: ten rows after those of the step before.
Examples batch_at(const Examples& all, std::size_t step);

/// The weights at the end, rank by rank.
std::vector<horloge::Array> train_by_hand(std::size_t ranks,
                                          std::uint64_t seed);
