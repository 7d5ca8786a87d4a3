#include "horloge/kernels/lanes.h"

#include <vector>

#include "support/arrays.h"

namespace horloge {
namespace {

constexpr real nan = std::numeric_limits<real>::quiet_NaN();
constexpr real infinity = std::numeric_limits<real>::infinity();

// Shorter than a register, all that could be left over, and several registers.
constexpr std::size_t longest = 5 * lanes + 1;

// Whole numbers add up exactly in any order.
std::vector<real> whole_numbers(std::size_t n) {
  const Ids drawn = Rng(n).integers({n}, -100, 101);
  return {drawn.begin(), drawn.end()};
}

TEST(SumOver, IsTheSumAtEveryLength) {
  for (std::size_t n = 0; n <= longest; ++n) {
    const std::vector<real> x = whole_numbers(n);
    real want = 0;
    for (const real number : x) want += number;
    EXPECT_EQ(sum_over(n, [x = x.data()](std::size_t i) { return x[i]; }), want) << n;
  }
}

TEST(SumOver, VisitsEachNumberOnceAndNothingBehind) {
  for (std::size_t n = 0; n <= longest; ++n) {
    std::vector<real> visits(longest, 0);
    const real sum = sum_over(n, [v = visits.data()](std::size_t i) { return v[i] += 1; });
    EXPECT_EQ(sum, static_cast<real>(n));
    for (std::size_t i = 0; i < longest; ++i) EXPECT_EQ(visits[i], i < n ? 1 : 0) << n << ", " << i;
  }
}

TEST(MaxOver, IsTheLargestAtEveryLengthAndPlace) {
  for (std::size_t n = 1; n <= longest; ++n)
    for (std::size_t place = 0; place < n; ++place) {
      std::vector<real> x(longest, infinity);  // behind the line
      for (std::size_t i = 0; i < n; ++i) x[i] = i == place ? -3 : -4;
      EXPECT_EQ(max_over(n, [x = x.data()](std::size_t i) { return x[i]; }), -3)
          << n << ", " << place;
    }
}

TEST(MaxOver, IsMinusInfinityForNone) {
  EXPECT_EQ(max_over(0, [](std::size_t) { return real{1}; }), -infinity);
  for (std::size_t n = 1; n <= longest; ++n)
    EXPECT_EQ(max_over(n, [](std::size_t) { return -infinity; }), -infinity) << n;
}

TEST(MaxOver, PassesOverNaN) {
  for (std::size_t n = 2; n <= longest; ++n)
    for (std::size_t place = 0; place < n; ++place)
      EXPECT_EQ(max_over(n, [=](std::size_t i) { return i == place ? nan : real{2}; }), 2);
  EXPECT_EQ(max_over(longest, [](std::size_t) { return nan; }), -infinity);
}

TEST(SumOver, KeepsNaN) {
  for (std::size_t n = 1; n <= longest; ++n)
    for (std::size_t place = 0; place < n; ++place)
      EXPECT_TRUE(
          std::isnan(sum_over(n, [=](std::size_t i) { return i == place ? nan : real{2}; })));
}

// Rows longer than what is summed of them: what lies between two rows must not count.
constexpr std::size_t stride = longest + 3;

TEST(SumsOver, GivesEachRowTheBitsOfSumOver) {
  const Array x = Rng(1).normal({lanes, stride});
  for (std::size_t rows = 0; rows <= lanes; ++rows)
    for (std::size_t n = 0; n <= longest; ++n) {
      const auto square = [in = x.data()](std::size_t r, std::size_t i) {
        return in[r * stride + i] * in[r * stride + i];
      };
      real sums[lanes];
      sums_over(rows, n, square, sums);
      for (std::size_t r = 0; r < lanes; ++r) {
        const real want = sum_over(n, [=](std::size_t i) { return square(r, i); });
        ASSERT_EQ(sums[r], r < rows ? want : 0) << rows << " rows of " << n << ", row " << r;
      }
    }
}

TEST(MaximaOver, AreThoseOfMaxOver) {
  Array x = Rng(2).normal({lanes, stride});
  for (std::size_t r = 0; r < lanes; ++r) x.data()[r * stride + 2 * r] = nan;
  for (std::size_t rows = 0; rows <= lanes; ++rows)
    for (std::size_t n = 0; n <= longest; ++n) {
      const auto number = [in = x.data()](std::size_t r, std::size_t i) {
        return in[r * stride + i];
      };
      real maxima[lanes];
      maxima_over(rows, n, number, maxima);
      for (std::size_t r = 0; r < rows; ++r)
        ASSERT_EQ(maxima[r], max_over(n, [=](std::size_t i) { return number(r, i); }))
            << rows << " rows of " << n << ", row " << r;
    }
}

}  // namespace
}  // namespace horloge
