// What random rows look like: all of one length, all at right angles.

#include "course/stage/lesson.h"
#include "numpy_style.h"
#include "tools.h"

using namespace horloge;

// Step: lengths
Array norms(const Array& matrix) {
  const Array squares = xt::sum(matrix * matrix, {1});
  return xt::sqrt(squares);  // (V)
}

void lengths(Page& page) {
  const Array matrix = example().matrix;
  const Array length = norms(matrix);
  // Fold: prints what the numbers and the lengths are like
  page.print("all numbers   {}\n", to_text(statistics(matrix)));
  page.print("all lengths   {}\n", to_text(statistics(length)));
  page.print("row 348       {:.4f}\n", length(348));
  page.print("rule          {:.4f}\n\n", 0.01 * std::sqrt(128));

  Lines picture = histogram(length, 0.085, 0.145, 24);
  picture.title = "the lengths of 1000 random rows";
  picture.x_label = "length";
  picture.y_label = "rows";
  page.show(picture);
  // End fold
}

// Step: directions
void directions(Page& page) {
  const Array matrix = example().matrix;
  const Array length = norms(matrix);
  const Array unit = matrix / xt::view(length, xt::all(), xt::newaxis());
  const Array cosines = xt::linalg::dot(unit, xt::transpose(unit));  // (V, V)

  // Fold: prints two of them, their mean and the largest
  double sum = 0;
  double largest = 0;
  for (std::size_t i = 0; i < 1000; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      sum += std::abs(cosines(i, j));
      largest = std::max<double>(largest, std::abs(cosines(i, j)));
    }
  page.print("rows 348 and 434  {:6.3f}\n", cosines(348, 434));
  page.print("rows 348 and 876  {:6.3f}\n", cosines(348, 876));
  page.print("mean of |cosine| over {} pairs  {:.4f}\n", 1000 * 999 / 2,
             sum / (1000 * 999 / 2));
  page.print("largest                            {:.4f}\n", largest);
  page.came_out(sum / (1000 * 999 / 2));
  // End fold
}
