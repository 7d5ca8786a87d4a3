// Position enters nowhere.

#pragma once

#include "horloge/nn/position/position.h"

namespace horloge {

/// No position at all: the control in every comparison.
///   x (B, T, D) -> x
/// Without a mask, attention then cannot tell one order from another. Under a causal mask it can, a
/// little: the first query sees one key, the second two, so a layer may learn to count (Haviv et
/// al. 2022, "Transformer Language Models without Positional Encodings Still Learn Positional
/// Information"). Left out on purpose it is known as NoPE (Kazemnejad et al. 2023).
class NoPositions : public PositionScheme {
 public:
  NoPositions() { setting("scheme", "none"); }
  Tensor operator()(const Tensor& x) const { return x; }
  bool affects_attention() const override { return false; }
};

}  // namespace horloge
