// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

#include "yours.h"

#include <cmath>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/rng.h"
#include "horloge/core/shape.h"

using horloge::Array;
using horloge::real;

Array paired_differences(const Array& a, const Array& b) {
  if (a.shape() != b.shape())
    throw horloge::ShapeError(
        "[paired_differences] a and b must have one shape");
  Array rows = horloge::zeros({3, a.shape(1)});
  for (std::size_t i = 0; i < a.shape(1); ++i) {
    std::vector<double> d;
    for (std::size_t s = 0; s < a.shape(0); ++s)
      if (!std::isnan(a(s, i)) && !std::isnan(b(s, i)))
        d.push_back(double(a(s, i)) - double(b(s, i)));
    if (d.size() < 2)
      throw horloge::ValueError(
          "[paired_differences] each length needs two pairs");
    const auto n = double(d.size());
    double mean = 0, squares = 0;
    for (const double one : d) mean += one / n;
    for (const double one : d) squares += (one - mean) * (one - mean);
    const double deviation = std::sqrt(squares / (n - 1));
    rows(0, i) = real(mean);
    rows(1, i) = real(deviation);
    rows(2, i) = real(deviation / std::sqrt(n));
  }
  return rows;
}

Scheme which_scheme(const Score& score, std::size_t K) {
  const auto same = [](double a, double b) { return std::abs(a - b) < 1e-6; };
  const Array nothing = horloge::zeros({K});
  horloge::Rng rng(1);
  const Array q = rng.normal({K}), k = rng.normal({K});
  for (const std::int64_t n : {0, 5})
    if (!same(score(q, k, 2, n), score(q, k, 302, n + 300)))
      return Scheme::added;
  const double far = score(nothing, nothing, 500, 100);
  const double farther = score(nothing, nothing, 900, 100);
  if (!same(far, 0) && same(farther, 2 * far)) return Scheme::sloped;
  for (std::int64_t n = 490; n <= 510; ++n)
    if (!same(score(nothing, nothing, 500, n), 0)) return Scheme::bucketed;
  for (const std::int64_t n : {1, 2, 3})
    if (!same(score(q, k, 0, 0), score(q, k, 0, n))) return Scheme::turned;
  return Scheme::none;
}
