#include "horloge/figures/shrink.h"

#include <algorithm>
#include <limits>

#include "horloge/core/shape.h"
#include "horloge/figures/axis.h"

namespace horloge {
namespace {

std::size_t divide_up(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

real mean_of_block(const Array& values, std::size_t row, std::size_t column, std::size_t rows,
                   std::size_t columns) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t r = row; r < std::min(row + rows, values.shape(0)); ++r)
    for (std::size_t c = column; c < std::min(column + columns, values.shape(1)); ++c)
      if (is_drawable(values(r, c))) {
        sum += values(r, c);
        ++count;
      }
  if (count == 0) return std::numeric_limits<real>::quiet_NaN();
  return static_cast<real>(sum / static_cast<double>(count));
}

}  // namespace

Shrunk shrink(const Array& values, std::size_t most_rows, std::size_t most_columns) {
  const auto [R, C] = dims<2>(values.shape(), "[shrink] values (rows, columns)");
  Shrunk result;
  result.row_step = std::max<std::size_t>(1, divide_up(R, most_rows));
  result.column_step = std::max<std::size_t>(1, divide_up(C, most_columns));
  const std::size_t rows = divide_up(R, result.row_step);
  const std::size_t columns = divide_up(C, result.column_step);
  result.values = Array::from_shape({rows, columns});
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      result.values(r, c) = mean_of_block(values, r * result.row_step, c * result.column_step,
                                          result.row_step, result.column_step);
  return result;
}

}  // namespace horloge
