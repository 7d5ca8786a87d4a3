#include "horloge/kernels/gemm_kernel.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#ifdef __linux__
#include <unistd.h>
#endif

#include "horloge/core/shape.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/prefetch.h"
#include "horloge/kernels/transpose.h"

namespace horloge::detail {
namespace {

// Some columns of C, and the part of their sums that this pass adds. Row i, column p of A is at
// a[i * a_row + p * a_column]; B is row-major, if need be a transposed copy.
struct Strip {
  std::size_t m, k;
  const real* a;
  std::size_t a_row, a_column;
  const real* b;
  std::size_t b_row;
  real* c;
  std::size_t c_row, columns;
  real alpha, beta;
  const real* bias;  // added to each row, or nullptr
  bool far;          // A and C are unlikely to be in cache, so prefetch them
};

template <std::size_t width, bool whole>
inline typename Vector<width>::type load(const real* from, std::size_t count) {
  if constexpr (whole) return vector_at<width>(from);
  return vector_at<width>(from, count);
}

// Rows of a tile with two registers of sums for each, and what the products need, out of 32
// registers with AVX-512 and NEON, 16 otherwise. A tile one register wide has twice as many rows.
#if defined(__AVX512F__) || defined(__aarch64__)
constexpr std::size_t MR = 12;
#else
constexpr std::size_t MR = 6;
#endif
constexpr int steps_at_once = MR == 6 ? 2 : 1;  // a step of twelve rows is long enough

// What the tile below the one at row i will read of A.
template <std::size_t rows>
Prefetch tile_below(const Strip& s, std::size_t i) {
  const std::size_t next = i + rows;
  const real* const a = s.a + next * s.a_row;
  if (s.a_column == 1) return next + rows <= s.m ? Prefetch(a, s.a_row, rows, s.k) : Prefetch();
  return next + Prefetch::piece <= s.m ? Prefetch(a, s.a_column, s.k, Prefetch::piece) : Prefetch();
}

// Prefetches what tile() adds to: before it, as its loop needs the registers for other addresses.
template <std::size_t rows, std::size_t width>
inline void prefetch_sums(const Strip& s, std::size_t i) {
  const real* c = s.c + i * s.c_row;
  for (std::size_t r = 0; r < rows; ++r, c += s.c_row) {
    __builtin_prefetch(c, 1);
    __builtin_prefetch(c + width - 1, 1);
  }
}

// Rows i to i + rows - 1 of C = alpha * sum + beta * C + bias.
template <std::size_t rows, std::size_t vectors, std::size_t width, bool whole, class V>
[[gnu::always_inline]] inline void put_sums(const V (&sum)[rows][vectors], const Strip& s,
                                            std::size_t i) {
  const real alpha = s.alpha, beta = s.beta;
  const std::size_t c_row = s.c_row, columns = s.columns;
  real* const c = s.c + i * c_row;
  V added[vectors] = {};
  for (std::size_t v = 0; v < vectors && s.bias != nullptr; ++v)
    added[v] = load<width, whole>(s.bias + v * width, columns);
  const auto put_each = [&](const auto& before) {
#pragma GCC unroll 24
    for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 2
      for (std::size_t v = 0; v < vectors; ++v) {
        real* const out = c + r * c_row + v * width;
        const V number = multiply_add(all_lanes<V>(alpha), sum[r][v], before(v, out));
        if constexpr (whole)
          put_vector<V>(number, out);
        else
          put_vector<width>(number, columns, out);
      }
  };
  if (beta == real{0})
    put_each([&](std::size_t v, const real*) { return added[v]; });
  else
    put_each([&](std::size_t v, const real* out) {
      return multiply_add(all_lanes<V>(beta), load<width, whole>(out, columns), added[v]);
    });
}

// The micro-kernel. Rows i to i + rows - 1 of a strip that is `vectors * width` columns wide, or
// less unless `whole`. Their sums stay in registers while k runs; meanwhile it prefetches the tile
// below and some pieces of the next panel. With `copied`, A and B are copies in the order that it
// reads them in. Not inlined: the loop needs all registers.
template <std::size_t rows, std::size_t vectors, std::size_t width, bool whole, bool copied>
[[gnu::noinline]] void tile(const Strip& s, std::size_t i, Prefetch& panel, std::size_t pieces) {
  static_assert(whole || vectors == 1);
  using V = typename Vector<width>::type;

  V sum[rows][vectors] = {};
  const std::size_t a_row = copied ? 1 : s.a_row, a_column = copied ? MR : s.a_column;
  const std::size_t b_row = copied ? vectors * width : s.b_row, columns = s.columns;
  const real* a[(rows + 2) / 3];  // every third row: one a row would take too many registers
  const real* first = s.a + i * (copied ? s.k : a_row);
  for (const real*& third : a) third = std::exchange(first, first + 3 * a_row);
  const real* b = s.b;
  std::size_t left = s.k;
  const auto add_products = [&](std::size_t steps, const auto& meanwhile) {
    steps = std::min(steps, left);
#pragma GCC unroll steps_at_once
    for (left -= steps; steps > 0; --steps, b += b_row) {
      meanwhile();
      V right[vectors];
      for (std::size_t v = 0; v < vectors; ++v)
        right[v] = load<width, whole>(b + v * width, columns);
#pragma GCC unroll 24
      for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 2
        for (std::size_t v = 0; v < vectors; ++v)
          sum[r][v] = multiply_add(all_lanes<V>(a[r / 3][r % 3 * a_row]), right[v], sum[r][v]);
#pragma GCC unroll 8
      for (const real*& from : a) from += a_column;
    }
  };
  if constexpr (rows == MR && vectors == 2 && !copied) {
    Prefetch below = s.far ? tile_below<rows>(s, i) : Prefetch();
    Prefetch next = panel;
    add_products(below.pieces(), [&] { below.fetch(); });
    add_products(pieces, [&] { next.fetch(); });
    panel = next;
  }
  add_products(left, [] {});

  put_sums<rows, vectors, width, whole>(sum, s, i);
}

// All rows of a strip, `rows` at a time; what is left makes one lower tile. The pieces of the next
// panel are spread evenly over the tiles.
template <std::size_t rows, std::size_t vectors, std::size_t width, bool whole, bool copied = false>
void multiply(const Strip& s, Prefetch& next, std::size_t i = 0) {
  const auto pieces_until = [&](std::size_t row) {  // small products have none to divide
    return next.pieces() == 0 ? 0 : next.pieces() * row / s.m;
  };
  for (; i + rows <= s.m; i += rows) {
    if (vectors == 2 && s.far) prefetch_sums<rows, vectors * width>(s, i);
    tile<rows, vectors, width, whole, copied>(s, i, next, pieces_until(i + rows) - pieces_until(i));
  }
  if constexpr (rows > 1) multiply<rows - 1, vectors, width, whole, copied>(s, next, i);
}

constexpr std::size_t wide = lanes;
constexpr std::size_t narrow = std::min<std::size_t>(lanes, 32 / sizeof(real));

constexpr std::size_t NR = panel_columns;

// Rows of a panel of B. NR columns wide it takes 48 KiB at most, all of a large L1 cache; what does
// not fit is read from the second cache in order, which is soon enough, while a lower panel would
// have the sums written and read again more often. The copy is contiguous, whatever the leading
// dimension of B.
constexpr std::size_t KC = 384;
constexpr std::size_t worth_a_copy = 48;  // rows of C

// Copies a panel of a row-major B.
template <std::size_t vectors, std::size_t width>
void copy_rows(const Strip& s, real* to) {
  if (s.columns < vectors * width) {
    for (std::size_t p = 0; p < s.k; ++p)
      std::copy_n(s.b + p * s.b_row, s.columns, to + p * vectors * width);
    return;
  }
  for (std::size_t p = 0; p < s.k; ++p)
    for (std::size_t v = 0; v < vectors; ++v)
      put_vector(vector_at<width>(s.b + p * s.b_row + v * width), to + (p * vectors + v) * width);
}

// The sums over k are added in parts of KC or less, of about the same size.
struct Parts {
  explicit Parts(std::size_t k) : k(k), count((k + KC - 1) / KC) {}
  std::size_t begin(std::size_t part) const { return k * part / count; }
  std::size_t size(std::size_t part) const { return begin(part + 1) - begin(part); }

