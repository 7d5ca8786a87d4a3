#include "horloge/kernels/gemm.h"

#include <tuple>
#include <vector>

#include "horloge/kernels/gemm_kernel.h"
#include "horloge/kernels/gemv.h"
#include "support/threads.h"

namespace horloge {
namespace {

constexpr real nan = std::numeric_limits<real>::quiet_NaN();

// Whole numbers, so small that a float adds them up exactly: in whatever order a product is
// computed, it must be equal.
Array whole_numbers(std::uint64_t seed, const Shape& shape) {
  const Ids drawn = Rng(seed).integers(shape, -8, 9);
  Array out = empty(shape);
  std::transform(drawn.begin(), drawn.end(), out.data(),
                 [](std::int64_t x) { return static_cast<real>(x); });
  return out;
}

// The definition as a triple loop.
void naive_gemm(std::size_t m, std::size_t n, std::size_t k, double alpha, MatrixIn a, MatrixIn b,
                double beta, real* c, std::size_t ldc) {
  const auto get = [](MatrixIn x, std::size_t i, std::size_t j) {
    return static_cast<double>(x.trans == Trans::no ? x.data[i * x.ld + j] : x.data[j * x.ld + i]);
  };
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t l = 0; l < k; ++l) sum += get(a, i, l) * get(b, l, j);
      real& out = c[i * ldc + j];
      out = static_cast<real>(alpha * sum + (beta == 0 ? 0 : beta * static_cast<double>(out)));
    }
}

struct Sizes {
  std::size_t m, n, k;
};

// Both layouts of both matrices, with leading dimensions larger than their rows; what lies between
// the rows of C must not change.
using Multiply = void (*)(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a,
                          MatrixIn b, real beta, real* c, std::size_t ldc);

// Without the bias, which has a test of its own.
template <auto& multiply>
void plain(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
           real beta, real* c, std::size_t ldc) {
  multiply(m, n, k, alpha, a, b, beta, c, ldc, nullptr);
}
constexpr Multiply in_registers = plain<detail::gemm_kernel>;

void expect_agrees(const Sizes& s, real alpha, real beta, std::size_t gap,
                   Multiply multiply = plain<gemm>) {
  const auto [m, n, k] = std::array{s.m, s.n, s.k};
  for (const Trans ta : {Trans::no, Trans::yes})
    for (const Trans tb : {Trans::no, Trans::yes}) {
      const std::size_t lda = (ta == Trans::no ? k : m) + gap;
      const std::size_t ldb = (tb == Trans::no ? n : k) + gap;
      const std::size_t ldc = n + gap;
      const std::uint64_t seed = m * 10000 + n * 100 + k;
      const Array a = whole_numbers(seed, {ta == Trans::no ? m : k, lda});
      const Array b = whole_numbers(seed + 1, {tb == Trans::no ? k : n, ldb});
      const Array before =
          beta == real{0} && gap == 0 ? full({m, ldc}, nan) : whole_numbers(3, {m, ldc});
      Array got = before;
      Array want = before;
      multiply(m, n, k, alpha, {a.data(), lda, ta}, {b.data(), ldb, tb}, beta, got.data(), ldc);
      naive_gemm(m, n, k, static_cast<double>(alpha), {a.data(), lda, ta}, {b.data(), ldb, tb},
                 static_cast<double>(beta), want.data(), ldc);
      ASSERT_TRUE(test::same(got, want))
          << m << " x " << n << " x " << k << ", transposed " << (ta == Trans::yes) << " "
          << (tb == Trans::yes) << ", alpha " << alpha << ", beta " << beta << ", gap " << gap;
    }
}

TEST(Gemm, AgreesWithTheDefinitionAtAllSmallSizes) {
  for (std::size_t m = 1; m <= 40; m += m < 9 ? 1 : 3)
    for (std::size_t n = 1; n <= 40; n += n < 9 ? 1 : 3)
      for (std::size_t k = 1; k <= 40; k += k < 9 ? 1 : 3) expect_agrees({m, n, k}, 1, 0, 0);
}

TEST(Gemm, ScalesAddsAndReadsSlices) {
  for (const real alpha : {real{1}, real{-0.5}, real{0}})
    for (const real beta : {real{0}, real{1}, real{2}})
      for (const std::size_t gap : {0, 5})
        for (const Sizes& s : {Sizes{1, 1, 1}, Sizes{3, 17, 5}, Sizes{33, 8, 64}})
          expect_agrees(s, alpha, beta, gap);
}

