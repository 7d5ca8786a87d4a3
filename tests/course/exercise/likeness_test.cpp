// What wrong numbers are like, whatever the exercise.

#include "course/exercise/likeness.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "course/exercise/case_table.h"
#include "horloge/core/shape.h"

namespace exercise {
namespace {

using horloge::Array;
using horloge::Shape;
using testing::HasSubstr;
using testing::IsEmpty;

Array random(const Shape& shape, std::uint32_t seed = 1) {
  return horloge::Rng(seed).normal(shape);
}

// An answer that gives `change` of what is right, for several sizes.
Likeness like(const std::function<Array(const Array&)>& change,
              const std::vector<Shape>& shapes = {{4, 6}, {5, 8}, {1, 2}}) {
  Examiner examiner(1);
  examiner.values("has the values", [&] {
    for (const Shape& shape : shapes) {
      const Array want = random(shape);
      About about{fmt::format("T = {}, d_model = {}", shape[0], shape.back())};
      if (shape.size() == 2) about.axes = {"position", "dimension"};
      examiner.equal(change(want), want, about);
    }
  });
  return find_likeness(examiner);
}

TEST(Likeness, OfNumbers) {
  const auto sentence = [](double (*f)(double)) {
    return like([f](const Array& want) {
             Array got = want;
             for (double& x : got) x = f(x);
             return got;
           })
        .sentence;
  };
  EXPECT_THAT(sentence([](double x) { return -x; }), HasSubstr("right up to the sign"));
  EXPECT_THAT(sentence([](double x) { return std::fabs(x); }), HasSubstr("absolute values"));
  EXPECT_THAT(sentence([](double x) { return x * x; }), HasSubstr("squares"));
  EXPECT_THAT(sentence([](double x) { return 1 / x; }), HasSubstr("upside down"));
  EXPECT_THAT(sentence([](double x) { return std::trunc(x); }), HasSubstr("cut to whole numbers"));
  EXPECT_THAT(sentence([](double x) { return 3 * x; }), HasSubstr("3 times the right ones"));
  EXPECT_THAT(sentence([](double x) { return x + 1; }), HasSubstr("is 1 too large"));
  EXPECT_THAT(sentence([](double) { return 0.0; }), HasSubstr("wherever it is wrong it is 0"));
  EXPECT_THAT(sentence([](double) { return std::nan(""); }), HasSubstr("it is NaN"));
  EXPECT_THAT(sentence([](double x) { return std::sin(7 * x) + 0.1; }), IsEmpty());
}

TEST(Likeness, AFactorIsNamedByTheSizeItComesFrom) {
  const Likeness found =
      like([](const Array& want) { return Array(want * std::sqrt(double(want.shape().back()))); });
  EXPECT_EQ(found.sentence,
            "your numbers are 2.45 times the right ones, which is sqrt(6), d_model being 6");
}

TEST(Likeness, DigitsThatAreLost) {
  const Likeness found = like([](const Array& want) {
    Array got = want;
    for (double& x : got) x = static_cast<float>(x);
    return got;
  });
  EXPECT_EQ(found.about, "digits");
  EXPECT_THAT(found.sentence, HasSubstr("to the digits of a float"));
}

TEST(Likeness, OfPlaces) {
  const auto moved = [](const std::function<std::pair<std::size_t, std::size_t>(
                            std::size_t, std::size_t, std::size_t, std::size_t)>& from) {
    return like(
               [&](const Array& want) {
                 Array got = want;
                 const std::size_t T = want.shape(0), D = want.shape(1);
                 for (std::size_t t = 0; t < T; ++t)
                   for (std::size_t d = 0; d < D; ++d) {
                     const auto [i, j] = from(t, d, T, D);
                     got(t, d) = want(i, j);
                   }
                 return got;
               },
               {{4, 6}, {5, 8}})
        .sentence;
  };
  using Place = std::pair<std::size_t, std::size_t>;
  const auto size = [](std::size_t n) { return n; };
  EXPECT_EQ(moved([&](auto t, auto d, auto T, auto) {
              return Place{(t + 1) % size(T), d};
            }),
            "position i holds what belongs in position i + 1, and the last one what belongs in the "
            "first");
  EXPECT_THAT(moved([&](auto t, auto d, auto T, auto) {
                return Place{std::min(t + 1, T - 1), d};
              }),
              HasSubstr("position i holds what belongs in position i + 1: is there a shift"));
  EXPECT_THAT(moved([&](auto t, auto d, auto T, auto) {
                return Place{T - 1 - t, d};
              }),
              HasSubstr("along the positions in reversed order"));
  EXPECT_THAT(moved([&](auto t, auto d, auto, auto) {
                return Place{t, d ^ 1U};
              }),
              HasSubstr("dimensions 2i and 2i + 1 are swapped"));
  EXPECT_THAT(moved([&](auto t, auto d, auto, auto D) {
                return Place{t, (d + D / 2) % D};
              }),
              HasSubstr("two halves of the dimensions are swapped"));
  EXPECT_THAT(moved([&](auto t, auto d, auto, auto D) {
                return Place{t, d < D / 2 ? 2 * d : 2 * (d - D / 2) + 1};
              }),
              HasSubstr("but in halves"));
  EXPECT_THAT(moved([&](auto, auto d, auto, auto) {
                return Place{0, d};
              }),
              HasSubstr("every position holds what belongs in the first one"));
}

TEST(Likeness, ATransposeAndAnotherShape) {
  EXPECT_EQ(like([](const Array& want) { return Array(xt::transpose(want)); }).sentence,
            "it is the transpose of what is wanted");
  EXPECT_THAT(like([](const Array& want) {
                Array got = want;
                got.reshape({want.size()});
                return got;
              }).sentence,
              HasSubstr("only the shape is another"));
}

TEST(Likeness, WhichLinesAreWrong) {
  const auto with_noise = [](bool (*wrong)(std::size_t t, std::size_t d, std::size_t T)) {
    return like([wrong](const Array& want) {
             Array got = want;
             for (std::size_t t = 0; t < want.shape(0); ++t)
               for (std::size_t d = 0; d < want.shape(1); ++d)
                 if (wrong(t, d, want.shape(0))) got(t, d) = std::sin(9 * want(t, d)) + 3;
             return got;
           })
        .sentence;
  };
  EXPECT_EQ(with_noise([](std::size_t t, std::size_t, std::size_t T) { return t + 1 == T; }),
            "only the last position is wrong; all others are right");
  EXPECT_THAT(with_noise([](std::size_t, std::size_t d, std::size_t) { return d % 2 == 1; }),
              HasSubstr("the even dimensions are right"));
  EXPECT_THAT(
      with_noise([](std::size_t t, std::size_t d, std::size_t) { return (t + d) % 3 == 0; }),
      IsEmpty());
}

TEST(Likeness, NumbersThatNobodySet) {
  double unset = 0;
  std::memcpy(&unset, &unset_pattern, sizeof unset);
  const Likeness found = like([unset](const Array& want) {
    Array got = want;
    got.data()[0] = unset + 1;  // and what was made of them
    return got;
  });
  EXPECT_EQ(found.about, "unset");
  EXPECT_THAT(found.sentence, HasSubstr("some of what your code returns was never set"));
}

TEST(Likeness, WhatWasThrownFirstIsWhatMatters) {
  Examiner examiner(1);
  examiner.values("a", [] { throw std::runtime_error("no"); });
  examiner.values("b", [&] {
    const Array want = random({4, 4});
    examiner.equal(Array(-want), want);
  });
  EXPECT_THAT(find_likeness(examiner).sentence, IsEmpty());
}

TEST(Likeness, ToAKnownMistake) {
  const auto examined = [](double factor) {
    Examiner examiner(1);
    examiner.values("a", [&] {
      const Array want = random({4, 4});
      examiner.equal(Array(factor * xt::sin(9 * want)), want);
    });
    return examiner;
  };
  const MistakeLikeness like =
      find_likeness_to_mistake(examined(-1), {KnownTrace("waves", examined(1))});
  EXPECT_EQ(like.mistake, 0U);
  EXPECT_EQ(like.up_to, "the sign");
}

TEST(CaseTable, TheSmallestCaseWithStars) {
  Examiner examiner(1);
  examiner.values("a", [&] {
    examiner.equal(random({9, 9}), random({9, 9}, 2));
    examiner.equal(Array{{1, 2}, {3, 5}}, Array{{1, 2}, {3, 4}}, {"T = 2"});
  });
  EXPECT_THAT(smallest_failing_case(examiner),
              testing::ElementsAre("T = 2", "got                    want",
                                   "      1       2          1       2 ",
                                   "      3       5*         3       4 "));
}

TEST(CaseTable, ALongHeadingIsWholeAndCostsARow) {
  Examiner examiner(1);
  const std::string sizes = "x (2, 3, 4), max_seq_len = 12, base = 10000, offset = 7";
  examiner.values("a", [&] { examiner.equal(random({9, 2}), random({9, 2}, 2), {sizes}); });
  const auto lines = smallest_failing_case(examiner);
  ASSERT_EQ(lines.size(), 8U);
  EXPECT_EQ(lines[0] + " " + lines[1], sizes);
  EXPECT_EQ(lines.back(), "rows 0 to 3 of 9");
}

TEST(CaseTable, DigitsThatATableDoesNotShow) {
  Examiner examiner(1);
  examiner.values("a", [&] { examiner.equal(Array{1, 2 + 1e-7}, Array{1, 2}); });
  EXPECT_THAT(smallest_failing_case(examiner),
              testing::ElementsAre(HasSubstr("got"), HasSubstr("2.0000001*")));
}

TEST(CaseTable, FitsSixtyColumns) {
  for (const Shape& shape : std::vector<Shape>{{1}, {40}, {30, 30}, {2, 3, 4, 50}, {}}) {
    Examiner examiner(1);
    examiner.values("a", [&] {
      examiner.equal(Array(-1e30 * random(shape)), Array(1e-30 * random(shape, 2)),
                     {std::string(200, 'x')});
    });
    const auto lines = smallest_failing_case(examiner);
    EXPECT_FALSE(lines.empty());
    EXPECT_LE(lines.size(), 8U);
    for (const std::string& line : lines) EXPECT_LE(line.size(), 52U) << line;
  }
}

}  // namespace
}  // namespace exercise
