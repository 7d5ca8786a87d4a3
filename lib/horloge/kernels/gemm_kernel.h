#pragma once

// Matrix products in vector registers, faster than BLAS for small and medium sizes. For gemm.cpp
// only. Readable twin: naive_gemm in tests/kernels/gemm_test.cpp.
//
// C is cut into strips of NR columns, and a strip into tiles of MR rows, whose sums stay in
// registers while k runs. B is copied in panels of KC rows and NR columns, which stay in the L1
// cache while the tiles of a strip use them. Meanwhile the next tile's rows of A and the next panel
// of B are prefetched.

#include "horloge/kernels/gemm.h"

namespace horloge::detail {

/// Whether gemm_kernel is compiled for this processor, and faster than BLAS at these sizes.
bool suits_gemm_kernel(std::size_t m, std::size_t n, std::size_t k, Trans b);

/// Whether it copies A, once for all columns of C: then a tile is as wide as C.
bool copies_a(std::size_t m, std::size_t n, std::size_t k, MatrixIn a);

/// The same as gemm_serial, for k of 1 or more. Each number of C is a sum over k in one order,
/// whatever m and n: a product cut into tiles has the same bits.
void gemm_kernel(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
                 real beta, real* c, std::size_t ldc, const real* bias = nullptr);

}  // namespace horloge::detail
