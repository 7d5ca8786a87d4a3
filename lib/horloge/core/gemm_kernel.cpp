#include "horloge/core/gemm_kernel.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "horloge/core/lanes.h"

namespace horloge::detail {
namespace {

// Some columns of C and a part of the sums that they are: row i and column p of A stand at a[i *
// a_row + p * a_column]; B has rows, if need be of a transposed copy.
struct Strip {
  std::size_t k;
  const real* a;
  std::size_t a_row, a_column;
  const real* b;
  std::size_t b_row;
  real* c;
  std::size_t c_row, columns;
  real alpha, beta;
  const real* bias;  // added to each row, or nullptr
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

// The same number everywhere. Subtracting a zero costs nothing; adding one would, for the sake of
// -0.
template <class V>
inline V all(real number) {
  return number - V{};
}

// Rows i to i + rows - 1 of a strip that is `vectors * width` columns wide, or less unless `whole`.
// Their sums stay in registers while k passes by. Not inlined: the loop needs all registers.
template <std::size_t rows, std::size_t vectors, std::size_t width, bool whole>
[[gnu::noinline]] void tile(const Strip& s, std::size_t i) {
  static_assert(whole || vectors == 1);
  using V = typename Vector<width>::type;
  const std::size_t columns = s.columns;
  const auto at = [&](const real* from) {
    V numbers;
    if constexpr (whole)
      numbers = vector_at<width>(from);
    else
      get<width>(from, columns, numbers);
    return numbers;
  };

  V sum[rows][vectors] = {};
  const std::size_t a_row = s.a_row, a_column = s.a_column, b_row = s.b_row;
  const real* a[(rows + 2) / 3];  // every third row: for each one there are too few registers
  for (std::size_t third = 0; third < std::size(a); ++third)
    a[third] = s.a + (i + 3 * third) * a_row;
  const real* b = s.b;
  for (std::size_t left = s.k; left > 0; --left, b += b_row) {
    V right[vectors];
    for (std::size_t v = 0; v < vectors; ++v) right[v] = at(b + v * width);
#pragma GCC unroll 16
    for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 2
      for (std::size_t v = 0; v < vectors; ++v)
        sum[r][v] = multiply_add(all<V>(a[r / 3][r % 3 * a_row]), right[v], sum[r][v]);
#pragma GCC unroll 4
    for (const real*& from : a) from += a_column;
  }

  const real alpha = s.alpha, beta = s.beta;
  const std::size_t c_row = s.c_row;
  real* const c = s.c + i * c_row;
  V added[vectors] = {};
  for (std::size_t v = 0; v < vectors && s.bias != nullptr; ++v) added[v] = at(s.bias + v * width);
  const auto finish = [&](const auto& before) {
#pragma GCC unroll 16
    for (std::size_t r = 0; r < rows; ++r)
#pragma GCC unroll 2
      for (std::size_t v = 0; v < vectors; ++v) {
        real* const out = c + r * c_row + v * width;
        const V number = multiply_add(all<V>(alpha), sum[r][v], before(v, out));
        if constexpr (whole)
          put_vector<V>(number, out);
        else
          put<width>(number, columns, out);
      }
  };
  if (beta == real{0})
    finish([&](std::size_t v, const real*) { return added[v]; });
  else
    finish([&](std::size_t v, const real* out) {
      return multiply_add(all<V>(beta), at(out), added[v]);
    });
}

// All m rows of a strip, `rows` at a time; what is left makes one lower tile.
template <std::size_t rows, std::size_t vectors, std::size_t width, bool whole>
void multiply(const Strip& strip, std::size_t m, std::size_t i = 0) {
  for (; i + rows <= m; i += rows) tile<rows, vectors, width, whole>(strip, i);
  if constexpr (rows > 1) multiply<rows - 1, vectors, width, whole>(strip, m, i);
}

// Two sums for each row and what they are made of: of 32 registers with AVX-512, of 16 without.
constexpr std::size_t tallest = lanes * sizeof(real) == 64 ? 12 : 6;
constexpr std::size_t wide = lanes;
constexpr std::size_t narrow = std::min<std::size_t>(lanes, 32 / sizeof(real));

// The rows of B that a strip passes by at a time: two vectors wide they are half of a first cache,
// and at least 32 KiB. Copied there, they lie together, whatever the rows' distance in memory.
constexpr std::size_t panel_rows = 256;
constexpr std::size_t worth_a_copy = 48;  // rows of C

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

// The same of a B that has rows.
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

// A strip of all m rows, with a copy of its B if that helps.
template <std::size_t vectors, std::size_t width, bool whole>
void multiply_strip(Strip s, std::size_t m, Trans b) {
  alignas(64) real panel[panel_rows * vectors * width];
  if (b == Trans::yes) transpose(s.b, s.b_row, s.columns, s.k, panel, vectors * width);
  if (b == Trans::no && m >= worth_a_copy) copy_rows<vectors, width>(s, panel);
  if (b == Trans::yes || m >= worth_a_copy) {
    s.b = panel;
    s.b_row = vectors * width;
  }
  multiply<tallest, vectors, width, whole>(s, m);
}

}  // namespace

// Compiled for any processor, these loops know less of the one at hand than BLAS does.
#ifdef __FMA__
constexpr bool compiled_for_this_processor = true;
#else
constexpr bool compiled_for_this_processor = false;
#endif

bool suits_gemm_kernel(std::size_t m, std::size_t n, std::size_t k, Trans b) {
  if (!compiled_for_this_processor) return false;
  if (m * n * k <= std::size_t{1} << 13U) return true;
  // A copy of B pays only if many rows make use of it.
  return m >= (b == Trans::yes ? 32 : 8) && n >= 8;
}

void gemm_kernel(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
                 real beta, real* c, std::size_t ldc, const real* bias) {
  Strip s{0, nullptr, a.ld, 1, nullptr, 0, c, ldc, 0, alpha, beta, nullptr};
  if (a.trans == Trans::yes) std::swap(s.a_row, s.a_column);
  const bool transposed = b.trans == Trans::yes;
  const std::size_t parts = (k + panel_rows - 1) / panel_rows;
  for (std::size_t j = 0; j < n; j += s.columns) {
    const std::size_t rest = n - j;
    const std::size_t width = rest >= 2 * wide ? 2 * wide : (rest > narrow ? wide : narrow);
    s.columns = std::min(rest, width);
    const bool whole = s.columns == width;
    s.c = c + j;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t p = k * part / parts;
      s.k = k * (part + 1) / parts - p;
      s.a = a.data + p * s.a_column;
      s.b = b.data + (transposed ? j * b.ld + p : p * b.ld + j);
      s.b_row = b.ld;
      s.beta = part == 0 ? beta : real{1};
      s.bias = bias != nullptr && part + 1 == parts ? bias + j : nullptr;
      if (width == 2 * wide)
        multiply_strip<2, wide, true>(s, m, b.trans);
      else if (width == wide)
        whole ? multiply_strip<1, wide, true>(s, m, b.trans)
              : multiply_strip<1, wide, false>(s, m, b.trans);
      else
        whole ? multiply_strip<1, narrow, true>(s, m, b.trans)
              : multiply_strip<1, narrow, false>(s, m, b.trans);
    }
  }
}

}  // namespace horloge::detail
