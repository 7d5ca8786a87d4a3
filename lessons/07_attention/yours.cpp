// What the exercises ask for. The lesson shows the idea and calls the function;
// with --mine it calls the learner's own.

#include <limits>
#include <xtensor/xmath.hpp>

#include "horloge/core/error.h"
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