TEST(GemmKernel, AgreesWithTheDefinitionAtAllSmallSizes) {
  for (std::size_t m = 1; m <= 26; ++m)
    for (std::size_t n = 1; n <= 70; n += n < 34 ? 1 : 5)
      for (const std::size_t k : {1, 2, 8, 33}) expect_agrees({m, n, k}, 1, 0, 0, in_registers);
}

TEST(GemmKernel, ScalesAddsAndReadsSlices) {
  for (const real alpha : {real{1}, real{-0.5}, real{0}})
    for (const real beta : {real{0}, real{1}, real{2}})
      for (const Sizes& s : {Sizes{1, 1, 1}, Sizes{3, 17, 5}, Sizes{33, 41, 384}})
        expect_agrees(s, alpha, beta, 5, in_registers);
}

TEST(GemmKernel, TakesLongSumsInParts) {
  for (const real beta : {real{0}, real{2}})
    for (const std::size_t k : {383, 384, 385, 767, 769, 1500})
      for (const Sizes& s : {Sizes{3, 5, k}, Sizes{14, 33, k}, Sizes{50, 40, k}})
        expect_agrees(s, 1, beta, 3, in_registers);
}

// So large that it prefetches.
TEST(GemmKernel, AgreesWhereMatricesAreFarAway) {
  for (const Sizes& s : {Sizes{300, 100, 400}, Sizes{24, 70, 2800}, Sizes{1100, 70, 64}})
    expect_agrees(s, 1, 1, 3, in_registers);
}

// Columns 4 KiB apart, of which an L1 cache holds few, or a small second cache: both matrices are
// copied.
TEST(GemmKernel, AgreesWhereItCopies) {
  constexpr std::size_t ld = 4096 / sizeof(real), gap = 5;
  const Sizes s{ld - gap, 133, 400};
  constexpr std::size_t small = std::size_t{512} << 10U, large = std::size_t{1} << 20U;
  for (const std::size_t cache : {std::size_t{0}, small, large}) {
    EXPECT_TRUE(detail::copies(s.m, s.n, s.k, {nullptr, ld, Trans::yes}, cache));
    EXPECT_EQ(detail::copies(s.m, s.n, s.k, {nullptr, ld + gap, Trans::yes}, cache),
              cache == small);
    EXPECT_FALSE(detail::copies(s.m, 100, s.k, {nullptr, ld, Trans::no}, cache));
    EXPECT_EQ(detail::copies(s.m, 512, s.k, {nullptr, ld, Trans::no}, cache), cache == small);
    EXPECT_FALSE(detail::copies(5, s.n, s.k, {nullptr, ld, Trans::yes}, cache));
  }
  for (const Multiply multiply : {in_registers, Multiply(plain<gemm>)})
    for (const real beta : {real{0}, real{2}}) expect_agrees(s, 0.5, beta, gap, multiply);
  for (const Sizes& odd :
       {Sizes{1, 1, 1}, Sizes{7, 31, 3}, Sizes{13, 65, 385}, Sizes{200, 1100, 9}})
    for (const real beta : {real{0}, real{2}})
      expect_agrees(odd, 0.5, beta, gap, plain<detail::gemm_copied>);
}

TEST(GemmKernel, HasTheSameBitsWithAndWithoutCopies) {
  for (const Sizes& s : {Sizes{6, 40, 7}, Sizes{205, 75, 400}, Sizes{400, 1060, 513}}) {
    const auto [m, n, k] = std::array{s.m, s.n, s.k};
    const Array a = Rng(1).normal({m * k}), b = Rng(2).normal({k * n}), bias = Rng(3).normal({n});
    for (const Trans ta : {Trans::no, Trans::yes})
      for (const Trans tb : {Trans::no, Trans::yes}) {
        const MatrixIn left{a.data(), ta == Trans::no ? k : m, ta};
        const MatrixIn right{b.data(), tb == Trans::no ? n : k, tb};
        Array in_place = Rng(4).normal({m, n});
        Array copied = in_place;
        detail::gemm_in_place(m, n, k, 0.3F, left, right, 0.7F, in_place.data(), n, bias.data());
        detail::gemm_copied(m, n, k, 0.3F, left, right, 0.7F, copied.data(), n, bias.data());
        EXPECT_TRUE(test::same(copied, in_place)) << m << " x " << n << " x " << k;
      }
  }
}

