#pragma once

// Products too small for BLAS, where its checks and its repacking of the matrices count. For
// gemm.cpp only.

#include "horloge/core/gemm.h"

namespace horloge::detail {

/// Whether gemm_small is the faster one.
bool is_small_gemm(std::size_t m, std::size_t n, std::size_t k, Trans b);

/// The same as gemm_serial, for k up to 256.
void gemm_small(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
                real beta, real* c, std::size_t ldc);

}  // namespace horloge::detail
