// Position enters by being added to x.

#pragma once

#include "horloge/nn/position/position.h"

namespace horloge {

/// The first idea that comes to mind: the number of the position itself.
///   x (B, T, D) -> x + t
/// Kept for comparison. At position 500 the sum is all position and no word.
class IndexPositions : public PositionScheme {
 public:
  IndexPositions() { setting("scheme", "index"); }
  Tensor embed(const Tensor& x, const Ids& positions) const override;
  bool affects_attention() const override { return false; }
};

/// The second idea: the number brought to [0, 1] by the length of the sequence.
///   x (B, T, D) -> x + t / (T - 1), and x alone for T = 1
/// Kept for comparison. A step to the next word is now smaller in a longer sequence. And a sequence
/// must be whole: with each further token all positions before it would change, so there is nothing
/// to decode piece by piece with. ValueError unless the positions are 0 … T - 1.
class ScaledIndexPositions : public PositionScheme {
 public:
  ScaledIndexPositions() { setting("scheme", "scaled_index"); }
  Tensor embed(const Tensor& x, const Ids& positions) const override;
  bool affects_attention() const override { return false; }
};

}  // namespace horloge
