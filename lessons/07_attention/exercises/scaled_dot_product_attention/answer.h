#pragma once

#include "course/exercise/exercise.h"

horloge::Array scaled_dot_product_attention(const horloge::Array& q,
                                            const horloge::Array& k,
                                            const horloge::Array& v,
                                            const horloge::Mask& mask);

namespace given {

/// Softmax along the last axis over what takes part (mask true); a row without
/// any is zeros.   scores (..., S), mask the same -> weights (..., S)
inline horloge::Array masked_softmax(const horloge::Array& scores,
                                     const horloge::Mask& mask) {
  using horloge::Array;
  using horloge::real;
  const std::size_t last = scores.dimension() - 1;
  const Array seen =
      xt::where(mask, scores, -std::numeric_limits<real>::infinity());
  const Array highest = xt::amax(seen, {last}, xt::keep_dims);
  const Array e = xt::where(mask, xt::exp(scores - highest), real(0));
  const Array total = xt::sum(e, {last}, xt::keep_dims);
  return e / xt::maximum(total, real(1));
}

}  // namespace given
