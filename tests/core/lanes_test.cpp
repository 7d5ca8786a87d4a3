#include "horloge/core/lanes.h"

#include <cmath>
#include <limits>
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

}  // namespace
}  // namespace horloge
