#pragma once

// Memory that a loop asks for before it is needed. For kernels (`.cpp` files) only.

#include <cstddef>

#include "horloge/core/array.h"
#include "horloge/kernels/lanes.h"

namespace horloge {

/// A matrix in pieces of two registers: `rows` pieces, `row` numbers apart, then those to the right
/// of them, as many as fit into `columns`. What is fetched comes into the first cache, and nobody
/// waits for it.
class Ahead {
 public:
  static constexpr std::size_t piece = 2 * lanes;

  Ahead() = default;
  Ahead(const real* first, std::size_t row, std::size_t rows, std::size_t columns)
      : at_(first), row_(row), rows_(rows), left_(rows), pieces_(rows * (columns / piece)) {}

  std::size_t pieces() const { return pieces_; }

  /// Asks for the next of `pieces()` pieces.
  void fetch() {
    __builtin_prefetch(at_);
    __builtin_prefetch(at_ + lanes);
    at_ += row_;
    if (--left_ > 0) return;
    left_ = rows_;
    at_ = at_ - rows_ * row_ + piece;
  }

 private:
  const real* at_ = nullptr;
  std::size_t row_ = 0, rows_ = 0, left_ = 0, pieces_ = 0;
};

}  // namespace horloge
