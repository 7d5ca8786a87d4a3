// Position enters by being added to the scores.

#pragma once

#include <cstddef>

#include "horloge/nn/position/position.h"

namespace horloge {

/// Windows in some heads, and no positions in the others: Hard-ALiBi (Jelassi et al., "Repeat After
/// Me: Transformers are Better than State Space Models at Copying", arXiv 2402.01032, section 3).
///   -> 0 for |i - j| <= h in the first heads, h = 0, 1, …, and else so low that the key gets no
///      weight, (H, T, S), or (B, H, T, S) for positions of a batch
/// The first head sees the token itself, the next one the token before, too, and so on. The paper
/// has it behind a causal mask, where a window is the last h + 1 tokens; without one it reaches to
/// both sides. Nothing is learned. ValueError for more windowed heads than there are.
class HardAlibiPositions : public PositionScheme {
 public:
  HardAlibiPositions(std::size_t num_heads, std::size_t windowed_heads);
  Tensor bias(const AttentionPositions& at) const override;
  bool keys_are_cacheable() const override { return true; }

 private:
  std::size_t num_heads_, windowed_heads_;
};

/// Half of the heads, as in the paper, but two where there are two: the first one sees no other
/// token.
std::size_t usual_windowed_heads(std::size_t num_heads);

}  // namespace horloge
