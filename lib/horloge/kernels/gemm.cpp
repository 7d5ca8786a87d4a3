#include "horloge/kernels/gemm.h"

#include <cblas.h>

#include <algorithm>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/kernels/gemm_kernel.h"
#include "horloge/kernels/gemv.h"

namespace horloge {
namespace {

// OpenBLAS takes a buffer of 128 MB for each thread that calls it. Where the system gives none, as
// with `ulimit -v`, it would ask for ever: better here than there.
void need_blas_buffer() {
#ifdef __linux__
  constexpr std::size_t size = std::size_t{128} << 20U;
  thread_local bool was_there = false;
  if (was_there) return;
  void* const buffer =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (buffer == MAP_FAILED)
    throw Error(
        "[gemm] there is not enough free memory: OpenBLAS needs 128 MB for each thread, besides "
        "the "
        "arrays; is there a limit, as ulimit -v sets it?");
  ::munmap(buffer, size);
  was_there = true;
#endif
}

CBLAS_TRANSPOSE cblas(Trans t) { return t == Trans::yes ? CblasTrans : CblasNoTrans; }

// Multiplications that are worth handing to another thread: 2 to 5 us.
constexpr std::size_t worth_a_thread = std::size_t{1} << 18U;

std::size_t ceil_div(std::size_t a, std::size_t b) { return (a + b - 1) / b; }
std::size_t round_up(std::size_t a, std::size_t b) { return ceil_div(a, b) * b; }

// Rows and columns of C to a tile.
struct Cut {
  std::size_t rows, columns;
};

// For BLAS, whose bits depend on how many rows it is given: a fixed number. Each tile packs all of
// B again, so it is tall.
Cut cut_for_blas(std::size_t m, std::size_t n, std::size_t k) {
  if (m * n * k <= 8 * worth_a_thread) return {m, n};
  return {std::min(m, std::max<std::size_t>(ceil_div(m, 8), 96)), n};
}

// For gemm_kernel, which has the same bits however C is cut: as many tiles for each thread as for
// the others. A tile copies its columns of B, so it is tall, as long as its rows of A stay in
// cache, and with one thread, or where it copies A, too, as wide as C.
Cut cut_for_kernel(std::size_t m, std::size_t n, std::size_t k, const MatrixIn& a) {
  const auto threads = static_cast<std::size_t>(num_threads());
  const std::size_t worth = m * n * k / worth_a_thread;
  if (worth <= 1) return {m, n};
  const std::size_t sharing = std::min(threads, worth);
  const std::size_t tiles = std::min(4 * threads, round_up(worth, sharing));
  constexpr std::size_t columns = 64, tall = 1152, low = 48, lowest = 16, worth_copies = 96;
  const std::size_t least = ceil_div(m, tall);
  if (threads == 1) return {ceil_div(m, least), n};
  if (detail::copies(m, n, k, a)) {  // each tile copies all of B
    const std::size_t wanted = std::clamp(m / worth_copies, threads, 2 * threads);
    return {ceil_div(m, std::max(least, wanted)), n};
  }
  // Where the last columns are fewer, each thread gets as many of them as the others.
  const std::size_t across = ceil_div(n, columns), down = ceil_div(tiles, across);
  const std::size_t wanted = n % (sharing * columns) == 0 ? down : round_up(down, sharing);
  const std::size_t most = std::max(m / low, std::min(m / lowest, ceil_div(sharing, across)));
  return {ceil_div(m, std::max(least, std::min(wanted, most))), columns};
}

// For gemv, which has the same bits however y is cut: some tiles for each thread, as far as each
// reads enough of the matrix.
Cut cut_for_gemv(std::size_t n, std::size_t k) {
  const auto threads = static_cast<std::size_t>(num_threads());
  constexpr std::size_t worth_a_thread_to_read = std::size_t{1} << 16U, columns = 64;
  const std::size_t tiles = std::min(8 * threads, n * k / worth_a_thread_to_read);
  if (threads == 1 || tiles <= 1) return {1, n};
  return {1, round_up(ceil_div(n, tiles), columns)};
}

// A row and a matrix, and nothing to be transposed for it.
bool suits_gemv(std::size_t m, std::size_t k, const MatrixIn& a, Trans b) {
  return m == 1 && k > 0 && a.trans == Trans::no && b != Trans::panels;
}

void add_to_each_row(const real* bias, std::size_t m, std::size_t n, real* c, std::size_t ldc) {
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) c[i * ldc + j] += bias[j];
}

MatrixIn at(MatrixIn a, std::size_t offset) {
  a.data += offset;
  return a;
}

void blas(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
          const MatrixIn& b, real beta, real* c, std::size_t ldc) {
  need_blas_buffer();
  static const bool once = (use_one_blas_thread(), true);
  (void)once;
  const auto size = [](std::size_t x) { return static_cast<blasint>(x); };
#ifdef HORLOGE_DOUBLE
  cblas_dgemm(
#else
  cblas_sgemm(
#endif
      CblasRowMajor, cblas(a.trans), cblas(b.trans), size(m), size(n), size(k), alpha, a.data,
      size(a.ld), b.data, size(b.ld), beta, c, size(ldc));
}

}  // namespace

void use_one_blas_thread() { openblas_set_num_threads(1); }

void gemm_serial(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
                 const MatrixIn& b, real beta, real* c, std::size_t ldc, const real* bias) {
  if (m == 0 || n == 0) return;
  if (k == 0) {  // BLAS leaves C as it is then; an empty sum is zero
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        c[i * ldc + j] = beta == real{0} ? real{0} : beta * c[i * ldc + j];
  } else if (suits_gemv(m, k, a, b.trans)) {
    return detail::gemv(n, k, alpha, a.data, b, beta, c, bias);
  } else if (detail::suits_gemm_kernel(m, n, k, b.trans)) {
    return detail::gemm_kernel(m, n, k, alpha, a, b, beta, c, ldc, bias);
  } else {
    blas(m, n, k, alpha, a, b, beta, c, ldc);
  }
  if (bias != nullptr) add_to_each_row(bias, m, n, c, ldc);
}

void gemm(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
          const MatrixIn& b, real beta, real* c, std::size_t ldc, const real* bias) {
  if (m == 0 || n == 0) return;
  const bool by_row = suits_gemv(m, k, a, b.trans);
  const bool by_kernel = !by_row && k > 0 && detail::suits_gemm_kernel(m, n, k, b.trans);
  const auto multiply = by_kernel ? detail::gemm_kernel : gemm_serial;
  const Cut cut = by_row      ? cut_for_gemv(n, k)
                  : by_kernel ? cut_for_kernel(m, n, k, a)
                              : cut_for_blas(m, n, k);
  const std::size_t across = ceil_div(n, cut.columns);
  parallel_for(ceil_div(m, cut.rows) * across, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t tile = begin; tile < end; ++tile) {
      const std::size_t row = tile / across * cut.rows;
      const std::size_t column = tile % across * cut.columns;
      multiply(std::min(cut.rows, m - row), std::min(cut.columns, n - column), k, alpha,
               detail::part_from(a, row, 0), detail::part_from(b, 0, column), beta,
               c + row * ldc + column, ldc, bias == nullptr ? nullptr : bias + column);
    }
  });
}

