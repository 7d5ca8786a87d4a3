#pragma once

// Matrix products in vector registers, faster than BLAS for small and medium sizes. For gemm.cpp
// only. Readable twin: naive_gemm in tests/kernels/gemm_test.cpp.
//
// C is cut into strips of NR columns, and a strip into tiles of some rows, whose sums stay in
// registers while k runs. B is copied in panels of KC rows and NR columns, which stay in the L1
// cache, or near it, while the tiles of a strip use them. Meanwhile the next tile's rows of A and
// the next panel of B are prefetched. Where the second cache is small, or the columns of a
// transposed A would push each other out of the first, A is copied as well, MC rows at a time, and
// all panels of B before them.

#include "horloge/kernels/gemm.h"

namespace horloge::detail {

/// Whether gemm_kernel is compiled for this processor, and faster than BLAS at these sizes.
bool suits_gemm_kernel(std::size_t m, std::size_t n, std::size_t k, Trans b);

/// The size of this processor's second cache in bytes, or 0 where the system does not tell.
std::size_t second_cache();

/// Whether it copies both matrices where the second cache has so many bytes (0: unknown); then a
/// tile of gemm is as wide as C.
bool copies(std::size_t m, std::size_t n, std::size_t k, const MatrixIn& a,
            std::size_t cache = second_cache());

/// The same as gemm_serial, for k of 1 or more. Each number of C is a sum over k in one order,
/// whatever m and n: a product cut into tiles has the same bits.
void gemm_kernel(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
                 const MatrixIn& b, real beta, real* c, std::size_t ldc,
                 const real* bias = nullptr);

/// Its two ways, with the same bits: with A as it lies in memory, or with both matrices copied into
/// the order in which the tiles read them.
void gemm_in_place(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
                   const MatrixIn& b, real beta, real* c, std::size_t ldc,
                   const real* bias = nullptr);
void gemm_copied(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
                 const MatrixIn& b, real beta, real* c, std::size_t ldc,
                 const real* bias = nullptr);

}  // namespace horloge::detail
