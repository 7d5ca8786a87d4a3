#include "horloge/ops/reduce.h"

#include "horloge/ops/arithmetic.h"
#include "support/threads.h"

namespace horloge {
namespace {

using Axes = std::vector<std::ptrdiff_t>;

// The numbers of each group that becomes one, by walking all indices.
std::vector<std::vector<double>> groups(const Array& x, const std::vector<std::size_t>& axes) {
  std::vector<std::vector<double>> out;
  for (std::size_t flat = 0; flat < x.size(); ++flat) {
    std::size_t rest = flat;
    std::size_t group = 0;
    std::size_t volume = 1;
    for (std::size_t axis = x.dimension(); axis-- > 0;) {
      if (std::count(axes.begin(), axes.end(), axis) == 0) {
        group += rest % x.shape()[axis] * volume;
        volume *= x.shape()[axis];
      }
      rest /= x.shape()[axis];
    }
    if (out.size() <= group) out.resize(group + 1);
    out[group].push_back(x.data()[flat]);
  }
  return out;
}

double total(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double v : numbers) sum += v;
  return sum;
}

double variance(const std::vector<double>& numbers, bool unbiased) {
  const auto n = static_cast<double>(numbers.size());
  const double mean = total(numbers) / n;
  double sum = 0;
  for (const double v : numbers) sum += (v - mean) * (v - mean);
  return sum / (n - (unbiased ? 1 : 0));
}

TEST(Sum, AddsOverEverySetOfAxes) {
  const Tensor x(Rng(1).normal({3, 5, 2, 7}));
  for (unsigned set = 0; set < 16; ++set) {
    Axes axes;
    std::vector<std::size_t> positive;
    Shape kept = x.shape();
    for (std::size_t axis = 0; axis < 4; ++axis) {
      if ((set >> axis & 1U) == 0) continue;
      positive.push_back(axis);
      kept[axis] = 1;
      axes.push_back(static_cast<std::ptrdiff_t>(axis) - (axis % 2 == 0 ? 4 : 0));
    }
    const Array s = sum(x, axes, true).array();
    const Array m = mean(x, axes, true).array();
    const auto want = groups(x.array(), positive);
    ASSERT_EQ(s.shape(), kept);
    ASSERT_EQ(m.shape(), kept);
    EXPECT_EQ(sum(x, axes).rank(), 4 - axes.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
      EXPECT_NEAR(s.data()[i], total(want[i]), bound(2e-5, 1e-13)) << "axes " << set;
      EXPECT_NEAR(m.data()[i], total(want[i]) / static_cast<double>(want[i].size()),
                  bound(1e-6, 1e-14));
    }
  }
}

TEST(Sum, KeepsOrDropsItsAxis) {
  const Tensor x(array_of({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(same(sum(x).array(), array_of({}, {21})));
  EXPECT_TRUE(same(sum(x, 0).array(), array_of({3}, {5, 7, 9})));
  EXPECT_TRUE(same(sum(x, -1).array(), array_of({2}, {6, 15})));
  EXPECT_TRUE(same(sum(x, 1, true).array(), array_of({2, 1}, {6, 15})));
  EXPECT_TRUE(same(mean(x).array(), array_of({}, {3.5})));
  EXPECT_TRUE(same(mean(x, 0, true).array(), array_of({1, 3}, {2.5, 3.5, 4.5})));
  EXPECT_TRUE(same(sum(x, Axes{1, 0}).array(), array_of({}, {21})));
  EXPECT_TRUE(same(sum(Tensor(real{4})).array(), array_of({}, {4})));
}

TEST(Sum, LosesNothingOverAMillionNumbers) {
  const real tenth = static_cast<real>(0.1);
  const double want = 1e6 * static_cast<double>(tenth);
  const Tensor x(full({1000000}, tenth));
  EXPECT_NEAR(sum(x).item() / want, 1, bound(1e-7, 2e-12));
  EXPECT_NEAR(mean(x).item() / tenth, 1, bound(1e-7, 2e-12));
  const Tensor tall(full({1000000, 2}, tenth));
  const Array columns = sum(tall, 0).array();
  EXPECT_NEAR(columns(1) / want, 1, bound(1e-7, 2e-12));
  EXPECT_NEAR(cumsum(x, 0).array()(999999) / want, 1, bound(1e-7, 1e-10));
}

TEST(Sum, HandlesAxesWithoutNumbers) {
  const Tensor x(zeros({2, 0, 3}), true);
  EXPECT_TRUE(same(sum(x, 1).array(), zeros({2, 3})));
  EXPECT_TRUE(same(sum(x).array(), zeros({})));
  EXPECT_EQ(sum(x, 0).shape(), (Shape{0, 3}));
  EXPECT_TRUE(same(mean(x, 1).array(), full({2, 3}, static_cast<real>(nan))));
  EXPECT_TRUE(std::isnan(mean(x).item()));
  sum(x).backward();
  EXPECT_EQ(x.grad().shape(), x.shape());
}

TEST(Sum, PassesOnNaNAndInfinity) {
  const Tensor x(array_of({3, 2}, {1, nan, infinity, 2, infinity, -infinity}));
  EXPECT_TRUE(same(sum(x, 1).array(), array_of({3}, {nan, infinity, nan})));
}

TEST(Sum, Gradient) {
  const Tensor x = leaf({2, 3, 4}, 2);
  EXPECT_TRUE(gradients_agree([](const auto& v) { return sum(v[0]); }, {x}));
  EXPECT_TRUE(gradients_agree([](const auto& v) { return mean(v[0]); }, {x}));
  for (const bool keep : {false, true})
    for (const std::ptrdiff_t axis : {0, 1, 2, -1}) {
      EXPECT_TRUE(gradients_agree([=](const auto& v) { return sum(v[0], axis, keep); }, {x}));
      EXPECT_TRUE(gradients_agree([=](const auto& v) { return mean(v[0], axis, keep); }, {x}));
    }
  for (const Axes& axes : {Axes{}, Axes{0, 2}, Axes{-1, 1}, Axes{2, 0, 1}}) {
    EXPECT_TRUE(gradients_agree([&](const auto& v) { return sum(v[0], axes); }, {x}));
    EXPECT_TRUE(gradients_agree([&](const auto& v) { return mean(v[0], axes, true); }, {x}));
  }
  EXPECT_TRUE(
      gradients_agree([](const auto& v) { return v[0] - mean(v[0], 1, true) * sum(v[0]); }, {x}));
}

TEST(Reduce, NamesAnAxisThatIsOutOfRangeOrNamedTwice) {
  const Tensor x(zeros({2, 3}));
  EXPECT_ERROR(sum(x, 2), IndexError, "[sum] axis 2 is out of range");
  EXPECT_ERROR(mean(x, -3), IndexError, "[mean] axis -3 is out of range");
  EXPECT_ERROR(var(x, 5), IndexError, "[var] axis 5 is out of range");
  EXPECT_ERROR(max(x, 2), IndexError, "[max] axis 2 is out of range");
  EXPECT_ERROR(cumsum(Tensor(real{1}), 0), IndexError, "[cumsum] axis 0 is out of range");
  EXPECT_ERROR(sum(x, Axes{1, -1}), ValueError, "[sum] axis 1 is named twice");
}

TEST(Var, AgreesWithTheDefinition) {
  const Tensor x(Rng(3).normal({4, 5, 3}, 100, 2));
  for (const bool unbiased : {false, true})
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Array y = var(x, static_cast<std::ptrdiff_t>(axis), unbiased).array();
      const auto want = groups(x.array(), {axis});
      ASSERT_EQ(y.size(), want.size());
      for (std::size_t i = 0; i < want.size(); ++i)
        EXPECT_NEAR(y.data()[i], variance(want[i], unbiased), bound(1e-4, 1e-11));
    }
  EXPECT_EQ(var(x, 1).shape(), (Shape{4, 3}));
  EXPECT_EQ(var(x, -1, false, true).shape(), (Shape{4, 5, 1}));
}

TEST(Var, IsNaNWhereThereIsNothingToDivideBy) {
  EXPECT_TRUE(same(var(Tensor(ones({2, 1})), 1).array(), zeros({2})));
  EXPECT_TRUE(std::isnan(var(Tensor(ones({1})), 0, true).item()));
  EXPECT_TRUE(std::isnan(var(Tensor(zeros({0})), 0).item()));
  EXPECT_TRUE(std::isnan(var(Tensor(zeros({0})), 0, true).item()));
}

TEST(Var, Gradient) {
  for (const bool unbiased : {false, true})
    for (const std::ptrdiff_t axis : {0, 1, -1})
      EXPECT_TRUE(gradients_agree([=](const auto& v) { return var(v[0], axis, unbiased); },
                                  {leaf({3, 2, 5}, 4)}));
  EXPECT_TRUE(
      gradients_agree([](const auto& v) { return var(v[0], 1, true, true); }, {leaf({3, 4}, 5)}));
}

TEST(Max, FindsTheLargestAlongEveryAxis) {
  const Tensor x(Rng(6).normal({4, 5, 3}));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Array y = max(x, static_cast<std::ptrdiff_t>(axis)).array();
    const auto want = groups(x.array(), {axis});
    ASSERT_EQ(y.size(), want.size());
    for (std::size_t i = 0; i < want.size(); ++i)
      EXPECT_EQ(y.data()[i], *std::max_element(want[i].begin(), want[i].end()));
  }
  EXPECT_EQ(max(x).item(), *std::max_element(x.array().begin(), x.array().end()));
  EXPECT_EQ(max(x, 1).shape(), (Shape{4, 3}));
  EXPECT_EQ(max(x, -2, true).shape(), (Shape{4, 1, 3}));
  EXPECT_EQ(max(Tensor(real{-3})).item(), -3);
}

TEST(Max, GivesTheGradientToTheFirstOfEquals) {
  Tensor x(array_of({2, 3}, {1, 5, 5, 7, 7, 2}), true);
  max(x, 1).backward(array_of({2}, {10, 20}));
  EXPECT_TRUE(same(x.grad(), array_of({2, 3}, {0, 10, 0, 20, 0, 0})));
  x.zero_grad();
  max(x).backward();
  EXPECT_TRUE(same(x.grad(), array_of({2, 3}, {0, 0, 0, 1, 0, 0})));
}

TEST(Max, Gradient) {
  const Tensor x(array_of({2, 3}, {1, 5, 3, 8, 7, 2}), true);
  EXPECT_TRUE(gradients_agree([](const auto& v) { return max(v[0]); }, {x}));
  for (const std::ptrdiff_t axis : {0, 1})
    EXPECT_TRUE(gradients_agree([=](const auto& v) { return max(v[0], axis); }, {x}));
  EXPECT_TRUE(gradients_agree([](const auto& v) { return v[0] - max(v[0], -1, true); }, {x}));
}

TEST(Max, PassesOnNaNAndMinusInfinity) {
  const Tensor x(array_of({3, 3}, {1, nan, 2, nan, 3, nan, -infinity, -infinity, -infinity}), true);
  const Tensor y = max(x, 1);
  EXPECT_TRUE(same(y.array(), array_of({3}, {nan, nan, -infinity})));
  y.backward(ones({3}));
  EXPECT_TRUE(same(x.grad(), array_of({3, 3}, {0, 1, 0, 1, 0, 0, 1, 0, 0})));
}

TEST(Max, NeedsANumberToChooseFrom) {
  const Tensor x(zeros({3, 0}));
  EXPECT_ERROR(max(x, 1), ShapeError, "[max] x (3, 0) has no numbers to choose from");
  EXPECT_ERROR(max(x), ShapeError, "has no numbers to choose from");
  EXPECT_EQ(max(x, 0).shape(), (Shape{0}));
}

TEST(Cumsum, AddsAlongEveryAxis) {
  const Tensor x(array_of({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(same(cumsum(x, 1).array(), array_of({2, 3}, {1, 3, 6, 4, 9, 15})));
  EXPECT_TRUE(same(cumsum(x, -2).array(), array_of({2, 3}, {1, 2, 3, 5, 7, 9})));
  EXPECT_EQ(cumsum(Tensor(zeros({2, 0})), 1).shape(), (Shape{2, 0}));
}

TEST(Cumsum, Gradient) {
  for (const std::ptrdiff_t axis : {0, 1, 2})
    EXPECT_TRUE(
        gradients_agree([=](const auto& v) { return cumsum(v[0], axis); }, {leaf({2, 3, 4}, 7)}));
}

TEST(Reduce, GivesTheSameBitsWithAnyNumberOfThreads) {
  const std::pair<const char*, Tensor (*)(const Tensor&)> cases[] = {
      {"sum", [](const Tensor& x) { return sum(x); }},
      {"sum over rows", [](const Tensor& x) { return sum(x, 0); }},
      {"sum over columns", [](const Tensor& x) { return sum(x, 1); }},
      {"mean", [](const Tensor& x) { return mean(x); }},
      {"var", [](const Tensor& x) { return var(x, 0); }},
      {"max", [](const Tensor& x) { return max(x, 0); }},
      {"cumsum", [](const Tensor& x) { return cumsum(x, 1); }},
  };
  for (const auto& [name, op] : cases)
    for (const Shape& shape : {Shape{301, 257}, Shape{2, 100003}, Shape{100003, 2}})
      EXPECT_TRUE(test::same_with_any_number_of_threads(
          [op = op](const auto& x) { return op(x[0]); }, {leaf(shape, 8)}))
          << name << to_string(shape);
}

}  // namespace
}  // namespace horloge
