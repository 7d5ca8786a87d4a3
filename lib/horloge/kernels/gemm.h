#pragma once

// Products of matrices: the only place that calls BLAS. Readable twin: naive_gemm in
// tests/kernels/gemm_test.cpp.

#include <cstddef>
#include <vector>

#include "horloge/core/array.h"

namespace horloge {

struct Bfloat16;

/// How a matrix lies in memory: row by row, the same transposed, or, only B of gemm_serial, in
/// panels as copy_panels() makes them.
enum class Trans { no, yes, panels };

/// A matrix in memory. Its leading dimension `ld`, the stride of its rows, may be more than its
/// columns, so a product can read a slice of a wider array in place. Of panels it is their rows.
struct MatrixIn {
  const real* data;
  std::size_t ld;
  Trans trans = Trans::no;
};

/// C (m, n) = alpha * op(A) (m, k) @ op(B) (k, n) + beta * C, on the calling thread. With beta 0, C
/// may hold anything, NaN too. A bias (n), unless it is null, is added to each row.
void gemm_serial(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
                 const MatrixIn& b, real beta, real* c, std::size_t ldc,
                 const real* bias = nullptr);

/// The same, cut into tiles of C that run in parallel; the bits do not depend on the number of
/// threads.
void gemm(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
          const MatrixIn& b, real beta, real* c, std::size_t ldc, const real* bias = nullptr);

/// y (n) = W (n, k) x (k) + bias, for W of bfloat16: the same bits as gemm's with one row and
/// floats of these numbers.
void gemv(std::size_t n, std::size_t k, const real* x, const Bfloat16* w, real* y,
          const real* bias = nullptr);

/// One product in a sum of products: the offsets of its matrices in A and B, in elements.
struct Term {
  std::size_t a;
  std::size_t b;
};

/// `count` matrices C (m, n), one after the other in memory, each beta * C plus a sum of products:
/// the first terms.size() / count terms belong to the first C, and so on. Cut into fixed tiles of
/// matrices, and of rows where those are large; each C adds its terms in their order, so the bits
/// do not depend on the number of threads.
void gemm_sums(std::size_t count, const std::vector<Term>& terms, std::size_t m, std::size_t n,
               std::size_t k, const MatrixIn& a, const MatrixIn& b, real beta, real* c);

/// Makes OpenBLAS and its LAPACK work on the calling thread alone, because parallel_for is the only
/// pool of threads. gemm sees to it by itself; code that calls LAPACK in another way calls this
/// first.
void use_one_blas_thread();

}  // namespace horloge