// With a B that was copied to panels before, the rest of the last one not a number.
void by_panels(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
               real beta, real* c, std::size_t ldc) {
  Array panels = full({detail::size_of_panels(k, n)}, nan);
  detail::copy_panels(k, n, b, panels.data());
  gemm_serial(m, n, k, alpha, a, {panels.data(), k, Trans::panels}, beta, c, ldc);
}

TEST(Panels, AgreeWithTheDefinition) {
  for (const std::size_t m : {1, 5, 24, 48, 97})
    for (std::size_t n = 1; n <= 100; n += n < 40 ? 1 : 7)
      for (const std::size_t k : {1, 3, 64}) expect_agrees({m, n, k}, 0.5, 2, 3, by_panels);
  expect_agrees({30, 75, 1000}, 1, 0, 0, by_panels);
  expect_agrees({300, 33, 700}, 1, 2, 5, by_panels);
}

TEST(Panels, HaveTheSameBitsAsWhatTheyWereCopiedFrom) {
  const std::size_t m = 50, n = 3 * detail::panel_columns + 5, k = 420, row = 17;
  const Array a = Rng(1).normal({m, k}), b = Rng(2).normal({k * n});
  for (const Trans trans : {Trans::no, Trans::yes}) {
    const MatrixIn lies{b.data(), trans == Trans::no ? n : k, trans};
    Array panels = empty({detail::size_of_panels(k, n)});
    detail::copy_panels(k, n, lies, panels.data());
    for (const std::size_t column : {std::size_t{0}, 2 * detail::panel_columns}) {
      Array want = full({m, n}, 0), got = want;
      const auto product = [&](const MatrixIn& right, Array& c) {
        gemm_serial(m, n - column, k - row, 1, {a.data(), k}, detail::part_from(right, row, column),
                    0, c.data(), n);
      };
      product(lies, want);
      product({panels.data(), k, Trans::panels}, got);
      EXPECT_TRUE(test::same(got, want)) << "column " << column;
    }
  }
}

// One row, with a row of A that is contiguous.
void by_row(std::size_t, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
            real beta, real* c, std::size_t) {
  Array x = empty({k});
  for (std::size_t p = 0; p < k; ++p) x(p) = a.data[a.trans == Trans::yes ? p * a.ld : p];
  detail::gemv(n, k, alpha, x.data(), b, beta, c);
}

TEST(Gemv, AgreesWithTheDefinition) {
  for (std::size_t n = 1; n <= 70; n += n < 34 ? 1 : 5)
    for (const std::size_t k : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 130, 257})
      expect_agrees({1, n, k}, 1, 0, 3, by_row);
}

TEST(Gemv, ScalesAddsAndReadsSlices) {
  for (const real alpha : {real{1}, real{-0.5}, real{0}})
    for (const real beta : {real{0}, real{1}, real{2}})
      for (const std::size_t gap : {0, 5})
        for (const Sizes& s : {Sizes{1, 1, 1}, Sizes{1, 17, 5}, Sizes{1, 77, 70}})
          expect_agrees(s, alpha, beta, gap, by_row);
}

TEST(Gemv, HasTheSameBitsHoweverItIsCut) {
  constexpr std::size_t n = 75, k = 83;
  const Array x = Rng(1).normal({k}), b = Rng(2).normal({n * k}), bias = Rng(3).normal({n});
  for (const Trans trans : {Trans::no, Trans::yes}) {
    const MatrixIn all{b.data(), trans == Trans::yes ? k : n, trans};
    Array whole = empty({n}), pieces = empty({n});
    detail::gemv(n, k, 0.3F, x.data(), all, 0, whole.data(), bias.data());
    for (const auto& [first, count] : {std::pair{0, 1}, {1, 30}, {31, 17}, {48, 27}}) {
      MatrixIn piece = all;
      piece.data += static_cast<std::size_t>(first) * (trans == Trans::yes ? k : 1);
      detail::gemv(static_cast<std::size_t>(count), k, 0.3F, x.data(), piece, 0,
                   pieces.data() + first, bias.data() + first);
    }
    EXPECT_TRUE(test::same_bits(pieces, whole)) << (trans == Trans::yes);
  }
}

// Of a large matrix the first products are read in several ways.
TEST(Gemv, HasTheSameBitsHoweverItIsRead) {
  constexpr std::size_t n = 301, k = 259;
  const Array x = Rng(1).normal({k}), b = Rng(2).normal({n * k});
  Array first = empty({n}), again = empty({n});
  detail::gemv(n, k, 1, x.data(), {b.data(), k, Trans::yes}, 0, first.data());
  for (int call = 0; call < 200; ++call) {
    detail::gemv(n, k, 1, x.data(), {b.data(), k, Trans::yes}, 0, again.data());
    ASSERT_TRUE(test::same_bits(again, first)) << call;
  }
}

