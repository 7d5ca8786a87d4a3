#pragma once

// The share of the first two principal components in the variance, and the ways
// in which it is got wrong.

#include "course/exercise/exercise.h"

namespace wrong_shares {

using horloge::Array;

inline Array singular_values(const Array& x) {
  return std::get<1>(xt::linalg::svd(x));
}

inline Array centred(const Array& x) {
  const Array mean = xt::mean(x, {0});
  return x - mean;
}

inline Array variances(const Array& x) {
  const Array s = singular_values(x);
  return s * s;
}

inline double first_two(const Array& v) { return (v(0) + v(1)) / xt::sum(v)(); }

inline double right(const Array& x) { return first_two(variances(centred(x))); }

inline double not_centred(const Array& x) { return first_two(variances(x)); }

inline double centred_by_rows(const Array& x) {
  const Array mean = xt::mean(x, {1}, xt::keep_dims);
  return first_two(variances(x - mean));
}

inline double not_squared(const Array& x) {
  return first_two(singular_values(centred(x)));
}

inline double first_only(const Array& x) {
  const Array v = variances(centred(x));
  return v(0) / xt::sum(v)();
}

inline double percent(const Array& x) { return 100 * right(x); }

inline double no_share(const Array& x) {
  const Array v = variances(centred(x));
  return v(0) + v(1);
}

inline double standardized(const Array& x) {
  const Array deviation = xt::stddev(x, {0});
  return first_two(variances(centred(x) / deviation));
}

}  // namespace wrong_shares
