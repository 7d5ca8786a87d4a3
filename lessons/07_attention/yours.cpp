// What the exercises ask for. The lesson shows the idea and calls the function;
// with --mine it calls the learner's own.

#include "yours.h"

#include <cmath>
#include <limits>

#include "horloge/core/error.h"
#include "horloge/core/linalg.h"
#include "horloge/core/shape.h"
#include "numpy_style.h"

using horloge::Array;
using horloge::Mask;
using horloge::real;

Array masked_softmax(const Array& scores, const Mask& mask) {
  const real infinity = std::numeric_limits<real>::infinity();
  const std::size_t last = scores.dimension() - 1;
  const Array seen = xt::where(mask, scores, -infinity);
  const Array highest = xt::amax(seen, {last}, xt::keep_dims);
  const Array e = xt::where(mask, xt::exp(scores - highest), real{0});
  const Array total = xt::sum(e, {last}, xt::keep_dims);
  // The highest score counts exp(0) = 1: below that, there was nobody to see.
  return e / xt::maximum(total, real{1});
}

Mask window_mask(std::size_t seq_len, std::size_t window) {
  if (window == 0)
    throw horloge::ValueError("[window_mask] a window of 0 shows nothing");
  Mask mask = Mask::from_shape({seq_len, seq_len});
  for (std::size_t i = 0; i < seq_len; ++i)
    for (std::size_t j = 0; j < seq_len; ++j)
      mask(i, j) = j <= i && i - j < window;
  return mask;
}

QueriesKeysValues split_qkv(const Array& x, std::size_t num_heads) {
  const auto [B, T, columns] =
      horloge::dims<3>(x.shape(), "[split_qkv] x (B, T, 3 D)");
  if (num_heads == 0 || columns % (3 * num_heads) != 0)
    throw horloge::ValueError(
        "[split_qkv] 3 num_heads must divide the columns");
  Array parts = x;
  parts.reshape({B, T, num_heads, std::size_t{3}, columns / (3 * num_heads)});
  const Array heads = xt::transpose(parts, {3, 0, 2, 1, 4});
  return {xt::view(heads, 0), xt::view(heads, 1), xt::view(heads, 2)};
}

AttentionGradients attention_backward(const Array& q, const Array& k,
                                      const Array& v, const Array& weights,
                                      const Array& dy) {
  const Array dv = xt::linalg::dot(xt::transpose(weights), dy);
  const Array dweights = xt::linalg::dot(dy, xt::transpose(v));
  const Array mean = xt::sum(weights * dweights, {1}, xt::keep_dims);
  const Array dscores =
      weights * (dweights - mean) / std::sqrt(real(k.shape(1)));
  const Array dq = xt::linalg::dot(dscores, k);
  const Array dk = xt::linalg::dot(xt::transpose(dscores), q);
  return {dq, dk, dv};
}
