#include "horloge/core/gemm.h"

#include <cblas.h>

#include <algorithm>

#include "horloge/core/parallel.h"

namespace horloge {
namespace {

CBLAS_TRANSPOSE cblas(Trans t) { return t == Trans::yes ? CblasTrans : CblasNoTrans; }

// The parallel loops are the only pool of threads: OpenBLAS works on the thread that calls it.
struct OneBlasThread {
  OneBlasThread() { openblas_set_num_threads(1); }
};

// Rows of C to a tile. Every tile packs B anew, so tiles are tall where there is enough to share
// out, and a small product is one tile.
std::size_t tile_rows(std::size_t m, std::size_t n, std::size_t k) {
  constexpr std::size_t small_product = std::size_t{1} << 21;  // multiplications; about 20 us
  if (m * n * k <= small_product) return m;
  const std::size_t rows = std::max<std::size_t>((m + 7) / 8, 96);
  return std::min(m, (rows + 31) / 32 * 32);
}

}  // namespace

void gemm_serial(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
                 real beta, real* c, std::size_t ldc) {
  static const OneBlasThread once;
  if (m == 0 || n == 0) return;
  if (k == 0) {  // BLAS leaves C alone then; an empty sum is zero
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        c[i * ldc + j] = beta == real{0} ? real{0} : beta * c[i * ldc + j];
    return;
  }
  const auto size = [](std::size_t x) { return static_cast<blasint>(x); };
#ifdef HORLOGE_DOUBLE
  cblas_dgemm(
#else
  cblas_sgemm(
#endif
      CblasRowMajor, cblas(a.trans), cblas(b.trans), size(m), size(n), size(k), alpha, a.data,
      size(a.ld), b.data, size(b.ld), beta, c, size(ldc));
}

void gemm(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
          real beta, real* c, std::size_t ldc) {
  parallel_for(m, std::max<std::size_t>(1, tile_rows(m, n, k)),
               [&](std::size_t begin, std::size_t end) {
                 MatrixIn rows = a;
                 rows.data += a.trans == Trans::yes ? begin : begin * a.ld;
                 gemm_serial(end - begin, n, k, alpha, rows, b, beta, c + begin * ldc, ldc);
               });
}

}  // namespace horloge