// What lies beyond a matrix is not read into it.
TEST(Gemv, LeavesOutWhatIsBetweenTheRows) {
  constexpr std::size_t n = 3, k = 5, ld = 9;
  Array b = full({n, ld}, nan);
  for (std::size_t i = 0; i < n; ++i) std::fill_n(b.data() + i * ld, k, real{2});
  const Array x = ones({k});
  Array y = full({n + 1}, 7);
  detail::gemv(n, k, 1, x.data(), {b.data(), ld, Trans::yes}, 0, y.data());
  EXPECT_TRUE(test::same(y, test::array_of({n + 1}, {10, 10, 10, 7})));
  Array z = full({k + 1}, 7);
  detail::gemv(k, n, 1, x.data(), {b.data(), ld, Trans::no}, 0, z.data());
  EXPECT_TRUE(test::same(z, test::array_of({k + 1}, {6, 6, 6, 6, 6, 7})));
}

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
TEST(GemmKernel, LeavesVectorsAndFewRowsOfALargeProductToBlas) {
  EXPECT_TRUE(detail::suits_gemm_kernel(1, 1, 1, Trans::no));
  EXPECT_TRUE(detail::suits_gemm_kernel(3, 5, 700, Trans::no));
  EXPECT_TRUE(detail::suits_gemm_kernel(3, 1024, 1024, Trans::yes));
  EXPECT_FALSE(detail::suits_gemm_kernel(3, 1024, 1024, Trans::no));
  EXPECT_TRUE(detail::suits_gemm_kernel(1024, 1024, 1024, Trans::no));
  EXPECT_FALSE(detail::suits_gemm_kernel(1024, 1, 256, Trans::no));
}
#endif

TEST(Gemm, AddsABiasToEachRow) {
  for (const auto multiply : {gemm, gemm_serial, detail::gemm_kernel})
    for (const auto& [m, n, k] : {std::array<std::size_t, 3>{1, 256, 300},
                                  {5, 9, 7},
                                  {97, 150, 130},
                                  {12, 1, 300},
                                  {50, 65, 513}})
      for (const real beta : {real{0}, real{1}}) {
        const Array a = whole_numbers(1, {m, k}), b = whole_numbers(2, {k, n});
        const Array bias = whole_numbers(4, {n});
        Array got = whole_numbers(3, {m, n});
        Array want = got;
        multiply(m, n, k, 2, {a.data(), k}, {b.data(), n}, beta, got.data(), n, bias.data());
        naive_gemm(m, n, k, 2, {a.data(), k}, {b.data(), n}, static_cast<double>(beta), want.data(),
                   n);
        want += bias;
        EXPECT_TRUE(test::same(got, want)) << m << " x " << n << " x " << k << ", beta " << beta;
      }
}

TEST(Gemm, AgreesWhereItIsCutIntoTiles) {
  for (const Sizes& s : {Sizes{200, 130, 150}, Sizes{97, 256, 128}, Sizes{1000, 65, 64},
                         Sizes{60, 70, 600}, Sizes{800, 20, 400}, Sizes{300, 100, 400}})
    expect_agrees(s, 1, 1, 3);
}

TEST(Gemm, WithNoInnerSizeIsBetaC) {
  const Array nothing = empty({0});
  for (const auto multiply : {gemm, gemm_serial}) {
    Array c = full({2, 3}, nan);
    multiply(2, 2, 0, 1, {nothing.data(), 0}, {nothing.data(), 2}, 0, c.data(), 3, nullptr);
    EXPECT_TRUE(test::near(c, test::array_of({2, 3}, {0, 0, nan, 0, 0, nan}), 0));
    c = full({2, 2}, 3);
    multiply(2, 2, 0, 1, {nothing.data(), 0}, {nothing.data(), 2}, 2, c.data(), 2, nullptr);
    EXPECT_TRUE(test::near(c, full({2, 2}, 6), 0));
  }
}

TEST(Gemm, OfNoRowsOrColumnsTouchesNothing) {
  const Array a = ones({4});
  Array c = full({1}, 5);
  gemm(0, 2, 2, 1, {a.data(), 2}, {a.data(), 2}, 0, c.data(), 2);
  gemm(2, 0, 2, 1, {a.data(), 2}, {a.data(), 0}, 0, c.data(), 0);
  gemm_sums(0, {}, 2, 2, 2, {a.data(), 2}, {a.data(), 2}, 0, c.data());
  EXPECT_EQ(c(0), 5);
}

