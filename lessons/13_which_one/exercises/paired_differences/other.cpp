// With whole arrays: a pair that is missing has the weight 0. The deviation
// from the mean of the squares, whose offset is taken off first.

#include "exercises/paired_differences/answer.h"

using namespace horloge;

Array paired_differences(const Array& a, const Array& b) {
  if (a.shape() != b.shape()) throw ShapeError("no");
  const Array both = a - b;
  const xt::xarray<bool> is_pair = !xt::isnan(both);
  const Array weight = xt::cast<real>(is_pair);
  const Array d = xt::where(is_pair, both, 0 * weight);
  const Array n = xt::sum(weight, {0});
  for (const double one : n)
    if (one < 2) throw ValueError("no");
  const Array sum = xt::sum(d, {0});
  const Array mean = sum / n;
  const Array off = weight * (d - mean);
  const Array squares = xt::sum(off * off, {0});
  const Array variance = squares / (n - 1);
  Array rows = Array::from_shape({3, a.shape(1)});
  xt::row(rows, 0) = mean;
  xt::row(rows, 1) = xt::sqrt(variance);
  xt::row(rows, 2) = xt::sqrt(variance / n);
  return rows;
}
