// The paper's formula and its authors' program.

#include "course/stage/lesson.h"
#include "numpy_style.h"

// Step: two_forms
// The authors' program: slope j, one row for all queries.   -> (H, 1, T)
Array bias_by_key(const Array& slopes, std::size_t T) {
  const Array key = xt::arange<real>(real(T));
  return xt::view(slopes, xt::all(), xt::newaxis(), xt::newaxis()) * key;
}

void two_forms(Page& page) {
  constexpr std::size_t H = 8, T = 6;
  const Array slopes = power_slopes(H);
  const Array paper = alibi_bias(slopes, T);
  const Array program = paper * 0 + bias_by_key(slopes, T);  // (H, T, T)
  const Array fit = Rng(page.seed() + 1).normal({H, T, T});
  // Fold: prints penalties and weights of query 3, and how all weights differ
  const auto print = [&](const std::string& name, const Array& rows) {
    page.print("  {:<18}", name);
    for (std::size_t j = 0; j < T; ++j)
      page.print("{:7.2f}", rows(0, 3, j) + 0);  // no -0
    page.print("\n");
  };
  page.print(
      "query at 3, slope 1/2; keys at   0      1      2      3      4"
      "      5\n");
  page.print("added to its scores\n");
  print("the paper", paper);
  print("the program", program);
  print("the difference", program - paper);
  for (const Sees sees : {Sees::past, Sees::all}) {
    page.print("its weights, {}\n",
               sees == Sees::past ? "causal" : "without a mask");
    print("the paper", row_weights(paper, sees));
    print("the program", row_weights(program, sees));
  }
  page.print("\n8 heads, random scores: the weights differ by up to\n");
  for (const Sees sees : {Sees::past, Sees::all})
    page.print("  {:<18}{:7.1e}\n",
               sees == Sees::past ? "causal" : "without a mask",
               largest_difference(row_weights(fit + paper, sees),
                                  row_weights(fit + program, sees)));
  // End fold
}

// Step: far_from_zero
// The weights of the last 12 tokens of a text, from scores and biases that are
// rounded to float.
Array rounded_weights(const Array& fit, double first, bool by_key) {
  Array scores = fit;
  for (std::size_t i = 0; i < 12; ++i)
    for (std::size_t j = 0; j < 12; ++j)
      scores(0, i, j) += by_key ? real(0.5 * (first + double(j)))
                                : real(-0.5 * std::abs(double(i) - double(j)));
  return row_weights(scores, Sees::past);
}

void far_from_zero(Page& page) {
  const Array fit = Rng(page.seed() + 1).normal({1, 12, 12});
  const Array exact = rounded_weights(fit, 0, false);
  // Fold: prints the largest errors of the weights
  page.print("first key at   the paper   the program\n");
  for (const double first : {0.0, 1000.0, 100000.0, 10000000.0})
    page.print("{:12.0f}   {:9.1e}   {:11.1e}\n", first,
               largest_difference(rounded_weights(fit, first, false), exact),
               largest_difference(rounded_weights(fit, first, true), exact));
  // End fold
}