void gemv(std::size_t n, std::size_t k, const real* x, const Bfloat16* w, real* y,
          const real* bias) {
  if (n == 0 || k == 0)
    return gemm_serial(1, n, k, 1, {x, k}, {nullptr, k, Trans::yes}, 0, y, n, bias);
  const std::size_t columns = cut_for_gemv(n, k).columns;
  parallel_for(n, columns, [&](std::size_t begin, std::size_t end) {
    detail::gemv(end - begin, k, x, {w + begin * k, k}, y + begin,
                 bias == nullptr ? nullptr : bias + begin);
  });
}

// The work is a list of strips, each some rows of one C; a tile is one strip, or several where they
// are small.
void gemm_sums(std::size_t count, const std::vector<Term>& terms, std::size_t m, std::size_t n,
               std::size_t k, const MatrixIn& a, const MatrixIn& b, real beta, real* c) {
  if (count == 0 || m == 0 || n == 0) return;
  const std::size_t each = terms.size() / count;
  const std::size_t rows = cut_for_blas(m, n, k * each).rows;
  const std::size_t strips = ceil_div(m, rows);
  const std::size_t work = std::max<std::size_t>(1, rows * n * k * each);
  parallel_for(count * strips, worth_a_thread / work, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      const std::size_t row = s % strips * rows;
      const std::size_t height = std::min(rows, m - row);
      real* const out = c + (s / strips * m + row) * n;
      const Term* const first = terms.data() + s / strips * each;
      if (each == 0) gemm_serial(height, n, 0, 1, a, b, beta, out, n);
      for (std::size_t t = 0; t < each; ++t)
        gemm_serial(height, n, k, 1, detail::part_from(at(a, first[t].a), row, 0),
                    at(b, first[t].b), t == 0 ? beta : real{1}, out, n);
    }
  });
}

}  // namespace horloge
