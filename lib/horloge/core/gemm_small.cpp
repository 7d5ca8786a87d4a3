#include "horloge/core/gemm_small.h"

#include <algorithm>
#include <cstring>

#include "horloge/core/lanes.h"

namespace horloge::detail {
namespace {

// A where its elements are: row i and column p at data[i * row + p * column].
struct Left {
  const real* data;
  std::size_t row, column;
};

// Rows of B, or of a transposed copy.
struct Right {
  const real* data;
  std::size_t row;
};

struct Target {
  real* data;
  std::size_t row;
  real alpha, beta;
};

// The first `count` numbers of a register from memory and back; the compiler makes masks of the
// conditions.
template <std::size_t width>
inline void get(const real* from, std::size_t count, typename Vector<width>::type& to) {
  real line[width];
#pragma omp simd
  for (std::size_t j = 0; j < width; ++j) line[j] = j < count ? from[j] : real{0};
  std::memcpy(&to, line, sizeof to);
}

template <std::size_t width>
inline void put(const typename Vector<width>::type& from, std::size_t count, real* to) {
  real line[width];
  std::memcpy(line, &from, sizeof from);
#pragma omp simd
  for (std::size_t j = 0; j < width; ++j)
    if (j < count) to[j] = line[j];
}

// The sums of `rows` rows and `columns <= vectors * width` columns of C stay in registers while k
// passes by.
template <std::size_t rows, std::size_t vectors, std::size_t width>
void tile(std::size_t k, Left a, Right b, Target c, std::size_t columns) {
  using V = typename Vector<width>::type;
  V sum[rows][vectors] = {};
  const std::size_t count = vectors == 1 ? columns : width;
  for (std::size_t p = 0; p < k; ++p) {
    V right[vectors];
    for (std::size_t v = 0; v < vectors; ++v)
      get<width>(b.data + p * b.row + v * width, count, right[v]);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < rows; ++i)
#pragma GCC unroll 2
      for (std::size_t v = 0; v < vectors; ++v)
        sum[i][v] += a.data[i * a.row + p * a.column] * right[v];
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < rows; ++i)
#pragma GCC unroll 2
    for (std::size_t v = 0; v < vectors; ++v) {
      real* const out = c.data + i * c.row + v * width;
      V value = c.alpha * sum[i][v];
      if (c.beta != real{0}) {
        V before;
        get<width>(out, count, before);
        value += c.beta * before;
      }
      put<width>(value, count, out);
    }
}

// All rows of some columns of C, `rows` at a time; what is left makes one lower tile.
template <std::size_t rows, std::size_t vectors, std::size_t width>
void strip(std::size_t m, std::size_t k, Left a, Right b, Target c, std::size_t columns) {
  for (; m >= rows; m -= rows) {
    tile<rows, vectors, width>(k, a, b, c, columns);
    a.data += rows * a.row;
    c.data += rows * c.row;
  }
  if constexpr (rows > 1) strip<rows - 1, vectors, width>(m, k, a, b, c, columns);
}

constexpr std::size_t tallest = 6;  // 12 sums, and what they are made of, in 16 registers
constexpr std::size_t wide = lanes;
constexpr std::size_t narrow = std::min<std::size_t>(lanes, 32 / sizeof(real));
constexpr std::size_t largest_k = 256;

// Multiplications up to which B stays in the first caches without being repacked.
#ifdef __FMA__
constexpr std::size_t largest_work = std::size_t{1} << 21U;
#else  // BLAS looks up at run time what the processor can do
constexpr std::size_t largest_work = 0;
#endif

// Four rows of four numbers become four columns.
void transpose_four(const real* from, std::size_t from_row, real* to, std::size_t to_row) {
  using V = Vector<4>::type;
  V in[4], out[4];
  for (std::size_t i = 0; i < 4; ++i) std::memcpy(&in[i], from + i * from_row, sizeof(V));
  const V low01 = __builtin_shufflevector(in[0], in[1], 0, 4, 1, 5);
  const V low23 = __builtin_shufflevector(in[2], in[3], 0, 4, 1, 5);
  const V high01 = __builtin_shufflevector(in[0], in[1], 2, 6, 3, 7);
  const V high23 = __builtin_shufflevector(in[2], in[3], 2, 6, 3, 7);
  out[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  out[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  out[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  out[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
  for (std::size_t i = 0; i < 4; ++i) std::memcpy(to + i * to_row, &out[i], sizeof(V));
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

bool is_small_gemm(std::size_t m, std::size_t n, std::size_t k, Trans b) {
  if (k > largest_k) return false;
  const std::size_t work = m * n * k;
  if (work <= std::size_t{1} << 13U) return true;
  // A copy of B pays only if many rows make use of it.
  const std::size_t enough = b == Trans::yes ? 32 : 8;
  return m >= enough && n >= 8 && work <= largest_work;
}

void gemm_small(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
                real beta, real* c, std::size_t ldc) {
  const bool by_column = a.trans == Trans::yes;
  const Left left{a.data, by_column ? 1 : a.ld, by_column ? a.ld : 1};
  alignas(64) real panel[largest_k * 2 * wide];
  for (std::size_t j = 0; j < n;) {
    const std::size_t rest = n - j;
    const std::size_t width = rest >= 2 * wide ? 2 * wide : (rest > narrow ? wide : narrow);
    const std::size_t columns = std::min(rest, width);
    Right right{b.data + j, b.ld};
    if (b.trans == Trans::yes) {
      transpose(b.data + j * b.ld, b.ld, columns, k, panel, width);
      right = {panel, width};
    }
    const Target target{c + j, ldc, alpha, beta};
    if (width == 2 * wide)
      strip<tallest, 2, wide>(m, k, left, right, target, columns);
    else if (width == wide)
      strip<tallest, 1, wide>(m, k, left, right, target, columns);
    else
      strip<tallest, 1, narrow>(m, k, left, right, target, columns);
    j += columns;
  }
}

}  // namespace horloge::detail
