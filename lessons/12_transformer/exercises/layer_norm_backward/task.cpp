// The way back through a layer normalisation.
//
// Forward, each row of x by itself:
//
//   n = (x - mean) / s        s = sqrt(variance + eps)
//   y = n * weight + bias
//
// with the mean and the variance of the D numbers of the row; the variance is
// divided by D. Back, dy is given, and three gradients are asked for. Mind that
// each x moves the mean and the variance of its row, and with them every n.
//
// Layer Normalization (Ba, Kiros and Hinton 2016).

#include "exercises/layer_norm_backward/answer.h"

using namespace horloge;

///   x, dy (T, D), weight (D) -> dx (T, D), dweight (D), dbias (D)
/// x may be far from 0: a variance that is the difference of two large numbers
/// is not exact then.
///
/// What may help: x.shape(0) and x.shape(1) are T and D; zeros({n}) makes an
/// array; return {dx, dweight, dbias};
NormGradients layer_norm_backward(const Array& x, const Array& weight,
                                  const Array& dy, double eps) {
  // solution
  const std::size_t T = x.shape(0), D = x.shape(1);
  Array dx = zeros({T, D}), dweight = zeros({D}), dbias = zeros({D});
  for (std::size_t t = 0; t < T; ++t) {
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < D; ++i) mean += x(t, i) / double(D);
    for (std::size_t i = 0; i < D; ++i)
      variance += (x(t, i) - mean) * (x(t, i) - mean) / double(D);
    const double s = std::sqrt(variance + eps);
    const auto n = [&](std::size_t i) { return (x(t, i) - mean) / s; };
    const auto g = [&](std::size_t i) { return dy(t, i) * weight(i); };
    double mean_g = 0, mean_gn = 0;
    for (std::size_t i = 0; i < D; ++i) {
      mean_g += g(i) / double(D);
      mean_gn += g(i) * n(i) / double(D);
      dweight(i) += dy(t, i) * n(i);
      dbias(i) += dy(t, i);
    }
    for (std::size_t i = 0; i < D; ++i)
      dx(t, i) = (g(i) - mean_g - n(i) * mean_gn) / s;
  }
  return {dx, dweight, dbias};
  // end
}
