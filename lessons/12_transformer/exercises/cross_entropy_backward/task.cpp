// The way back through the loss of a language model.
//
// Forward, for N positions with V logits each:
//
//   p = softmax of a row of logits
//   loss = the mean of -ln p[target] over the positions that are asked
//
// A target of -100 means that nothing is asked there: padding, or a character
// that is not masked. Such a position has no part in the mean.
//
// Back, dlogits is asked for: how the loss moves with each logit.

#include "exercises/cross_entropy_backward/answer.h"

using namespace horloge;

///   logits (N, V), targets (N) -> dlogits (N, V)
/// Logits may be as large as 1000. If nothing is asked at all, every gradient
/// is 0. Throws an IndexError for a target that is neither -100 nor one of
/// 0 … V - 1.
///
/// What may help: zeros(logits.shape()) makes an array; std::int64_t(v) is v as
/// a target; throw IndexError("…");
Array cross_entropy_backward(const Array& logits, const Ids& targets) {
  // solution
  const std::size_t N = logits.shape(0), V = logits.shape(1);
  double asked = 0;
  for (std::size_t n = 0; n < N; ++n) asked += targets(n) == -100 ? 0 : 1;
  Array d = zeros(logits.shape());
  for (std::size_t n = 0; n < N; ++n) {
    if (targets(n) == -100) continue;
    if (targets(n) < 0 || targets(n) >= std::int64_t(V))
      throw IndexError("[cross_entropy_backward] a target is no class");
    double largest = logits(n, 0), sum = 0;
    for (std::size_t v = 1; v < V; ++v)
      largest = std::max(largest, double(logits(n, v)));
    for (std::size_t v = 0; v < V; ++v) sum += std::exp(logits(n, v) - largest);
    for (std::size_t v = 0; v < V; ++v) {
      const double p = std::exp(logits(n, v) - largest) / sum;
      const bool right = std::int64_t(v) == targets(n);
      d(n, v) = (p - (right ? 1 : 0)) / asked;
    }
  }
  return d;
  // end
}
