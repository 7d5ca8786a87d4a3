#include "horloge/core/gemm_small.h"

#include <algorithm>
#include <utility>

#include "horloge/core/lanes.h"

namespace horloge::detail {
namespace {

// Some columns of C and what they are made of: row i and column p of A stand at a[i * a_row + p *
// a_column]; B has rows, if need be of a transposed copy.
struct Strip {
  std::size_t k;
  const real* a;
  std::size_t a_row, a_column;
  const real* b;
  std::size_t b_row;
  real* c;
  std::size_t c_row, columns;
  real alpha, beta;
};

// The first `count` numbers of a register from memory and back; the compiler makes masks of the
// conditions.
template <std::size_t width>
inline void get(const real* from, std::size_t count, typename Vector<width>::type& to) {
  real line[width];
#pragma omp simd
  for (std::size_t j = 0; j < width; ++j) line[j] = j < count ? from[j] : real{0};
  to = vector_at<width>(line);
}

template <std::size_t width>
inline void put(const typename Vector<width>::type& from, std::size_t count, real* to) {
  real line[width];
  put_vector(from, line);
#pragma omp simd
  for (std::size_t j = 0; j < width; ++j)
    if (j < count) to[j] = line[j];
}

// Rows i to i + rows - 1 of a strip that is `vectors * width` columns wide, or less unless `whole`.
// Their sums stay in registers while k passes by.
template <std::size_t rows, std::size_t vectors, std::size_t width, bool whole>
void tile(const Strip& strip, std::size_t i) {
  static_assert(whole || vectors == 1);
  using V = typename Vector<width>::type;
  const Strip s = strip;  // which no store can change
  const real* a = s.a + i * s.a_row;
  const real* b = s.b;
  V sum[rows][vectors] = {};
  for (std::size_t p = 0; p < s.k; ++p, a += s.a_column, b += s.b_row) {
    V right[vectors];
    for (std::size_t v = 0; v < vectors; ++v)
      if constexpr (whole)
        right[v] = vector_at<width>(b + v * width);
      else
        get<width>(b, s.columns, right[v]);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 2
      for (std::size_t v = 0; v < vectors; ++v) sum[r][v] += a[r * s.a_row] * right[v];
  }
#pragma GCC unroll 8
  for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 2
    for (std::size_t v = 0; v < vectors; ++v) {
      real* const out = s.c + (i + r) * s.c_row + v * width;
      V before = {};
      if constexpr (whole) {
        if (s.beta != real{0}) before = vector_at<width>(out);
        put_vector<V>(s.alpha * sum[r][v] + s.beta * before, out);
      } else {
        if (s.beta != real{0}) get<width>(out, s.columns, before);
        put<width>(s.alpha * sum[r][v] + s.beta * before, s.columns, out);
      }
    }
}

// All m rows of a strip, `rows` at a time; what is left makes one lower tile.
template <std::size_t rows, std::size_t vectors, std::size_t width, bool whole>
void multiply(const Strip& strip, std::size_t m, std::size_t i = 0) {
  for (; i + rows <= m; i += rows) tile<rows, vectors, width, whole>(strip, i);
  if constexpr (rows > 1) multiply<rows - 1, vectors, width, whole>(strip, m, i);
}

constexpr std::size_t tallest = 6;  // 12 sums, and what they are made of, in 16 registers
constexpr std::size_t wide = lanes;
constexpr std::size_t narrow = std::min<std::size_t>(lanes, 32 / sizeof(real));
constexpr std::size_t largest_k = 256;

// Four rows of four numbers become four columns.
void transpose_four(const real* from, std::size_t from_row, real* to, std::size_t to_row) {
  using V = Vector<4>::type;
  const V a = vector_at<4>(from), b = vector_at<4>(from + from_row);
  const V c = vector_at<4>(from + 2 * from_row), d = vector_at<4>(from + 3 * from_row);
  const V ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const V cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const V ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const V cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  put_vector<V>(__builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5), to);
  put_vector<V>(__builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7), to + to_row);
  put_vector<V>(__builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5), to + 2 * to_row);
  put_vector<V>(__builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7), to + 3 * to_row);
}

// `columns` columns of the transposed B, as rows of `width`.
void transpose(const real* b, std::size_t ld, std::size_t columns, std::size_t k, real* to,
               std::size_t width) {
  std::size_t j = 0;
  for (; j + 4 <= columns; j += 4) {
    std::size_t p = 0;
    for (; p + 4 <= k; p += 4) transpose_four(b + j * ld + p, ld, to + p * width + j, width);
    for (; p < k; ++p)
      for (std::size_t i = j; i < j + 4; ++i) to[p * width + i] = b[i * ld + p];
  }
  for (; j < columns; ++j)
    for (std::size_t p = 0; p < k; ++p) to[p * width + j] = b[j * ld + p];
}

}  // namespace

// Compiled for any processor, these loops know less of the one at hand than BLAS does.
#ifdef __FMA__
constexpr bool compiled_for_this_processor = true;
#else
constexpr bool compiled_for_this_processor = false;
#endif

bool is_small_gemm(std::size_t m, std::size_t n, std::size_t k, Trans b) {
  if (!compiled_for_this_processor || k > largest_k) return false;
  const std::size_t work = m * n * k;
  if (work <= std::size_t{1} << 13U) return true;
  // A copy of B pays only if many rows make use of it; B should stay in the first caches.
  const std::size_t enough = b == Trans::yes ? 32 : 8;
  return m >= enough && n >= 8 && work <= std::size_t{1} << 21U;
}

void gemm_small(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
                real beta, real* c, std::size_t ldc) {
  Strip s{k, a.data, a.ld, 1, b.data, b.ld, c, ldc, 0, alpha, beta};
  if (a.trans == Trans::yes) std::swap(s.a_row, s.a_column);
  alignas(64) real panel[largest_k * 2 * wide];
  for (std::size_t j = 0; j < n; j += s.columns) {
    const std::size_t rest = n - j;
    const std::size_t width = rest >= 2 * wide ? 2 * wide : (rest > narrow ? wide : narrow);
    s.columns = std::min(rest, width);
    s.c = c + j;
    s.b = b.data + j;
    if (b.trans == Trans::yes) {
      transpose(b.data + j * b.ld, b.ld, s.columns, k, panel, width);
      s.b = panel;
      s.b_row = width;
    }
    const bool whole = s.columns == width;
    if (width == 2 * wide)
      multiply<tallest, 2, wide, true>(s, m);
    else if (width == wide)
      whole ? multiply<tallest, 1, wide, true>(s, m) : multiply<tallest, 1, wide, false>(s, m);
    else
      whole ? multiply<tallest, 1, narrow, true>(s, m) : multiply<tallest, 1, narrow, false>(s, m);
  }
}

}  // namespace horloge::detail
