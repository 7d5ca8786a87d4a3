// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include "course/stage/lesson.h"

using horloge::dims;
using horloge::IndexError;
using horloge::zeros;

// Step: look_up_and_add
Array add_learned_positions(const Array& x, const Array& table) {
  const auto [B, T, D] = dims<3>(x.shape(), "[add_learned_positions] x");
  if (T > table.shape(0))
    throw IndexError(fmt::format(
        "[add_learned_positions] {} words, but the table ends after {} rows", T,
        table.shape(0)));
  const Array rows = xt::view(table, xt::range(0, T), xt::all());  // (T, D)
  return x + rows;  // the same rows for each of the B sentences
}

// Fold: prints x, rows and sums of two sentences
void look_up_and_add(Page& page) {
  const Array table = Rng(1).normal({6, 4}, 0, 0.02);  // (max_seq_len, D)
  const Array x = Rng(2).normal({2, 3, 4});            // (B, T, D)
  const Array y = add_learned_positions(x, table);
  page.print("                   x                row t             sum\n");
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 3; ++t)
      page.print(
          "sentence {} word {}  {:6.3f} {:6.3f} … + {:6.3f} {:6.3f} … = "
          "{:6.3f} {:6.3f} …\n",
          b, t, x(b, t, 0), x(b, t, 1), table(t, 0), table(t, 1), y(b, t, 0),
          y(b, t, 1));
}

// Step: gradient_by_hand
Array learned_positions_backward(const Array& dy, std::size_t max_seq_len) {
  const auto [B, T, D] = dims<3>(dy.shape(), "[learned_positions_backward] dy");
  const Array sum = xt::sum(dy, {0});  // (T, D): over the sentences
  Array dtable = zeros({max_seq_len, D});
  xt::view(dtable, xt::range(0, T), xt::all()) = sum;
  return dtable;
}

// Fold: prints the gradients of two sentences and of the table
void gradient_by_hand(Page& page) {
  Array dy = Array::from_shape({2, 3, 4});
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t t = 0; t < 3; ++t)
      for (std::size_t j = 0; j < 4; ++j)
        dy(b, t, j) = float((b == 0 ? 1 : 100) * (t + 1));
  const Array dtable = learned_positions_backward(dy, 6);
  page.print("           sentence 0   sentence 1   gradient of the row\n");
  for (std::size_t t = 0; t < 6; ++t) {
    if (t < 3)
      page.print("position {}  {:10.0f}   {:10.0f}", t, dy(0, t, 0),
                 dy(1, t, 0));
    else
      page.print("position {}  {:>10}   {:>10}", t, "", "");
    page.print("   {:19.0f}\n", dtable(t, 0));
  }
}
