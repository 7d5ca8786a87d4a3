// Position enters by being added to the scores.

#pragma once

#include <cstddef>

#include "horloge/nn/position/position.h"

namespace horloge {

/// The slope of each head: 2^(-8/H), its square, its cube … if H is a power of two. If not, the
/// slopes of the next smaller power, and then every second slope of the next larger one.   -> (H)
Array alibi_slopes(std::size_t num_heads);

enum class AlibiForm {
  distance,  ///< -slope |i - j|, as the paper has it
  key,       ///< slope j, as its authors' code and BLOOM have it: one row for all queries
};

/// Attention with linear biases (Press, Smith and Lewis, "Train Short, Test Long", arXiv
/// 2108.12409).
///   -> (H, T, S), (H, 1, S), or with (B, H, …) for positions of a batch
/// Added after the scaling by 1/sqrt(K). Under a causal mask both forms give the same weights, for
/// they differ by slope i, the same for all keys of a query; elsewhere they do not. Far from 0 the
/// key form is large, and in float loses the last digits of the scores that it is added to.
class AlibiPositions : public PositionScheme {
 public:
  explicit AlibiPositions(std::size_t num_heads, AlibiForm form = AlibiForm::distance);
  Tensor bias(const AttentionPositions& at) const override;
  bool keys_are_cacheable() const override { return true; }

  Array slopes;  ///< (H)

 private:
  AlibiForm form_;
};

/// Key positions as BLOOM has them: only the keys that take part are counted, and the others get
/// position 0.
///   key_mask (B, S), true = takes part -> (B, S)
Ids count_unmasked(const Mask& key_mask);

}  // namespace horloge
