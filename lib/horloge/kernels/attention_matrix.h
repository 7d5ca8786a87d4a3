#pragma once

// A matrix that attention reads again and again. For the kernels of attention only.

#include "horloge/core/shape.h"
#include "horloge/kernels/gemm_kernel.h"

namespace horloge::detail {

/// A matrix (k, n) that the products with each block of a head read: as it lies in memory, or
/// copied once for all blocks.
class HeadMatrix {
 public:
  HeadMatrix(std::size_t k, std::size_t n, Trans trans, bool copied)
      : k_(k),
        n_(n),
        trans_(trans),
        copied_(copied),
        panels_(empty({copied ? size_of_panels(k, n) : 0})) {}

  /// The matrix from now on. (A MatrixIn would be read as a whole just after its parts are written,
  /// and small products would wait for that.)
  void set(const real* data, std::size_t ld) {
    if (data == data_) return;  // query heads that share one follow each other
    data_ = data;
    ld_ = ld;
    if (copied_) copy_panels(k_, n_, {data, ld, trans_}, panels_.data());
  }

  /// What is below the rows above `row` and right of the columns before `column`.
  MatrixIn from(std::size_t row, std::size_t column) const {
    if (!copied_ || column % panel_columns != 0)
      return part_from({data_, ld_, trans_}, row, column);
    return part_from({panels_.data(), k_, Trans::panels}, row, column);
  }

 private:
  std::size_t k_, n_;
  Trans trans_;
  bool copied_;
  Array panels_;
  const real* data_ = nullptr;
  std::size_t ld_ = 0;
};

}  // namespace horloge::detail
