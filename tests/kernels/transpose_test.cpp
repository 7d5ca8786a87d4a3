#include "horloge/kernels/transpose.h"

#include <gtest/gtest.h>

#include <vector>

namespace horloge {
namespace {

// Every number is its own offset, and what lies between the rows must not change.
void expect_transposed(std::size_t rows, std::size_t columns) {
  const std::size_t from_row = columns + 3, to_row = rows + 2;
  std::vector<real> from(rows * from_row), to(columns * to_row, -1);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<real>(i);
  copy_transposed(from.data(), from_row, rows, columns, to.data(), to_row);
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < to_row; ++i)
      ASSERT_EQ(to[j * to_row + i], i < rows ? from[i * from_row + j] : -1)
          << rows << " x " << columns << " at " << i << ", " << j;
}

TEST(CopyTransposed, TurnsRowsIntoColumnsOfEverySize) {
  for (std::size_t rows = 1; rows <= 2 * lanes + 7; ++rows)
    for (std::size_t columns = 1; columns <= 2 * lanes + 7; ++columns)
      expect_transposed(rows, columns);
}

}  // namespace
}  // namespace horloge
