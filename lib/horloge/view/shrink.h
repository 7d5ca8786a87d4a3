#pragma once

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// A matrix whose neighbouring rows and columns were averaged.
struct Shrunk {
  Array values;
  std::size_t row_step = 1;     ///< rows that one row stands for; the last may stand for fewer
  std::size_t column_step = 1;  ///< and columns
};

/// Averages a (rows, columns) matrix down to at most so many rows and columns. NaN and infinite
/// numbers take no part; the mean of none is NaN.
Shrunk shrink(const Array& values, std::size_t most_rows, std::size_t most_columns);

}  // namespace horloge
