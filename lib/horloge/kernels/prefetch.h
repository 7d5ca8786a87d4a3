#pragma once

// Software prefetch. For kernels (`.cpp` files) only.

#include <cstddef>

#include "horloge/core/array.h"
#include "horloge/kernels/lanes.h"

namespace horloge {

/// Prefetches a matrix of some stride into the L1 cache, in pieces of two registers: `rows` of
/// them, one below the other, then those to their right, as many as fit into `columns`. The loop
/// that calls fetch() goes on computing meanwhile.
class Prefetch {
 public:
  static constexpr std::size_t piece = 2 * lanes;

  Prefetch() = default;
  Prefetch(const real* first, std::size_t stride, std::size_t rows, std::size_t columns)
      : at_(first), stride_(stride), rows_(rows), left_(rows), pieces_(rows * (columns / piece)) {}

  std::size_t pieces() const { return pieces_; }

  /// Prefetches the next of `pieces()` pieces.
  void fetch() {
    __builtin_prefetch(at_);
    __builtin_prefetch(at_ + lanes);
    at_ += stride_;
    if (--left_ > 0) return;
    left_ = rows_;
    at_ = at_ - rows_ * stride_ + piece;
  }

 private:
  const real* at_ = nullptr;
  std::size_t stride_ = 0, rows_ = 0, left_ = 0, pieces_ = 0;
};

}  // namespace horloge
