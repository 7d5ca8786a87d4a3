// With whole arrays, and every slope of every n with respect to every x.

#include "exercises/layer_norm_backward/answer.h"

using namespace horloge;

NormGradients layer_norm_backward(const Array& x, const Array& weight,
                                  const Array& dy, double eps) {
  const Array mean = xt::mean(x, {1}, xt::keep_dims);
  const Array centred = x - mean;
  const Array variance = xt::mean(centred * centred, {1}, xt::keep_dims);
  const Array s = xt::sqrt(variance + eps), n = centred / s, g = dy * weight;
  const auto D = double(x.shape(1));
  Array dx = zeros(x.shape());
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t i = 0; i < x.shape(1); ++i)
      for (std::size_t j = 0; j < x.shape(1); ++j) {
        const double slope =
            ((i == j ? 1 : 0) - 1 / D - n(t, i) * n(t, j) / D) / s(t, 0);
        dx(t, i) += slope * g(t, j);
      }
  return {dx, Array(xt::sum(dy * n, {0})), Array(xt::sum(dy, {0}))};
}
