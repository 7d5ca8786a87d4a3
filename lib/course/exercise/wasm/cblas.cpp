#include "cblas.h"

#include <cstddef>

// Few rows, or few columns: there a copy of B into panels does not pay. So the
// inner loop runs along memory: over a row of C, or over k where B is
// transposed.
void cblas_dgemm(CBLAS_ORDER, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b,
                 blasint m, blasint n, blasint k, double alpha, const double* a,
                 blasint lda, const double* b, blasint ldb, double beta,
                 double* c, blasint ldc) {
  const std::ptrdiff_t a_row = trans_a == CblasTrans ? 1 : lda;
  const std::ptrdiff_t a_column = trans_a == CblasTrans ? lda : 1;
  for (std::ptrdiff_t i = 0; i < m; ++i) {
    double* const out = c + i * ldc;
    const double* const from = a + i * a_row;
    for (std::ptrdiff_t j = 0; j < n; ++j)
      out[j] = beta == 0 ? 0 : beta * out[j];
    if (trans_b == CblasNoTrans) {
      for (std::ptrdiff_t p = 0; p < k; ++p) {
        const double factor = alpha * from[p * a_column];
        const double* const row = b + p * ldb;
#pragma omp simd
        for (std::ptrdiff_t j = 0; j < n; ++j) out[j] += factor * row[j];
      }
    } else {
      for (std::ptrdiff_t j = 0; j < n; ++j) {
        const double* const row = b + j * ldb;
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::ptrdiff_t p = 0; p < k; ++p)
          sum += from[p * a_column] * row[p];
        out[j] += alpha * sum;
      }
    }
  }
}
