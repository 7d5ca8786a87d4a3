// How much more one scheme has than another, and how sure that is.
//
// Both were trained with the same seeds: row s of a and row s of b began with
// the same weights and saw the same texts. Column n is a length at which they
// were asked. Some runs came to nothing, and their number is NaN: at
// that length, the seed has no pair, and is left out. It still counts at the
// lengths where both have a number.
//
//   difference           d = a - b, seed by seed
//   mean                 of d, over the n seeds that have a pair
//   standard deviation   sqrt(sum of (d - mean)^2 / (n - 1))
//   error                of the mean: standard deviation / sqrt(n)

#include "exercises/paired_differences/answer.h"

using namespace horloge;

/// Three rows: mean, standard deviation and error, for each length.
///   a, b (S, N) -> (3, N)
/// The differences of a length may be far from 0 and hardly differ. Throws a
/// ShapeError if a and b differ in shape, and a ValueError if a length has
/// fewer than two pairs.
///
/// What may help: a.shape(0) is S; zeros({3, N}) makes an array; NaN is the
/// only number that std::isnan(x) is true for.
Array paired_differences(const Array& a, const Array& b) {
  // solution
  if (a.shape() != b.shape())
    throw ShapeError("[paired_differences] a and b must have one shape");
  const std::size_t S = a.shape(0), N = a.shape(1);
  Array rows = zeros({3, N});
  for (std::size_t i = 0; i < N; ++i) {
    std::vector<double> d;
    for (std::size_t s = 0; s < S; ++s)
      if (!std::isnan(a(s, i)) && !std::isnan(b(s, i)))
        d.push_back(a(s, i) - b(s, i));
    if (d.size() < 2)
      throw ValueError("[paired_differences] each length needs two pairs");
    const auto n = double(d.size());
    double mean = 0, squares = 0;
    for (const double one : d) mean += one / n;
    for (const double one : d) squares += (one - mean) * (one - mean);
    rows(0, i) = mean;
    rows(1, i) = std::sqrt(squares / (n - 1));
    rows(2, i) = rows(1, i) / std::sqrt(n);
  }
  return rows;
  // end
}
