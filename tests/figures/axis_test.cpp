#include "horloge/figures/axis.h"

#include <cmath>
#include <limits>

#include "support/names.h"

namespace horloge {
namespace {

std::vector<std::string> labels(Span span, std::size_t most) {
  std::vector<std::string> texts;
  for (const Tick& tick : ticks(span, most)) texts.push_back(tick.label);
  return texts;
}

TEST(Ticks, StandAtRoundNumbers) {
  EXPECT_THAT(labels({-1, 1}, 5), ElementsAre("-1.0", "-0.5", "0.0", "0.5", "1.0"));
  EXPECT_THAT(labels({0, 99}, 6), ElementsAre("0", "20", "40", "60", "80"));
  EXPECT_THAT(labels({-1.2, 1.2}, 3), ElementsAre("-1", "0", "1"));
  EXPECT_THAT(labels({0.0931, 0.0979}, 4), ElementsAre("0.094", "0.095", "0.096", "0.097"));
  EXPECT_THAT(labels({0, 1e7}, 3), ElementsAre("0", "5e+06", "1e+07"));
  EXPECT_THAT(labels({0, 1e-7}, 3), ElementsAre("0", "5e-08", "1e-07"));
}

TEST(Ticks, AreNeverMoreThanAskedFor) {
  for (const double high : {0.001, 0.7, 1.0, 3.0, 99.0, 123456.0, 1e200})
    for (std::size_t most = 1; most < 30; ++most) {
      const auto found = ticks({0.1 * high, high}, most);
      EXPECT_LE(found.size(), most);
      for (const Tick& tick : found) {
        EXPECT_GE(tick.value, 0.1 * high * (1 - 1e-5));
        EXPECT_LE(tick.value, high * (1 + 1e-5));
      }
      EXPECT_GE(found.size(), most >= 4 ? 2U : 0U) << high << " " << most;
    }
}

TEST(SpanFinder, HoldsWhatCanBeDrawn) {
  const double infinity = std::numeric_limits<double>::infinity();
  SpanFinder finder;
  EXPECT_TRUE(finder.empty());
  for (const double x : {std::nan(""), infinity, -infinity, 1e308}) finder.add(x);
  EXPECT_TRUE(finder.empty());
  EXPECT_LT(finder.span().low, finder.span().high);
  finder.add(2);
  EXPECT_EQ(finder.only(), 2.0);
  EXPECT_LT(finder.span().low, 2);
  EXPECT_GT(finder.span().high, 2);
  finder.add(5);
  EXPECT_FALSE(finder.only());
  EXPECT_EQ(finder.span().low, 2);
  EXPECT_EQ(finder.span().high, 5);
  EXPECT_DOUBLE_EQ(finder.span().place(3.5), 0.5);
}

TEST(SpanFinder, GivesRoomToNumbersThatHardlyDiffer) {
  for (const double x : {0.0, 1e-300, 1.0, -3.0, 1e299}) {
    SpanFinder finder;
    finder.add(x);
    finder.add(std::nextafter(x, 1e300));
    const Span span = finder.span();
    EXPECT_LT(span.low, span.high);
    EXPECT_TRUE(std::isfinite(span.place(x)));
  }
}

TEST(ShortNumber, HasAFewDigits) {
  EXPECT_EQ(short_number(-1), "-1");
  EXPECT_EQ(short_number(-0.0), "0");
  EXPECT_EQ(short_number(0.123456), "0.123");
  EXPECT_EQ(short_number(1234567), "1.23e+06");
}

}  // namespace
}  // namespace horloge
