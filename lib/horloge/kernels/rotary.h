#pragma once

// Turning pairs of numbers in heads; the formula stands in ops/rotary.h. Readable twin:
// naive_rotation in tests/ops/rotary_test.cpp.

#include <cstddef>

#include "horloge/core/broadcast.h"
#include "horloge/kernels/slot.h"

namespace horloge::detail {

struct RotaryProblem {
  Walk<2> walk;          ///< over the leading axes (…, T): of x, and of cos and sin
  std::size_t head_dim;  ///< K
  std::size_t pairs;     ///< R/2
  bool halves;           ///< pair j is (j, j + R/2), else (2j, 2j + 1)
};

/// y = x turned; with `sign` -1 the other way.
void rotate_heads(const RotaryProblem& problem, const real* x, const real* cos, const real* sin,
                  real sign, Slot y);

}  // namespace horloge::detail
