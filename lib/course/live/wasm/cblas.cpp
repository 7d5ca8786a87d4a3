#include "cblas.h"

#include <cstddef>

namespace {

// Few rows, or few columns: there a copy of B into panels does not pay. So the
// inner loop runs along memory: over a row of C, or over k where B is
// transposed.
template <class T>
void gemm(CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, blasint m,
          blasint n, blasint k, T alpha, const T* a, blasint lda, const T* b,
          blasint ldb, T beta, T* c, blasint ldc) {
  const std::ptrdiff_t a_row = trans_a == CblasTrans ? 1 : lda;
  const std::ptrdiff_t a_column = trans_a == CblasTrans ? lda : 1;
  for (std::ptrdiff_t i = 0; i < m; ++i) {
    T* const out = c + i * ldc;
    const T* const from = a + i * a_row;
    for (std::ptrdiff_t j = 0; j < n; ++j)
      out[j] = beta == 0 ? 0 : beta * out[j];
    if (trans_b == CblasNoTrans) {
      for (std::ptrdiff_t p = 0; p < k; ++p) {
        const T factor = alpha * from[p * a_column];
        const T* const row = b + p * ldb;
#pragma omp simd
        for (std::ptrdiff_t j = 0; j < n; ++j) out[j] += factor * row[j];
      }
    } else {
      for (std::ptrdiff_t j = 0; j < n; ++j) {
        const T* const row = b + j * ldb;
        T sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::ptrdiff_t p = 0; p < k; ++p)
          sum += from[p * a_column] * row[p];
        out[j] += alpha * sum;
      }
    }
  }
}

}  // namespace

void cblas_sgemm(CBLAS_ORDER, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                 blasint m, blasint n, blasint k, float alpha, const float* a,
                 blasint lda, const float* b, blasint ldb, float beta, float* c,
                 blasint ldc) {
  gemm(trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void cblas_dgemm(CBLAS_ORDER, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                 blasint m, blasint n, blasint k, double alpha, const double* a,
                 blasint lda, const double* b, blasint ldb, double beta,
                 double* c, blasint ldc) {
  gemm(trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