  std::size_t k, count;
};

// A smaller A is likely to be in the L2 cache still, and so is what it is multiplied by.
bool is_far(std::size_t m, std::size_t k) { return m * k * sizeof(real) > std::size_t{1} << 18U; }

// The panel of B for one part of the strip at column j; nothing where that strip is not NR wide.
Prefetch panel_at(std::size_t m, std::size_t n, const MatrixIn& b, const Parts& parts,
                  std::size_t part, std::size_t j) {
  if (!is_far(m, parts.k) || j + NR > n || !copies_panel(m, b.trans)) return {};
  const real* const first = number_of(b, parts.begin(part), j);
  return b.trans == Trans::yes ? Prefetch(first, b.ld, NR, parts.size(part))
                               : Prefetch(first, b.ld, parts.size(part), NR);
}

// Rows of A, and columns of B, that are copied at once: the rows, 144 KiB at most, stay in a second
// cache of 256.
constexpr std::size_t MC = 384 / sizeof(real), NC = 1024;
static_assert(MC % MR == 0 && NC % NR == 0);

// Some rows of A for one part, MR of them after the other, each step of those together.
void copy_tiles(std::size_t rows, std::size_t k, const MatrixIn& a, real* to) {
  for (std::size_t i = 0; i < rows; i += MR, to += MR * k) {
    const std::size_t height = std::min(MR, rows - i);
    if (a.trans == Trans::no)
      copy_transposed(a.data + i * a.ld, a.ld, height, k, to, MR);
    else if (height < MR)
      for (std::size_t p = 0; p < k; ++p) std::copy_n(a.data + p * a.ld + i, height, to + p * MR);
    else  // by memcpy, which the compiler takes apart for a size that it knows
      for (std::size_t p = 0; p < k; ++p)
        std::memcpy(to + p * MR, a.data + p * a.ld + i, MR * sizeof(real));
  }
}

// A strip with a copy of its panel of B if that helps. What comes by reference was written just
// before: small products would wait for a copy of it.
template <std::size_t vectors, std::size_t width, bool whole>
void multiply_copied(Strip& s, Trans b, Prefetch& next) {
  alignas(64) real panel[KC * vectors * width];
  if (copies_panel(s.m, b)) {
    if (b == Trans::yes)
      copy_transposed(s.b, s.b_row, s.columns, s.k, panel, vectors * width);
    else
      copy_rows<vectors, width>(s, panel);
    s.b = panel;
    s.b_row = vectors * width;
  }
  multiply<2 * MR / vectors, vectors, width, whole>(s, next);
}

// The same, for a width known at run time.
void multiply_strip(Strip& s, Trans b, Prefetch& next, std::size_t width) {
  const bool whole = s.columns == width;
  if (width == NR)
    multiply_copied<2, wide, true>(s, b, next);
  else if (width == wide)
    whole ? multiply_copied<1, wide, true>(s, b, next)
          : multiply_copied<1, wide, false>(s, b, next);
  else
    whole ? multiply_copied<1, narrow, true>(s, b, next)
          : multiply_copied<1, narrow, false>(s, b, next);
}

}  // namespace

// Compiled without this processor's instructions, these loops are slower than BLAS, which finds
// them at run time.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__wasm_simd128__)
constexpr bool compiled_for_this_processor = true;
#else
constexpr bool compiled_for_this_processor = false;
#endif

bool copies_panel(std::size_t m, Trans b) {
  return b == Trans::yes || (b == Trans::no && m >= worth_a_copy);
}

std::size_t size_of_panels(std::size_t k, std::size_t n) { return (n + NR - 1) / NR * NR * k; }

void copy_panels(std::size_t k, std::size_t n, const MatrixIn& b, real* to) {
  for (std::size_t j = 0; b.trans == Trans::yes && j < n; j += NR)
    copy_transposed(b.data + j * b.ld, b.ld, std::min(NR, n - j), k, to + j * k, NR);
  const std::size_t whole = n / wide * wide;
  for (std::size_t p = 0; b.trans == Trans::no && p < k; ++p) {
    const auto place = [&](std::size_t j) { return to + j / NR * NR * k + p * NR + j % NR; };
    for (std::size_t j = 0; j < whole; j += wide)
      put_vector(vector_at<wide>(b.data + p * b.ld + j), place(j));
    std::copy_n(b.data + p * b.ld + whole, n - whole, place(whole));
  }
}

bool suits_gemm_kernel(std::size_t m, std::size_t n, std::size_t k, Trans b) {
  if (b == Trans::panels) return true;
  if (!compiled_for_this_processor) return false;
  if (m * n * k <= std::size_t{1} << 13U) return true;
  if (n == 1) return false;  // a product with a vector
  // Strips of a large row-major B that are not copied touch a page with each step.
  return copies_panel(m, b) || n * k <= std::size_t{1} << 19U;
}

std::size_t second_cache() {
#ifdef _SC_LEVEL2_CACHE_SIZE
  static const long size = ::sysconf(_SC_LEVEL2_CACHE_SIZE);
  return static_cast<std::size_t>(std::max(0L, size));
#else
  return 0;
#endif
}

bool copies(std::size_t m, std::size_t n, std::size_t k, const MatrixIn& a, std::size_t cache) {
  const std::size_t worth_it = (a.trans == Trans::yes ? 4 : 16) * NR;
  if (!is_far(m, k) || n < worth_it) return false;
  // In a small second cache each strip would look for A in vain.
  if (cache > 0 && cache <= std::size_t{1} << 19U) return true;
  // Numbers so far apart fall into one set of an L1 cache, which holds eight to twelve of them: the
  // tiles of a transposed A would find none of it there.
  constexpr std::size_t bytes_of_a_way = 4096;
  return a.trans == Trans::yes && a.ld * sizeof(real) % bytes_of_a_way == 0;
}

void gemm_kernel(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
                 const MatrixIn& b, real beta, real* c, std::size_t ldc, const real* bias) {
  const bool copied = b.trans != Trans::panels && copies(m, n, k, a);
  (copied ? gemm_copied : gemm_in_place)(m, n, k, alpha, a, b, beta, c, ldc, bias);
}

void gemm_in_place(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
                   const MatrixIn& b, real beta, real* c, std::size_t ldc, const real* bias) {
  Strip s{m, 0, nullptr, a.ld, 1, nullptr, 0, c, ldc, 0, alpha, beta, nullptr, false};
  if (a.trans == Trans::yes) std::swap(s.a_row, s.a_column);
  const Parts parts(k);
  for (std::size_t j = 0; j < n; j += s.columns)
    for (std::size_t part = 0; part < parts.count; ++part) {
      const bool last = part + 1 == parts.count;
      const std::size_t rest = n - j;
      const std::size_t width = rest >= NR ? NR : (rest > narrow ? wide : narrow);
      s.a = a.data + parts.begin(part) * s.a_column;
      s.columns = std::min(rest, width);
      s.c = c + j;
      // The tiles of a transposed A share cache lines, so only the first strip finds it out of
      // cache.
      s.far = is_far(m, k) && (j == 0 || a.trans == Trans::no);
      s.k = parts.size(part);
      s.b = number_of(b, parts.begin(part), j);
      s.b_row = b.trans == Trans::panels ? NR : b.ld;
      s.beta = part == 0 ? beta : real{1};
      s.bias = last && bias != nullptr ? bias + j : nullptr;
      Prefetch next =
          last ? panel_at(m, n, b, parts, 0, j + width) : panel_at(m, n, b, parts, part + 1, j);
      multiply_strip(s, b.trans, next, width);
    }
}

void gemm_copied(std::size_t m, std::size_t n, std::size_t k, real alpha, const MatrixIn& a,
                 const MatrixIn& b, real beta, real* c, std::size_t ldc, const real* bias) {
  const Parts parts(k);
  const std::size_t in_strips = n / NR * NR;
  Array rows = empty({MC * std::min(k, KC)});
  Array panels = empty({std::min(in_strips, NC) * std::min(k, KC)});
  Strip s{0, 0, rows.data(), 1, MR, nullptr, NR, nullptr, ldc, NR, alpha, 0, nullptr, true};
  for (std::size_t first = 0; first < in_strips; first += NC)
    for (std::size_t part = 0; part < parts.count; ++part) {
      const std::size_t p = parts.begin(part);
      const std::size_t columns = std::min(NC, in_strips - first);
      const real* const added = part + 1 == parts.count ? bias : nullptr;
      s.k = parts.size(part);
      s.beta = part == 0 ? beta : real{1};
      copy_panels(s.k, columns, part_from(b, p, first), panels.data());
      for (std::size_t i = 0; i < m; i += MC) {
        s.m = std::min(MC, m - i);
        copy_tiles(s.m, s.k, part_from(a, i, p), rows.data());
        for (std::size_t j = 0; j < columns; j += NR) {
          s.b = panels.data() + j * s.k;
          s.c = c + i * ldc + first + j;
          s.bias = added == nullptr ? nullptr : added + first + j;
          Prefetch nothing;
          multiply<MR, 2, wide, true, true>(s, nothing);
        }
      }
    }
  if (in_strips < n)
    gemm_in_place(m, n - in_strips, k, alpha, a, part_from(b, 0, in_strips), beta, c + in_strips,
                  ldc, bias == nullptr ? nullptr : bias + in_strips);
}

}  // namespace horloge::detail
