#pragma once

#include <cstddef>

#include "horloge/core/array.h"

// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

/// The position code of a picture as He et al. (2022) have it: sinusoids of the
/// column in the first half, of the row in the second, each as all sines and
/// then all cosines; with a class token, a first row of zeros for it.
///   -> (rows columns [+ 1], D), D a multiple of 4
horloge::Array picture_code(std::size_t rows, std::size_t columns,
                            std::size_t d_model, bool class_token);

/// A learned table for pictures of `rows` by `columns` patches, stretched
/// bilinearly for pictures of another size; patches are squares, and the number
/// of a patch is that of its centre.   table (rows columns, D) -> (T, D)
horloge::Array resize_table(const horloge::Array& table, std::size_t rows,
                            std::size_t columns, std::size_t new_rows,
                            std::size_t new_columns);

/// Pair (2j, 2j + 1) of a vector at place (r, c) turned by
/// r speeds(j, 0) + c speeds(j, 1).
///   x (T, K), places (T, 2), speeds (K/2, 2) -> (T, K)
horloge::Array turn_mixed(const horloge::Array& x, const horloge::Array& places,
                          const horloge::Array& speeds);

/// dx (T, K), dspeeds (K/2, 2)
struct MixedGradients {
  horloge::Array x, speeds;
};

/// The way back through turn_mixed, for dy (T, K).
MixedGradients turn_mixed_backward(const horloge::Array& x,
                                   const horloge::Array& places,
                                   const horloge::Array& speeds,
                                   const horloge::Array& dy);
