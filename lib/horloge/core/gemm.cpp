#include "horloge/core/gemm.h"

#include <cblas.h>

#include <algorithm>

#include "horloge/core/gemm_small.h"
#include "horloge/core/parallel.h"

namespace horloge {
namespace {

CBLAS_TRANSPOSE cblas(Trans t) { return t == Trans::yes ? CblasTrans : CblasNoTrans; }

// The parallel loops are the only pool of threads: OpenBLAS works on the thread that calls it.
struct OneBlasThread {
  OneBlasThread() { openblas_set_num_threads(1); }
};

// Multiplications that one tile holds at least: about 20 us.
constexpr std::size_t small_product = std::size_t{1} << 21U;

// Rows of C to a tile. Every tile packs B anew, so tiles are tall where there is enough to share
// out, and a small product is one tile.
std::size_t tile_rows(std::size_t m, std::size_t n, std::size_t k) {
  if (m * n * k <= small_product) return std::max<std::size_t>(1, m);
  const std::size_t rows = std::max<std::size_t>((m + 7) / 8, 96);
  return std::min(m, (rows + 31) / 32 * 32);
}

MatrixIn from_row(MatrixIn a, std::size_t row) {
  a.data += a.trans == Trans::yes ? row : row * a.ld;
  return a;
}

MatrixIn at(MatrixIn a, std::size_t offset) {
  a.data += offset;
  return a;
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
  if (detail::is_small_gemm(m, n, k, b.trans))
    return detail::gemm_small(m, n, k, alpha, a, b, beta, c, ldc);
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
  parallel_for(m, tile_rows(m, n, k), [&](std::size_t begin, std::size_t end) {
    gemm_serial(end - begin, n, k, alpha, from_row(a, begin), b, beta, c + begin * ldc, ldc);
  });
}

// The work is a list of strips, each some rows of one C; a tile is one strip, or several where they
// are small.
void gemm_sums(std::size_t count, const std::vector<Term>& terms, std::size_t m, std::size_t n,
               std::size_t k, MatrixIn a, MatrixIn b, real beta, real* c) {
  if (count == 0 || m == 0 || n == 0) return;
  const std::size_t each = terms.size() / count;
  const std::size_t rows = tile_rows(m, n, k * each);
  const std::size_t strips = (m + rows - 1) / rows;
  const std::size_t work = std::max<std::size_t>(1, rows * n * k * each);
  parallel_for(count * strips, small_product / 4 / work, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      const std::size_t row = s % strips * rows;
      const std::size_t height = std::min(rows, m - row);
      real* const out = c + (s / strips * m + row) * n;
      const Term* const first = terms.data() + s / strips * each;
      if (each == 0) gemm_serial(height, n, 0, 1, a, b, beta, out, n);
      for (std::size_t t = 0; t < each; ++t)
        gemm_serial(height, n, k, 1, from_row(at(a, first[t].a), row), at(b, first[t].b),
                    t == 0 ? beta : real{1}, out, n);
    }
  });
}

}  // namespace horloge
