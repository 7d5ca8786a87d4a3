// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include <fmt/format.h>

#include "course/stage/lesson.h"
#include "horloge/core/random_state.h"
#include "tools.h"

using namespace horloge;

// Step: the_matrix
Example example() {
  RandomState random(42);  // numpy.random.seed(42)
  const Array matrix = 0.01F * random.randn({1000, 128});  // (V, D)
  const Ids ids = random.randint(0, 1000, {4, 10});        // (B, T)
  return {matrix, ids};
}

// Fold: prints their shapes, and the ids
void the_matrix(Page& page) {
  const Example e = example();
  page.print("matrix (vocab_size, d_model)  {}\n", to_string(e.matrix.shape()));
  page.print("numbers to learn              {}\n", e.matrix.size());
  page.print("ids (batch, seq_len)          {}\n", to_string(e.ids.shape()));
  for (std::size_t b = 0; b < 4; ++b) {
    page.print("  ");
    for (std::size_t t = 0; t < 10; ++t) page.print(" {:3}", e.ids(b, t));
    page.print("\n");
  }
}

// Step: look_up
void check_ids(const Ids& ids, std::size_t vocab_size) {
  const auto V = static_cast<std::int64_t>(vocab_size);
  for (const std::int64_t id : ids)
    if (id < 0 || id >= V)
      throw IndexError(
          fmt::format("id {} has no row: ids run from 0 to {}", id, V - 1));
}

Array token_embedding_lookup(const Ids& ids, const Array& matrix) {
  check_ids(ids, matrix.shape(0));
  const std::vector<std::int64_t> rows(ids.begin(), ids.end());
  Array y = xt::view(matrix, xt::keep(rows), xt::all());  // (N, D)
  Shape shape = ids.shape();
  shape.push_back(matrix.shape(1));
  return y.reshape(shape);  // (..., D)
}

// Fold: looks up the ids of the example, and prints the first row
void look_up(Page& page) {
  const Example e = example();
  const Array y = token_embedding_lookup(e.ids, e.matrix);
  page.print("ids {} -> rows {}\n", to_string(e.ids.shape()),
             to_string(y.shape()));

  const Array first = xt::view(y, 0, 0);
  page.print("id {}:", e.ids(0, 0));
  for (std::size_t j = 0; j < 5; ++j) page.print(" {:.8f}", first(j));
  page.print(" …\n");
  const double norm = std::sqrt(xt::sum<double>(first * first)());
  page.print("its length {:.4f}\n", norm);
}

// Step: one_hot_product
Array one_hot(const Ids& ids, std::size_t vocab_size) {
  Array x = zeros({ids.size(), vocab_size});
  for (std::size_t n = 0; n < ids.size(); ++n) x(n, ids.data()[n]) = 1;
  return x;  // (N, V)
}

void one_hot_product(Page& page) {
  const Example e = example();
  const Array x = one_hot(e.ids, 1000);                // (40, 1000)
  const Array product = xt::linalg::dot(x, e.matrix);  // (40, 128)
  Array rows = token_embedding_lookup(e.ids, e.matrix);
  rows.reshape({40, 128});
  page.print("largest difference {:.1e}\n\n",
             xt::amax(xt::abs(product - rows))());

  // Fold: prints how much work each way is
  page.print("                        here          GPT-2\n");
  page.print("N ids                 {:6}  {:13}\n", 40, 1024);
  page.print("V vocab_size          {:6}  {:13}\n", 1000, 50257);
  page.print("D d_model             {:6}  {:13}\n", 128, 768);
  page.print("one-hot: numbers N V  {:6}  {:13}\n", 40 * 1000, 1024 * 50257);
  page.print("multiply-adds N V D   {:6}  {:13}\n", 40 * 1000 * 128,
             1024L * 50257 * 768);
  page.print("lookup: copies N D    {:6}  {:13}\n", 40 * 128, 1024 * 768);
  // End fold
}

// Step: gradient_by_hand
Array token_embedding_backward(const Ids& ids, const Array& dy,
                               std::size_t vocab_size) {
  check_ids(ids, vocab_size);
  const std::size_t D = dy.shape().back();
  // Fold: refuses a dy that has not a row for each id
  check_embedding_shape(ids, dy, D);
  // End fold
  Array rows = dy;
  rows.reshape({ids.size(), D});      // (N, D)
  Array dE = zeros({vocab_size, D});  // (V, D)
  for (std::size_t n = 0; n < ids.size(); ++n)
    xt::view(dE, ids.data()[n]) += xt::view(rows, n);
  return dE;
}

void gradient_by_hand(Page& page) {
  const Ids ids = {{2, 0, 2}, {4, 2, 0}};  // (B, T) = (2, 3)
  const Array dy = {{{1, 10, 100}, {2, 20, 200}, {3, 30, 300}},
                    {{4, 40, 400}, {5, 50, 500}, {6, 60, 600}}};
  const Array dE = token_embedding_backward(ids, dy, 5);
  print_rows(page, dE);

  // Fold: compares it with the product
  Array rows = dy;
  rows.reshape({6, 3});
  const Array product = xt::linalg::dot(xt::transpose(one_hot(ids, 5)), rows);
  page.print("largest difference from the product {:.1e}\n",
             xt::amax(xt::abs(product - dE))());
  // End fold
}

// Step: last_one_wins
void last_one_wins(Page& page) {
  const std::vector<int> ids = {2, 0, 2, 4, 2, 0};
  const Array dy = {{1, 10, 100}, {2, 20, 200}, {3, 30, 300},
                    {4, 40, 400}, {5, 50, 500}, {6, 60, 600}};
  Array dE = zeros({5, 3});
  const Array picked = xt::view(dE, xt::keep(ids), xt::all());
  const Array added = picked + dy;
  xt::view(dE, xt::keep(ids), xt::all()) = added;  // dE[ids] += dy
  print_rows(page, dE);
}

// Step: the_checks
Ids whole_numbers(const Array& numbers) {
  for (const real x : numbers)
    if (std::fmod(x, 1) != 0)
      throw ValueError(fmt::format("{} is no id: ids are whole numbers", x));
  return Ids(numbers);
}

void check_embedding_shape(const Ids& ids, const Array& y,
                           std::size_t d_model) {
  Shape want = ids.shape();
  want.push_back(d_model);
  if (y.shape() != want)
    throw ShapeError(fmt::format("a row of {} for each id is {}, not {}",
                                 d_model, to_string(want),
                                 to_string(y.shape())));
}

// Fold: puts the example through all three
void the_checks(Page& page) {
  const Example e = example();
  check_ids(e.ids, 1000);
  page.print("ids {}: each has a row\n", to_string(e.ids.shape()));

  const Ids ids = whole_numbers({7.0, 3.0});
  page.print("7.0 and 3.0 are ids: {} and {}\n", ids(0), ids(1));

  const Array y = token_embedding_lookup(e.ids, e.matrix);
  check_embedding_shape(e.ids, y, 128);
  page.print("rows {}: one for each id\n", to_string(y.shape()));
}
