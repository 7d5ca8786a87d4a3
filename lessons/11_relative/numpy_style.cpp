// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include "course/stage/lesson.h"
#include "exercises/clipped_rows/answer.h"

using horloge::HeatMap;
using horloge::zeros;

// Step: a_number_a_distance
// What the last of T tokens gives to the third token before it, if the score of
// that one is `high` and all others are 0.
double given(std::size_t T, double high) {
  Array scores = zeros({T});
  scores(T - 4) = real(high);
  const Array powers = xt::exp(scores);
  return powers(T - 4) / xt::sum(powers)();
}

// Fold: prints it for some lengths and numbers
void a_number_a_distance(Page& page) {
  page.print("% of the weight    a number of 2       4       8      16\n");
  for (const std::size_t T : {16, 64, 1000, 100000}) {
    page.print("{:>7} tokens    ", T);
    for (const double high : {2, 4, 8, 16})
      page.print("{:>{}.1f}", 100 * given(T, high), high < 4 ? 15 : 8);
    page.print("\n");
  }
  page.came_out(100 * given(1000, 8));
}

// Step: a_vector_a_distance
std::size_t clipped_row(std::size_t i, std::size_t j, std::size_t k) {
  const auto most = std::ptrdiff_t(k);
  const auto distance = std::ptrdiff_t(j) - std::ptrdiff_t(i);
  return std::size_t(std::clamp(distance, -most, most) + most);
}

Array distance_scores(const Array& q, const Array& table) {
  const std::size_t T = q.shape(0), k = table.shape(0) / 2;
  const Array each = xt::linalg::dot(q, xt::transpose(table));  // (T, 2k + 1)
  Array scores = Array::from_shape({T, T});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < T; ++j)
      scores(i, j) = each(i, clipped_row(i, j, k));
  return scores;
}

// Fold: draws what ten queries make of the distances in a text
HeatMap score_map(const std::string& title, const Array& scores) {
  HeatMap map;
  map.title = title;
  map.x_label = "key at";
  map.y_label = "query at";
  map.values = scores;
  return map;
}

void a_vector_a_distance(Page& page) {
  constexpr std::size_t T = 10, K = 16;
  Rng rng(page.seed() + 1);
  const Array table = rng.normal({2 * T - 1, K});
  const Array q = rng.normal({T, K});
  const Array same = xt::broadcast(xt::view(q, 0), {T, K});
  page.show(score_map("ten queries", distance_scores(q, table)));
  page.show(score_map("one query, ten times", distance_scores(same, table)));
}

// Step: clipped
// Fold: prints the rows that are looked up, and how often each one is
void clipped(Page& page) {
  constexpr std::size_t T = 10, k = 3;
  const auto rows = clipped_rows(T, T, k);
  page.print("{:<13}", "key at");
  for (std::size_t j = 0; j < T; ++j) page.print("{:4}", j);
  page.print("\n");
  for (std::size_t i = 0; i < T; ++i) {
    page.print("query at {:2}  ", i);
    for (std::size_t j = 0; j < T; ++j) page.print("{:4}", rows(i, j));
    page.print("\n");
  }
  page.print("\nhow often a row is looked up in a text of\n{:<12}", "row");
  for (std::size_t row = 0; row <= 2 * k; ++row) page.print("{:7}", row);
  for (const std::size_t length : {4, 16, 512}) {
    Array times = zeros({2 * k + 1});
    for (const auto row : clipped_rows(length, length, k)) ++times(row);
    page.print("\n  {:<10}", fmt::format("{} tokens", length));
    for (const real t : times) page.print("{:7}", std::size_t(t));
  }
  page.print("\n");
}

// Step: values_too
// As the paper's formula has it: sum over j of weights_ij (v_j + table[row]).
Array word_by_word(const Array& weights, const Array& v, const Array& table) {
  const std::size_t T = v.shape(0), k = table.shape(0) / 2;
  Array y = zeros(v.shape());
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < T; ++j) {
      const Array brings =
          xt::view(v, j) + xt::view(table, clipped_row(i, j, k));
      xt::view(y, i) += weights(i, j) * brings;
    }
  return y;
}

// The same: first the weight that each row of the table gets.
Array row_by_row(const Array& weights, const Array& v, const Array& table) {
  const std::size_t T = v.shape(0), k = table.shape(0) / 2;
  Array of_rows = zeros({T, table.shape(0)});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < T; ++j)
      of_rows(i, clipped_row(i, j, k)) += weights(i, j);
  return xt::linalg::dot(weights, v) + xt::linalg::dot(of_rows, table);
}

// Fold: compares the two, for random weights
void values_too(Page& page) {
  constexpr std::size_t T = 40, K = 16, k = 4;
  Rng rng(page.seed() + 1);
  const Array scores = xt::exp(rng.normal({T, T}));
  const Array sums = xt::sum(scores, {1}, xt::keep_dims);
  const Array weights = scores / sums;
  const Array v = rng.normal({T, K}), table = rng.normal({2 * k + 1, K});
  page.print("vectors added up, token by token: {:6}   row by row: {}\n",
             2 * T * T, T * (T + table.shape(0)));
  page.print("the outputs differ by up to {:.1e}\n",
             largest_difference(word_by_word(weights, v, table),
                                row_by_row(weights, v, table)));
}

// Step: one_number
// Fold: prints what each way keeps and computes for a head
void one_number(Page& page) {
  constexpr std::size_t T = 512, K = 64, k = 16;
  const std::size_t rows = 2 * k + 1;
  const auto print = [&](const char* name, std::size_t learned,
                         std::size_t products, std::size_t numbers) {
    page.print("{:<30}{:8}{:10}{:10}\n", name, learned, products, numbers);
  };
  page.print("{:<30}{:>8}{:>10}{:>10}\n", "one head, 512 tokens", "learned",
             "products", "in memory");
  print("vectors, pair by pair", rows * K, T * T * K, T * T * K);
  print("queries times the table", rows * K, T * rows * K, T * rows + T * T);
  print("a number for each distance", rows, 0, T * T);
  print("the tokens' own scores", 0, T * T * K, T * T);
}
