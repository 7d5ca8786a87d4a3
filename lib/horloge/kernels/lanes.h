#pragma once

// Sums and maxima over a line of numbers, in vector registers. `omp simd reduction` would do, were
// it not for short lines: g++ adds up the lanes of a register one by one, and so it does with the
// numbers that do not fill one. For kernels (`.cpp` files) only. Readable twins: the loops in
// tests/kernels/lanes_test.cpp.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>

#include "horloge/core/array.h"

#if defined(__FMA__)
#include <immintrin.h>
#elif defined(__ARM_FEATURE_FMA)
#include <arm_neon.h>
#endif

namespace horloge {

/// Numbers that a vector register holds.
#if defined(__AVX512F__)
inline constexpr std::size_t lanes = 64 / sizeof(real);
#elif defined(__AVX__)
inline constexpr std::size_t lanes = 32 / sizeof(real);
#else
inline constexpr std::size_t lanes = 16 / sizeof(real);
#endif

/// `width` numbers, added and multiplied element by element.
template <std::size_t width>
struct Vector {
  typedef real type __attribute__((vector_size(width * sizeof(real))));
};

/// The numbers at `from`, which need not be aligned, and back.
template <std::size_t width>
inline typename Vector<width>::type vector_at(const real* from) {
  typename Vector<width>::type vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}
template <class Vector>
inline void put_vector(const Vector& vector, real* to) {
  std::memcpy(to, &vector, sizeof vector);
}

/// The first `count` of them, loaded with zeros after them, and stored. The compiler makes masks of
/// the conditions.
template <std::size_t width>
inline typename Vector<width>::type vector_at(const real* from, std::size_t count) {
  real line[width];
#pragma omp simd
  for (std::size_t j = 0; j < width; ++j) line[j] = j < count ? from[j] : real{0};
  return vector_at<width>(line);
}
template <std::size_t width>
inline void put_vector(const typename Vector<width>::type& vector, std::size_t count, real* to) {
  real line[width];
  put_vector(vector, line);
#pragma omp simd
  for (std::size_t j = 0; j < width; ++j)
    if (j < count) to[j] = line[j];
}

/// The number in every lane. The compiler drops a subtracted zero; an added one it must keep, for
/// -0 + 0 is 0.
template <class Vector>
inline Vector all_lanes(real number) {
  return number - Vector{};
}

/// a * b + c, rounded once where the processor can. By name, because g++ left to itself fuses some
/// multiply-adds and rounds others twice.
template <class Vector>
inline Vector multiply_add(const Vector& a, const Vector& b, const Vector& c) {
#ifdef __ARM_FEATURE_FMA  // a vector of NEON's is another type than one of its size
  if constexpr (sizeof(Vector) == 16 && sizeof(a[0]) == sizeof(float))
    return (Vector)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
  if constexpr (sizeof(Vector) == 16 && sizeof(a[0]) == sizeof(double))
    return (Vector)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
#endif
  return a * b + c;
}
#ifdef __FMA__
inline __m256 multiply_add(__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); }
inline __m256d multiply_add(__m256d a, __m256d b, __m256d c) { return _mm256_fmadd_pd(a, b, c); }
#endif
#ifdef __AVX512F__
inline __m512 multiply_add(__m512 a, __m512 b, __m512 c) { return _mm512_fmadd_ps(a, b, c); }
inline __m512d multiply_add(__m512d a, __m512d b, __m512d c) { return _mm512_fmadd_pd(a, b, c); }
#endif
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
inline real multiply_add(real a, real b, real c) { return std::fma(a, b, c); }
#endif

namespace detail {

// What is added up: number(k, i) is added by `pair`, and left(k, i) * right(k, i) by multiply_add.
template <class Left, class Right>
struct Products {
  real operator()(std::size_t k, std::size_t i) const { return left(k, i) * right(k, i); }