TEST(Gemm, HasTheSameBitsWithAnyThreads) {
  const std::vector<Sizes> sizes = {
      {31, 33, 35},  {128, 128, 129}, {129, 200, 100}, {385, 70, 90},  {1, 1000, 300},
      {1, 3000, 65}, {999, 64, 50},   {1001, 33, 127}, {257, 257, 64}, {768, 96, 96},
      {97, 500, 50}, {1300, 130, 64}, {60, 200, 600},  {500, 65, 300}, {1024, 140, 300}};
  for (const Sizes& s : sizes)
    for (const Trans ta : {Trans::no, Trans::yes})
      for (const Trans tb : {Trans::no, Trans::yes}) {
        const Array a = Rng(1).normal({s.m * s.k});
        const Array b = Rng(2).normal({s.k * s.n});
        EXPECT_TRUE(test::same_with_any_threads([&] {
          Array c = empty({s.m, s.n});
          gemm(s.m, s.n, s.k, 1, {a.data(), ta == Trans::no ? s.k : s.m, ta},
               {b.data(), tb == Trans::no ? s.n : s.k, tb}, 0, c.data(), s.n);
          gemm(s.m, s.n, s.k, 0.3F, {a.data(), ta == Trans::no ? s.k : s.m, ta},
               {b.data(), tb == Trans::no ? s.n : s.k, tb}, 0.7F, c.data(), s.n, b.data());
          return std::vector{c};
        })) << s.m
            << " x " << s.n << " x " << s.k;
      }
}

// Every C from its own list of terms, drawn at random.
Array sums(std::size_t count, std::size_t each, const Sizes& s, Trans ta, Trans tb, real beta,
           bool naive) {
  const auto [m, n, k] = std::array{s.m, s.n, s.k};
  constexpr std::size_t sources = 5;
  Rng rng(9);
  const Array a = whole_numbers(1, {sources, m * k});
  const Array b = whole_numbers(2, {sources, k * n});
  std::vector<Term> terms;
  for (std::size_t i = 0; i < count * each; ++i)
    terms.push_back({rng.below(sources) * m * k, rng.below(sources) * k * n});
  Array c = beta == real{0} ? full({count, m, n}, nan) : whole_numbers(3, {count, m, n});
  const MatrixIn in_a{a.data(), ta == Trans::no ? k : m, ta};
  const MatrixIn in_b{b.data(), tb == Trans::no ? n : k, tb};
  if (!naive) {
    gemm_sums(count, terms, m, n, k, in_a, in_b, beta, c.data());
    return c;
  }
  for (std::size_t i = 0; i < count; ++i) {
    real* const out = c.data() + i * m * n;
    naive_gemm(m, n, 0, 1, in_a, in_b, static_cast<double>(beta), out, n);
    for (std::size_t t = i * each; t < (i + 1) * each; ++t)
      naive_gemm(m, n, k, 1, {a.data() + terms[t].a, in_a.ld, ta},
                 {b.data() + terms[t].b, in_b.ld, tb}, 1, out, n);
  }
  return c;
}

TEST(GemmSums, AgreesWithTheDefinitionWithAnyThreads) {
  const std::vector<std::tuple<std::size_t, std::size_t, Sizes>> cases = {
      {1, 1, {3, 4, 5}},       {7, 1, {3, 4, 5}},      {7, 3, {3, 4, 5}},
      {500, 1, {17, 16, 15}},  {1, 200, {40, 30, 20}}, {3, 40, {150, 31, 64}},
      {2, 2, {250, 130, 100}}, {4, 0, {3, 3, 3}},      {3, 2, {3, 4, 0}},
      {33, 2, {64, 64, 32}}};
  for (const auto& [count, each, s] : cases)
    for (const Trans ta : {Trans::no, Trans::yes})
      for (const Trans tb : {Trans::no, Trans::yes})
        for (const real beta : {real{0}, real{1}}) {
          const auto run = [&, count = count, each = each, s = s](bool naive) {
            return sums(count, each, s, ta, tb, beta, naive);
          };
          EXPECT_TRUE(test::same(run(false), run(true)))
              << count << " of " << each << " terms " << s.m << " x " << s.n << " x " << s.k;
          if (ta == tb && beta == real{1}) {
            EXPECT_TRUE(test::same_with_any_threads([&] { return std::vector{run(false)}; }));
          }
        }
}

}  // namespace
}  // namespace horloge
