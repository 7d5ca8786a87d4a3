#include "horloge/kernels/gemv.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "horloge/kernels/fastest.h"
#include "horloge/kernels/lanes.h"

namespace horloge::detail {
namespace {

using V = Vector<lanes>::type;

// `width` numbers of a row, those of 16 bits widened, which changes none of them.
template <std::size_t width>
auto line_at(const real* from) {
  return vector_at<width>(from);
}
template <std::size_t width>
struct Widened {
  typedef std::uint16_t Halves __attribute__((vector_size(width * sizeof(std::uint16_t))));
  typedef std::uint32_t Bits __attribute__((vector_size(width * sizeof(float))));
  typedef float Floats __attribute__((vector_size(width * sizeof(float))));
};

// By name, because g++ left to itself widens half a register of AVX2 at a time, and on ARM each
// number by itself.
template <std::size_t width>
auto widened(const typename Widened<width>::Halves& halves) {
  using Bits = typename Widened<width>::Bits;
#ifdef __AVX2__
  if constexpr (width == 8) return (Bits)_mm256_cvtepu16_epi32((__m128i)halves);
#elif defined(__ARM_FEATURE_FMA)
  if constexpr (width == 4) return (Bits)vmovl_u16((uint16x4_t)halves);
#endif
  return __builtin_convertvector(halves, Bits);
}

template <std::size_t width>
auto line_at(const Bfloat16* from) {
  using W = Widened<width>;
  typename W::Halves halves;
  std::memcpy(&halves, from, sizeof halves);
  const typename W::Bits bits = widened<width>(halves) << 16U;
  typename W::Floats floats;
  std::memcpy(&floats, &bits, sizeof floats);
  return __builtin_convertvector(floats, typename Vector<width>::type);
}

// The first `count` of them, and zeros.
template <std::size_t width>
auto line_at(const real* from, std::size_t count) {
  return vector_at<width>(from, count);
}
template <std::size_t width>
auto line_at(const Bfloat16* from, std::size_t count) {
  Bfloat16 line[width] = {};
  std::copy_n(from, std::min(count, width), line);
  return line_at<width>(line);
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

// How rows are read: so many side by side, in vectors of that width, with a prefetch so many bytes
// ahead.
template <std::size_t rows_at_once, std::size_t vector_width, std::size_t bytes_ahead>
struct Reading {
  static constexpr std::size_t rows = rows_at_once, width = vector_width, ahead = bytes_ahead;
};

// The products of some rows of a matrix and x, each row's added up to one register. Two sums a row
// hide the latency of an addition.
template <class R, class Number>
inline void multiply_rows(const Number* first, std::size_t ld, const real* x, std::size_t k,
                          V* products) {
  constexpr std::size_t parts = lanes / R::width, line = 64 / sizeof(Number);
  typename Vector<R::width>::type sum[R::rows][2][parts] = {};
  const auto add = [&](std::size_t p, std::size_t which, const auto& load) {
    for (std::size_t part = 0; part < parts; ++part) {
      const auto right = load(x, p, part * R::width);
#pragma GCC unroll 4
      for (std::size_t r = 0; r < R::rows; ++r)
        sum[r][which][part] =
            multiply_add(load(first + r * ld, p, part * R::width), right, sum[r][which][part]);
    }
  };
  const auto whole = [](const auto* row, std::size_t p, std::size_t from) {
    return line_at<R::width>(row + p + from);
  };
  std::size_t p = 0;
#pragma GCC unroll 2
  for (; p + 2 * lanes <= k; p += 2 * lanes) {
    if constexpr (R::ahead > 0)
      for (std::size_t r = 0; r < R::rows; ++r)
        for (std::size_t i = 0; i < 2 * lanes; i += line)
          __builtin_prefetch(first + r * ld + p + i + R::ahead / sizeof(Number));
    add(p, 0, whole);
    add(p + lanes, 1, whole);
  }
  if (p + lanes <= k) {
    add(p, 0, whole);
    p += lanes;
  }
  if (p < k)
    add(p, 1, [k](const auto* row, std::size_t at, std::size_t from) {
      return line_at<R::width>(row + std::min(at + from, k), k - std::min(at + from, k));
    });
#pragma GCC unroll 4
  for (std::size_t r = 0; r < R::rows; ++r) {
#pragma GCC unroll 2
    for (std::size_t part = 0; part < parts; ++part) sum[r][0][part] += sum[r][1][part];
    std::memcpy(products + r, sum[r][0], sizeof(V));
  }
}

// y_j = row j . x: the rows are read as they lie in memory, and folded a register of them at a
// time.
template <class R, class Number>
void dots(std::size_t n, std::size_t k, const real* x, const Number* rows, std::size_t ld,
          const Result& result) {
  V products[lanes];
  const auto put = [&](std::size_t j, std::size_t count) {
    const auto add = [](const auto& a, const auto& b) { return a + b; };
    result.put(all_folded<lanes / 2>(products, add), j, count);
  };
  std::size_t j = 0;
  for (; j + lanes <= n; j += lanes) {
    for (std::size_t r = 0; r < lanes; r += R::rows)
      multiply_rows<R>(rows + (j + r) * ld, ld, x, k, products + r);
    put(j, lanes);
  }
  if (j == n) return;
  for (std::size_t r = 0; r < lanes; ++r) {
    if (j + r < n)
      multiply_rows<Reading<1, lanes, 0>>(rows + (j + r) * ld, ld, x, k, products + r);
    else
      products[r] = V{};
  }
  put(j, n - j);
}

// In a cache, rows side by side are fastest, as they share the loads of x. From memory, one
// processor follows several rows at a time and another only one, some are faster with narrow
// vectors, and many ask for numbers too late by themselves. So the first products tell how it is
// done. Each way adds a row up in one order, to the same bits.
template <class Number>
void dots(std::size_t n, std::size_t k, const real* x, const Number* rows, std::size_t ld,
          const Result& result) {
  constexpr std::size_t several = std::min<std::size_t>(4, lanes);
  // Only those that multiply_add knows by name: others the compiler may round twice.
  constexpr std::size_t narrow = sizeof(V) == 64 ? lanes / 2 : lanes;
  using SideBySide = Reading<several, lanes, 0>;
  constexpr std::size_t may_be_in_a_cache = std::size_t{1} << 16U;
  if (n * k < may_be_in_a_cache) return dots<SideBySide>(n, k, x, rows, ld, result);
  constexpr std::array ways{dots<SideBySide, Number>,
                            dots<Reading<several, lanes, 6144>, Number>,
                            dots<Reading<1, lanes, 0>, Number>,
                            dots<Reading<1, lanes, 8192>, Number>,
                            dots<Reading<1, narrow, 0>, Number>,
                            dots<Reading<1, narrow, 2048>, Number>};
  static Fastest<ways.size()> fastest;
  fastest.run(n * k, [&](std::size_t way) { ways[way](n, k, x, rows, ld, result); });
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

void gemv(std::size_t n, std::size_t k, real alpha, const real* x, const MatrixIn& b, real beta,
          real* y, const real* bias) {
  const Result result{alpha, beta, bias, y};
  (b.trans == Trans::yes ? dots<real> : sums)(n, k, x, b.data, b.ld, result);
}

void gemv(std::size_t n, std::size_t k, const real* x, Bfloat16Rows rows, real* y,
          const real* bias) {
  dots(n, k, x, rows.data, rows.ld, {1, 0, bias, y});
}

}  // namespace horloge::detail
