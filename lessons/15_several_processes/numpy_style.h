#pragma once

#include <cstddef>
#include <cstdint>

#include "common/largest_difference.h"
#include "horloge/core/array.h"
#include "horloge/core/batch_shard.h"
#include "horloge/core/rng.h"

// The toy of this lesson: rows of features, which a matrix is to sort into
// classes.

/// Some rows and the class of each.   x (B, D), classes (B)
struct Examples {
  horloge::Array x;
  horloge::Ids classes;
};

constexpr std::size_t num_features = 16, num_classes = 4;

/// Rows whose classes a hidden matrix has decided.
Examples new_examples(std::size_t rows, std::uint64_t seed);

Examples take(const Examples& all, const horloge::Rows& rows);

/// The mean cross-entropy of x W.   weight (D, C)
double loss_of(const Examples& rows, const horloge::Array& weight);

/// Its gradient; zeros if there are no rows.   weight (D, C) -> (D, C)
horloge::Array gradient(const Examples& rows, const horloge::Array& weight);

double norm_of(const horloge::Array& x);
