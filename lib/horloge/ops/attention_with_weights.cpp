#include <fmt/format.h>

#include <limits>

#include "horloge/core/error.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/attention.h"
#include "horloge/ops/attention_problem.h"
#include "horloge/ops/dropout.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/select.h"
#include "horloge/ops/softmax.h"

namespace horloge {
namespace {

// (…, S + room, K) -> (…, S, K)
Tensor first_keys(const Tensor& x, std::size_t S) {
  if (x.shape()[x.rank() - 2] == S) return x;
  std::vector<Range> ranges(x.rank());
  ranges[x.rank() - 2].stop = static_cast<std::ptrdiff_t>(S);
  return slice(x, ranges);
}

Mask inverted(Mask mask) {
  for (bool& x : mask) x = !x;
  return mask;
}

// Scores that a mask hides become -infinity.
Tensor hide(const Tensor& scores, const Mask& takes_part) {
  return masked_fill(scores, inverted(takes_part), -std::numeric_limits<real>::infinity());
}

Mask causal_mask(std::size_t T, std::size_t S, const AttentionMasks& masks) {
  const auto window = static_cast<std::ptrdiff_t>(masks.window);
  Mask visible = Mask::from_shape({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const std::ptrdiff_t back =
          static_cast<std::ptrdiff_t>(i) + masks.causal_offset - static_cast<std::ptrdiff_t>(j);
      visible(i, j) = back >= 0 && (window == 0 || back < window);
    }
  return visible;
}

Tensor capped(const Tensor& scores, double cap) {
  return tanh(scores / static_cast<real>(cap)) * static_cast<real>(cap);
}

// One more column, the sinks of the heads.   scores (…, H, T, S) -> (…, H, T, S + 1)
Tensor with_sinks(const char* op, const Tensor& scores, const Tensor& sinks, std::size_t H) {
  if (sinks.shape() != Shape{H})
    throw ShapeError(fmt::format("[{}] sinks {} must be (H) = {}", op, to_string(sinks.shape()),
                                 to_string({H})));
  Shape column = scores.shape();
  column.back() = 1;
  const Tensor of_heads = column.size() > 2 ? reshape(sinks, Shape{H, 1, 1}) : sinks;
  return concat({scores, expand(of_heads, column)}, -1);
}

// (…, S + 1) -> (…, S)
Tensor without_last(const Tensor& x) {
  std::vector<Range> ranges(x.rank());
  ranges.back().stop = -1;
  return slice(x, ranges);
}

}  // namespace

Mask from_torch_mask(const Mask& masked_out) { return inverted(masked_out); }

AttentionWithWeights attention_with_weights(const Tensor& q, const Tensor& all_k,
                                            const Tensor& all_v, const AttentionOptions& options) {
  constexpr const char* op = "attention_with_weights";
  detail::AttentionSizes s = detail::attention_sizes(op, q, all_k, all_v);
  s.S = detail::keys_that_count(op, options, s.S);
  detail::check_window(op, options);
  const Tensor k = first_keys(all_k, s.S), v = first_keys(all_v, s.S);
  if (s.G != s.H)
    throw ShapeError(fmt::format("[{}] needs one key-value head per query head: k {} against q {}",
                                 op, to_string(k.shape()), to_string(q.shape())));
  Tensor scores =
      matmul(q, transpose(k, -2, -1)) * static_cast<real>(detail::attention_scale(s, options));
  if (options.softcap != 0) scores = capped(scores, options.softcap);
  if (options.bias.defined()) scores = scores + options.bias;
  if (options.mask) scores = hide(scores, *options.mask);
  if (options.key_mask) {
    detail::check_key_mask(op, *options.key_mask, s);
    Mask by_key = *options.key_mask;
    by_key.reshape({s.B, std::size_t{1}, std::size_t{1}, s.S});
    scores = hide(scores, by_key);
  }
  if (options.is_causal) scores = hide(scores, causal_mask(s.T, s.S, options));
  const Tensor weights = options.sinks.defined()
                             ? without_last(softmax(with_sinks(op, scores, options.sinks, s.H)))
                             : softmax(scores);
  const Tensor kept =
      options.dropout_p > 0 ? dropout(weights, options.dropout_p, options.dropout_key) : weights;
  return {matmul(kept, v), weights};
}

}  // namespace horloge
