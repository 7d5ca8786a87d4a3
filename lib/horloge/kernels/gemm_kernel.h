#pragma once

// Matrix products in vector registers, faster than BLAS for small and medium sizes. For gemm.cpp
// and attention only. Readable twin: naive_gemm in tests/kernels/gemm_test.cpp.
//
// C is cut into strips of NR columns, and a strip into tiles of some rows, whose sums stay in
// registers while k runs. B is copied in panels of KC rows and NR columns, which stay in the L1
// cache, or near it, while the tiles of a strip use them. Meanwhile the next tile's rows of A and
// the next panel of B are prefetched. Where the second cache is small, or the columns of a
// transposed A would push each other out of the first, A is copied as well, MC rows at a time, and
// all panels of B before them.

#include "horloge/kernels/gemm.h"
#include "horloge/kernels/lanes.h"

namespace horloge::detail {

/// Columns of C that a strip is wide, and of B that a panel is.
inline constexpr std::size_t panel_columns = 2 * lanes;

/// Copies op(B) (k, n) for many products with it: in panels of all k rows, one after the other. The
/// last one takes as much memory as the others.
void copy_panels(std::size_t k, std::size_t n, const MatrixIn& b, real* to);
std::size_t size_of_panels(std::size_t k, std::size_t n);

/// Whether a product with m rows copies each panel of B itself.
bool copies_panel(std::size_t m, Trans b);

/// Where the number in this row and column of op(X) is.
inline const real* number_of(const MatrixIn& x, std::size_t row, std::size_t column) {
  if (x.trans == Trans::panels)
    return x.data + column / panel_columns * panel_columns * x.ld + row * panel_columns +
           column % panel_columns;
  return x.data + (x.trans == Trans::yes ? column * x.ld + row : row * x.ld + column);
}

/// op(X) without the rows above and the columns left of these. In panels the column begins one.
inline MatrixIn part_from(const MatrixIn& x, std::size_t row, std::size_t column) {
  return {number_of(x, row, column), x.ld, x.trans};
}

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
