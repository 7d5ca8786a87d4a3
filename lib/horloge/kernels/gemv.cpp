#include "horloge/kernels/gemv.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "horloge/kernels/lanes.h"

namespace horloge::detail {
namespace {

using V = Vector<lanes>::type;

// The numbers of a row, those of 16 bits widened, which changes none of them.
V line_at(const real* from) { return vector_at<lanes>(from); }
V line_at(const real* from, std::size_t count) { return vector_at<lanes>(from, count); }

V line_at(const Bfloat16* from) {
  typedef std::uint16_t Halves __attribute__((vector_size(lanes * sizeof(std::uint16_t))));
  typedef std::uint32_t Bits __attribute__((vector_size(lanes * sizeof(float))));
  typedef float Floats __attribute__((vector_size(lanes * sizeof(float))));
  Halves halves;
  std::memcpy(&halves, from, sizeof halves);
  const Bits bits = __builtin_convertvector(halves, Bits) << 16U;
  Floats floats;
  std::memcpy(&floats, &bits, sizeof floats);
  return __builtin_convertvector(floats, V);
}
V line_at(const Bfloat16* from, std::size_t count) {
  Bfloat16 line[lanes] = {};
  std::copy_n(from, count, line);
  return line_at(line);
}

// y = alpha * sum + beta * y + bias for `count` numbers from j on.
struct Result {
  real alpha, beta;
  const real* bias;
  real* y;

  void put(const V& sum, std::size_t j, std::size_t count) const {
    V number = sum * alpha;
    if (beta != real{0})
      number = multiply_add(all_lanes<V>(beta), vector_at<lanes>(y + j, count), number);
    if (bias != nullptr) number += vector_at<lanes>(bias + j, count);
    if (count == lanes)
      put_vector(number, y + j);
    else
      put_vector<lanes>(number, count, y + j);
  }
};

constexpr std::size_t together = std::min<std::size_t>(4, lanes);

// The processor sees by itself which floats are needed next, and a prefetch only costs. Bfloat16 it
// works off faster than it asks for them.
template <std::size_t rows, class Number>
inline void prefetch_rows(const Number* first, std::size_t ld) {
  constexpr std::size_t bytes_ahead = 6144;
  if constexpr (std::is_same_v<Number, Bfloat16>)
#pragma GCC unroll 4
    for (std::size_t r = 0; r < rows; ++r)
      __builtin_prefetch(first + r * ld + bytes_ahead / sizeof(Number));
}

// The products of some rows of a matrix and x, each row's added up to one register. Two sums a row
// hide the latency of an addition.
template <std::size_t rows, class Number>
inline void multiply_rows(const Number* first, std::size_t ld, const real* x, std::size_t k,
                          V* products) {
  V sum[rows][2] = {};
  const auto add = [&](std::size_t p, std::size_t which, const auto& load) {
    const V right = load(x + p);
#pragma GCC unroll 4
    for (std::size_t r = 0; r < rows; ++r)
      sum[r][which] = multiply_add(load(first + r * ld + p), right, sum[r][which]);
  };
  const auto whole = [](const auto* from) { return line_at(from); };
  std::size_t p = 0;
  for (; p + 2 * lanes <= k; p += 2 * lanes) {
    prefetch_rows<rows>(first + p, ld);
    add(p, 0, whole);
    add(p + lanes, 1, whole);
  }
  if (p + lanes <= k) {
    add(p, 0, whole);
    p += lanes;
  }
  if (p < k) add(p, 1, [n = k - p](const auto* from) { return line_at(from, n); });
  for (std::size_t r = 0; r < rows; ++r) products[r] = sum[r][0] + sum[r][1];
}

// y_j = row j . x: the rows are read as they lie in memory, and folded a register of them at a
// time.
template <class Number>
void dots(std::size_t n, std::size_t k, const real* x, const Number* rows, std::size_t ld,
          const Result& result) {
  V products[lanes];
  const auto put = [&](std::size_t j, std::size_t count) {
    const auto add = [](const auto& a, const auto& b) { return a + b; };
    result.put(all_folded<lanes / 2>(products, add), j, count);
  };
  std::size_t j = 0;
  for (; j + lanes <= n; j += lanes) {
    for (std::size_t r = 0; r < lanes; r += together)
      multiply_rows<together>(rows + (j + r) * ld, ld, x, k, products + r);
    put(j, lanes);
  }
  if (j == n) return;
  for (std::size_t r = 0; r < lanes; ++r) {
    if (j + r < n)
      multiply_rows<1>(rows + (j + r) * ld, ld, x, k, products + r);
    else
      products[r] = V{};
  }
  put(j, n - j);
}

// A strip of y, `vectors` registers wide, or less unless `whole`: the rows times the numbers of x,
// added up. Independent sums again.
template <std::size_t vectors, bool whole>
void strip_of_sums(std::size_t k, const real* x, const real* rows, std::size_t ld,
                   std::size_t count, std::size_t j, const Result& result) {
  constexpr std::size_t chains = 4;
  V sum[chains][vectors] = {};
  const auto add_row = [&](std::size_t p, V(&to)[vectors]) {
    for (std::size_t v = 0; v < vectors; ++v) {
      const real* const from = rows + p * ld + j + v * lanes;
      to[v] = multiply_add(all_lanes<V>(x[p]),
                           whole ? vector_at<lanes>(from) : vector_at<lanes>(from, count), to[v]);
    }
  };
  std::size_t p = 0;
  for (; p + chains <= k; p += chains)
#pragma GCC unroll 4
    for (std::size_t c = 0; c < chains; ++c) add_row(p + c, sum[c]);
  for (; p < k; ++p) add_row(p, sum[0]);
  for (std::size_t v = 0; v < vectors; ++v)
    result.put((sum[0][v] + sum[1][v]) + (sum[2][v] + sum[3][v]), j + v * lanes, count);
}

// y = x_0 row 0 + x_1 row 1 + …, in strips whose sums stay in registers.
void sums(std::size_t n, std::size_t k, const real* x, const real* rows, std::size_t ld,
          const Result& result) {
  std::size_t j = 0;
  for (; j + 2 * lanes <= n; j += 2 * lanes)
    strip_of_sums<2, true>(k, x, rows, ld, lanes, j, result);
  for (; j + lanes <= n; j += lanes) strip_of_sums<1, true>(k, x, rows, ld, lanes, j, result);
  if (j < n) strip_of_sums<1, false>(k, x, rows, ld, n - j, j, result);
}

}  // namespace

void gemv(std::size_t n, std::size_t k, real alpha, const real* x, MatrixIn b, real beta, real* y,
          const real* bias) {
  const Result result{alpha, beta, bias, y};
  (b.trans == Trans::yes ? dots<real> : sums)(n, k, x, b.data, b.ld, result);
}

void gemv(std::size_t n, std::size_t k, const real* x, Bfloat16Rows rows, real* y,
          const real* bias) {
  dots(n, k, x, rows.data, rows.ld, {1, 0, bias, y});
}

}  // namespace horloge::detail
