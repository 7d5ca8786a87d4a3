#pragma once

// Products of one row and a matrix, which read each number of the matrix once and copy nothing. For
// gemm.cpp only. Readable twin: naive_gemm in tests/kernels/gemm_test.cpp.

#include "horloge/kernels/bfloat16.h"
#include "horloge/kernels/gemm.h"

namespace horloge::detail {

/// Rows of bfloat16, one below the other: a matrix that is taken transposed.
struct Bfloat16Rows {
  const Bfloat16* data;
  std::size_t ld;
};

/// The same as gemm_serial with m = 1, for k of 1 or more and a row `x` (k) that is contiguous.
/// Each number of y (n) is a sum over k in one order, whatever n: a product cut into tiles has the
/// same bits.
void gemv(std::size_t n, std::size_t k, real alpha, const real* x, const MatrixIn& b, real beta,
          real* y, const real* bias = nullptr);

/// y (n) = rows (n, k) x (k) + bias: the same bits as with floats of these numbers.
void gemv(std::size_t n, std::size_t k, const real* x, Bfloat16Rows rows, real* y,
          const real* bias = nullptr);

}  // namespace horloge::detail
