// A learned table for pictures of another size.
//
// A table has a vector for each patch of a picture of `rows` by `columns`
// patches, row after row. Now there are pictures of new_rows by new_columns,
// and the table must be stretched over them (or shrunk).
//
// Think of both pictures as equally large sheets. A patch is a rectangle, and
// its vector is what holds at its CENTRE. So the centre of new row i lies, in
// old rows, at
//
//   y = (i + 1/2) rows / new_rows - 1/2
//
// Between the centres of two old patches, the nearer one counts more: at y
// = 2.3 it is 0.7 of row 2 and 0.3 of row 3. Before the first centre and after
// the last one there is nothing to mix: there the table is as at the edge. The
// same holds for columns; so four old vectors make a new one (bilinear, as
// PyTorch's interpolate with align_corners=False).
//
// Dosovitskiy et al. 2020, section 3.2.

#include "exercises/resize_table/answer.h"

using namespace horloge;

/// table (rows * columns, D) -> (new_rows * new_columns, D)
/// Throws a ShapeError if the table has not a row for each patch, or none.
///
/// What may help: std::clamp(y, 0.0, double(rows - 1)); std::size_t(y) cuts a
/// positive number off; table.shape(0) is the number of its rows.
Array resize_table(const Array& table, std::size_t rows, std::size_t columns,
                   std::size_t new_rows, std::size_t new_columns) {
  // solution
  if (rows == 0 || columns == 0 || table.shape(0) != rows * columns)
    throw ShapeError("[resize_table] a table needs a row for each patch");
  const auto place = [](std::size_t i, std::size_t old, std::size_t now) {
    const double y = (double(i) + 0.5) * double(old) / double(now) - 0.5;
    return std::clamp(y, 0.0, double(old - 1));
  };
  Array resized = zeros({new_rows * new_columns, table.shape(1)});
  for (std::size_t r = 0; r < new_rows; ++r)
    for (std::size_t c = 0; c < new_columns; ++c) {
      const double y = place(r, rows, new_rows);
      const double x = place(c, columns, new_columns);
      const auto up = std::size_t(y), left = std::size_t(x);
      const std::size_t down = std::min(up + 1, rows - 1);
      const std::size_t right = std::min(left + 1, columns - 1);
      const double v = y - double(up), u = x - double(left);
      for (std::size_t d = 0; d < table.shape(1); ++d)
        resized(r * new_columns + c, d) =
            (1 - v) * (1 - u) * table(up * columns + left, d) +
            (1 - v) * u * table(up * columns + right, d) +
            v * (1 - u) * table(down * columns + left, d) +
            v * u * table(down * columns + right, d);
    }
  return resized;
  // end
}
