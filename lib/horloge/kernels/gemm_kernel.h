#pragma once

// The product of matrices itself, in vector registers. For gemm.cpp only.

#include "horloge/kernels/gemm.h"

namespace horloge::detail {

/// Whether gemm_kernel is there for this processor, and faster than BLAS.
bool suits_gemm_kernel(std::size_t m, std::size_t n, std::size_t k, Trans b);

/// The same as gemm_serial, for k of 1 or more. Each number of C is a sum over k in one order,
/// whatever m and n: cut into tiles, a product has the same bits.
void gemm_kernel(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
                 real beta, real* c, std::size_t ldc, const real* bias = nullptr);

}  // namespace horloge::detail
