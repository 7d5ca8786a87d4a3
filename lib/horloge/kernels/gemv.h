#pragma once

// Products of one row and a matrix, which read each number of the matrix once and copy nothing. For
// gemm.cpp only. Readable twin: naive_gemm in tests/kernels/gemm_test.cpp.

#include "horloge/kernels/gemm.h"

namespace horloge::detail {

/// The same as gemm_serial with m = 1, for k of 1 or more and a row `x` (k) that is contiguous.
/// Each number of y (n) is a sum over k in one order, whatever n: a product cut into tiles has the
/// same bits.
void gemv(std::size_t n, std::size_t k, real alpha, const real* x, MatrixIn b, real beta, real* y,
          const real* bias = nullptr);

}  // namespace horloge::detail
