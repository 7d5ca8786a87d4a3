#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// `number(i, d)` for each pair.
Array pairs(std::size_t d_model,
            const std::function<double(double i, double d)>& number) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  Array all = zeros({d_model / 2});
  for (std::size_t i = 0; i < all.size(); ++i)
    all(i) = number(static_cast<double>(i), static_cast<double>(d_model));
  return all;
}

const double ln = std::log(10000.0);

Array divisors(std::size_t d_model) {
  return pairs(d_model,
               [](double i, double d) { return std::exp(2 * i * ln / d); });
}

Array common_logarithm(std::size_t d_model) {
  return pairs(d_model, [](double i, double d) {
    return std::exp(-2 * i * std::log10(10000.0) / d);
  });
}

Array i_over_d(std::size_t d_model) {
  return pairs(d_model,
               [](double i, double d) { return std::exp(-i * ln / d); });
}

Array twice_too_fast(std::size_t d_model) {
  return pairs(d_model,
               [](double i, double d) { return std::exp(-4 * i * ln / d); });
}

Array last_is_the_base(std::size_t d_model) {
  return pairs(d_model, [](double i, double d) {
    return d < 4 ? 1 : std::exp(-i * ln / (d / 2 - 1));
  });
}

Array base_1000(std::size_t d_model) {
  return pairs(d_model, [](double i, double d) {
    return std::exp(-2 * i * std::log(1000.0) / d);
  });
}

Array from_1(std::size_t d_model) {
  return pairs(d_model, [](double i, double d) {
    return std::exp(-2 * (i + 1) * ln / d);
  });
}

Array for_each_dimension(std::size_t d_model) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  Array all = zeros({d_model});
  for (std::size_t dim = 0; dim < d_model; ++dim)
    all(dim) = std::exp(-2 * static_cast<double>(dim / 2) * ln /
                        static_cast<double>(d_model));
  return all;
}

Array odd_accepted(std::size_t d_model) {
  Array all = zeros({(d_model + 1) / 2});
  for (std::size_t i = 0; i < all.size(); ++i)
    all(i) = std::exp(-2 * static_cast<double>(i) * ln /
                      static_cast<double>(d_model));
  return all;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"divisors",
       "these are the divisors themselves, which grow; one over them shrinks: "
       "a minus sign is missing in the exponent",
       {divisors}},
      {"common-logarithm",
       "you took the logarithm to base 10; exp goes with the natural one, "
       "std::log",
       {common_logarithm}},
      {"i-over-d", "your exponent has i where the formula has 2i", {i_over_d}},
      {"twice-too-fast",
       "the 2 of 2i is counted twice: 0, 2, 4, … are the values of 2i, not of "
       "i",
       {twice_too_fast}},
      {"last-is-the-base",
       "you divide by d_model / 2 - 1, so that the last divisor is 10000 "
       "itself, as tensor2tensor does; the paper divides by d_model / 2",
       {last_is_the_base}},
      {"base-1000", "your base is 1000; the paper's is 10000", {base_1000}},
      {"from-1", "you count i from 1; the first pair is i = 0", {from_1}},
      {"for-each-dimension",
       "there is a number for each dimension; sine and cosine of a pair share "
       "one, so d_model / 2 are wanted",
       {for_each_dimension}},
      {"odd-accepted",
       "an odd d_model is accepted; then the last sine has no cosine",
       {odd_accepted}},
  };
  return all;
}
