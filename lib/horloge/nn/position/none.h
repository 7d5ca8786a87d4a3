#pragma once

// Position enters nowhere.

#include "horloge/nn/module.h"

namespace horloge {

/// No position at all: the control in every comparison.
///   x (B, T, D) -> x
class NoPositions : public Module {
 public:
  Tensor operator()(const Tensor& x) const { return x; }
};

}  // namespace horloge
