// From scores to weights, over the keys that may be seen.
//
//   w_i = exp(s_i) / (sum of exp(s_j) over the keys j that take part)
//
// and w_i = 0 for a key that is hidden. Attention Is All You Need (Vaswani et
// al. 2017), section 3.2.3, hides a key by a score of minus infinity.

#include "exercises/masked_softmax/answer.h"

using namespace horloge;

/// The weights of each row, along the last axis. The mask has the shape of the
/// scores and is true where a key takes part.
///   scores (..., S), mask (..., S) -> weights (..., S)
/// A row in which nothing takes part is all zeros. Scores may be of any size,
/// the hidden ones too: what is hidden must have no influence at all.
///
/// What may help: xt::where(mask, a, b) chooses element by element;
/// xt::amax(x, {axis}, xt::keep_dims) and xt::sum(x, {axis}, xt::keep_dims)
/// leave an axis of size 1, so that the result fits x again. Store each of them
/// in an Array, never in auto. Infinity is
/// std::numeric_limits<real>::infinity().
Array masked_softmax(const Array& scores, const Mask& mask) {
  // solution
  const real infinity = std::numeric_limits<real>::infinity();
  const std::size_t last = scores.dimension() - 1;
  const Array seen = xt::where(mask, scores, -infinity);
  const Array highest = xt::amax(seen, {last}, xt::keep_dims);
  const Array e = xt::where(mask, xt::exp(scores - highest), real(0));
  const Array total = xt::sum(e, {last}, xt::keep_dims);
  // The highest score counts exp(0) = 1: below that, nothing took part.
  return e / xt::maximum(total, real(1));
  // end
}