  const Left& left;
  const Right& right;
};

template <class Number, class Pair>
inline real with(real sum, const Number& number, std::size_t k, std::size_t i, const Pair& pair) {
  return pair(sum, number(k, i));
}
template <class Left, class Right, class Pair>
inline real with(real sum, const Products<Left, Right>& product, std::size_t k, std::size_t i,
                 const Pair&) {
  return multiply_add(product.left(k, i), product.right(k, i), sum);
}

// Folds a line in half until one number is left.
template <std::size_t width, class Pair>
inline real folded(const real (&part)[width], const Pair& pair) {
  if constexpr (width == 1) {
    return part[0];
  } else {
    real half[width / 2];
#pragma omp simd
    for (std::size_t j = 0; j < width / 2; ++j) half[j] = pair(part[j], part[j + width / 2]);
    return folded(half, pair);
  }
}

// One round over a line: each lane takes its next number.
template <class Next>
inline void take(real (&part)[lanes], const Next& next) {
#pragma omp simd
  for (std::size_t j = 0; j < lanes; ++j) part[j] = next(part[j], j);
}

// Some lines at once, number(first + k, i) over i < n for each k. `start` is the neutral element of
// `pair`, and fills the lanes that the last round leaves empty: the compiler makes a mask of the
// condition.
template <class Number, class Pair, std::size_t... k>
inline void lanes_of(std::size_t first, std::size_t n, real start, const Number& number,
                     const Pair& pair, real (&part)[sizeof...(k)][lanes],
                     std::index_sequence<k...>) {
  for (auto& line : part)
    for (real& p : line) p = start;
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    (take(part[k],
          [&](real sum, std::size_t j) { return with(sum, number, first + k, i + j, pair); }),
     ...);
  if (i == n) return;
  const auto left = static_cast<unsigned>(n - i);
  const auto take_last = [&](real(&line)[lanes], std::size_t at) {
    real last[lanes];
#pragma omp simd
    for (unsigned j = 0; j < lanes; ++j) last[j] = j < left ? number(first + at, i + j) : start;
    take(line, [&](real sum, std::size_t j) { return pair(sum, last[j]); });
  };
  (take_last(part[k], k), ...);
}

template <class Number, class Pair>
inline real reduced(std::size_t n, real start, const Number& number, const Pair& pair) {
  real part[1][lanes];
  lanes_of(
      0, n, start, [&](std::size_t, std::size_t i) { return number(i); }, pair, part,
      std::index_sequence<0>{});
  return folded(part[0], pair);
}

// Two registers hold lines of 2 * half numbers each. Folds each line in half, so that all of them
// fit into one register.
template <std::size_t half, class Vector, class Pair, std::size_t... j>
inline Vector two_folded(const Vector& a, const Vector& b, const Pair& pair,
                         std::index_sequence<j...>) {
  return pair(__builtin_shufflevector(a, b, (j / half * 2 * half + j % half)...),
              __builtin_shufflevector(a, b, (j / half * 2 * half + j % half + half)...));
}

// As many lines as a register has lanes, folded together: line r to lane r.
template <std::size_t half, class Vector, class Pair>
inline Vector all_folded(const Vector (&part)[2 * half], const Pair& pair) {
  Vector next[half];
  for (std::size_t r = 0; r < half; ++r)
    next[r] =
        two_folded<half>(part[2 * r], part[2 * r + 1], pair, std::make_index_sequence<lanes>{});
  if constexpr (half == 1)
    return next[0];
  else
    return all_folded<half / 2>(next, pair);
}

template <class Number, class Pair>
inline void rows_reduced(std::size_t rows, std::size_t n, real start, const Number& number,
                         const Pair& pair, real (&result)[lanes]) {
  // Independent chains of additions, to hide their latency; there are `lanes` rows at most.
  constexpr std::size_t together = std::min(std::size_t{4}, lanes);
  typename Vector<lanes>::type part[lanes];
  for (std::size_t r = rows; r < lanes; ++r) part[r] = typename Vector<lanes>::type{};
  const auto reduce = [&](std::size_t r, auto lines) {
    real line[decltype(lines)::size()][lanes];
    lanes_of(r, n, start, number, pair, line, lines);
    for (std::size_t k = 0; k < lines.size(); ++k) part[r + k] = vector_at<lanes>(line[k]);
  };
  std::size_t r = 0;
  for (; r + together <= rows; r += together) reduce(r, std::make_index_sequence<together>{});
  for (; r < rows; ++r) reduce(r, std::index_sequence<0>{});
  put_vector(all_folded<lanes / 2>(part, pair), result);
}

}  // namespace detail

/// The sum of term(i) over i < n. Its order depends on n alone.
template <class Term>
inline real sum_over(std::size_t n, const Term& term) {
  return detail::reduced(n, 0, term, [](real a, real b) { return a + b; });
}

/// The largest number(i) over i < n; -infinity for none. A NaN is passed over.
template <class Number>
inline real max_over(std::size_t n, const Number& number) {
  return detail::reduced(n, -std::numeric_limits<real>::infinity(), number,
                         [](real a, real b) { return b > a ? b : a; });
}

/// The sums of term(r, i) over i < n for each r < rows, at most `lanes` of them: the bits that
/// sum_over gives each row, and folding all of them costs little more than one. Lanes from `rows`
/// on are 0.
template <class Term>
inline void sums_over(std::size_t rows, std::size_t n, const Term& term, real (&sums)[lanes]) {
  detail::rows_reduced(
      rows, n, 0, term, [](const auto& a, const auto& b) { return a + b; }, sums);
}

/// The sums of left(r, i) * right(r, i), in the same way. The products are added by multiply_add:
/// left to itself, g++ fuses some of them and not others, and a row would not have the same bits in
/// any company.
template <class Left, class Right>
inline void dots_over(std::size_t rows, std::size_t n, const Left& left, const Right& right,
                      real (&sums)[lanes]) {
  sums_over(rows, n, detail::Products<Left, Right>{left, right}, sums);
}

/// The largest number(r, i) over i < n for each r < rows, as max_over gives it. Lanes from `rows`
/// on are 0.
template <class Number>
inline void maxima_over(std::size_t rows, std::size_t n, const Number& number,
                        real (&maxima)[lanes]) {
  detail::rows_reduced(
      rows, n, -std::numeric_limits<real>::infinity(), number,
      [](const auto& a, const auto& b) { return b > a ? b : a; }, maxima);
}

/// Calls body(first, count) for groups of `group` rows, and a last one of what is left, that cover
/// [begin, end).
template <class Body>
inline void for_each_group(std::size_t begin, std::size_t end, std::size_t group,
                           const Body& body) {
  for (std::size_t first = begin; first < end; first += group)
    body(first, std::min(group, end - first));
}

}  // namespace horloge
