#pragma once

#include "horloge/core/array.h"

namespace horloge::detail {

/// Where a kernel leaves a gradient. Null data means that it is not wanted.
struct Slot {
  real* data = nullptr;
  bool fresh = false;  ///< uninitialised memory: overwrite it; else add to what is there
  real beta = 0;       ///< the same in gemm's terms: 0 if fresh, else 1
};

}  // namespace horloge::detail
