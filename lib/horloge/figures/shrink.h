#pragma once

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// A matrix after averaging blocks of rows and columns.
struct Shrunk {
  Array values;
  std::size_t row_step = 1;     ///< rows averaged into one; the last block may be smaller
  std::size_t column_step = 1;  ///< columns averaged into one
};

/// Averages a (rows, columns) matrix down to at most `most_rows` rows and `most_columns` columns.
/// NaN and infinity are skipped; a block with nothing else becomes NaN. ShapeError unless `values`
/// has two axes.
Shrunk shrink(const Array& values, std::size_t most_rows, std::size_t most_columns);

}  // namespace horloge
