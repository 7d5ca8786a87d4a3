#pragma once

// BLAS where there is none: the one product that the library leaves to it. The
// kernels do the others; xtensor-blas has loops of its own.

using blasint = int;

enum CBLAS_ORDER { CblasRowMajor = 101 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112 };

/// C = alpha op(A) op(B) + beta C, of row-major matrices.
void cblas_sgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE trans_a,
                 CBLAS_TRANSPOSE trans_b, blasint m, blasint n, blasint k,
                 float alpha, const float* a, blasint lda, const float* b,
                 blasint ldb, float beta, float* c, blasint ldc);

/// The same in double, which is what answers are checked in.
void cblas_dgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE trans_a,
                 CBLAS_TRANSPOSE trans_b, blasint m, blasint n, blasint k,
                 double alpha, const double* a, blasint lda, const double* b,
                 blasint ldb, double beta, double* c, blasint ldc);

inline void openblas_set_num_threads(int) {}
