#include "horloge/ops/math.h"

#include "support/threads.h"

namespace horloge {
namespace {

struct UnaryCase {
  const char* name;
  Tensor (*op)(const Tensor&);
  double (*number)(double);
  double low, high;
};

const UnaryCase unary_cases[] = {
    {"exp", exp, [](double x) { return std::exp(x); }, -3, 3},
    {"log", log, [](double x) { return std::log(x); }, 0.5, 4},
    {"sqrt", sqrt, [](double x) { return std::sqrt(x); }, 0.5, 4},
    {"rsqrt", rsqrt, [](double x) { return 1 / std::sqrt(x); }, 0.5, 4},
    {"sin", sin, [](double x) { return std::sin(x); }, -7, 7},
    {"cos", cos, [](double x) { return std::cos(x); }, -7, 7},
    {"abs", abs, [](double x) { return std::fabs(x); }, 0.5, 3},
    {"abs of negative", abs, [](double x) { return std::fabs(x); }, -3, -0.5},
    {"square", square, [](double x) { return x * x; }, -3, 3},
};

TEST(Math, AgreesWithTheStandardLibrary) {
  for (const UnaryCase& c : unary_cases)
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{3, 67}, Shape{2, 0}}) {
      const Array x = Rng(1).uniform(shape, c.low, c.high);
      Array want = empty(shape);
      std::transform(x.data(), x.data() + x.size(), want.data(),
                     [&](real v) { return static_cast<real>(c.number(v)); });
      EXPECT_TRUE(near(c.op(Tensor(x)).array(), want, bound(5e-6, 1e-14)))
          << c.name << to_string(shape);
    }
}

TEST(Math, Gradients) {
  for (const UnaryCase& c : unary_cases) {
    const Tensor x(Rng(2).uniform({3, 5}, c.low, c.high), true);
    EXPECT_TRUE(gradients_agree([&](const auto& v) { return c.op(v[0]); }, {x})) << c.name;
  }
}

TEST(Math, GivesTheSameBitsWithAnyNumberOfThreads) {
  for (const UnaryCase& c : unary_cases) {
    const Tensor x(Rng(3).uniform({70001}, c.low, c.high), true);
    EXPECT_TRUE(
        test::same_with_any_number_of_threads([&](const auto& v) { return c.op(v[0]); }, {x}))
        << c.name;
  }
}

TEST(Math, KeepsANaN) {
  for (const UnaryCase& c : unary_cases)
    EXPECT_TRUE(std::isnan(c.op(Tensor(static_cast<real>(nan))).item())) << c.name;
}

TEST(Math, IsExactAtTheEdgesOfItsDomains) {
  const Tensor edges(array_of({4}, {0, -1, infinity, -infinity}));
  EXPECT_TRUE(same(exp(Tensor(array_of({3}, {0, infinity, -infinity}))).array(),
                   array_of({3}, {1, infinity, 0})));
  EXPECT_TRUE(same(log(edges).array(), array_of({4}, {-infinity, nan, infinity, nan})));
  EXPECT_TRUE(same(sqrt(edges).array(), array_of({4}, {0, nan, infinity, nan})));
  EXPECT_TRUE(same(rsqrt(edges).array(), array_of({4}, {infinity, nan, 0, nan})));
  EXPECT_TRUE(same(abs(edges).array(), array_of({4}, {0, 1, infinity, infinity})));
}

TEST(Abs, HasNoGradientAtZero) {
  const Tensor x(array_of({3}, {-2, 0, 3}), true);
  abs(x).backward(array_of({3}, {5, 7, 11}));
  EXPECT_TRUE(same(x.grad(), array_of({3}, {-5, 0, 11})));
}

TEST(Clamp, PassesTheGradientWithinItsBoundsAndAtThem) {
  const Tensor x(array_of({7}, {-infinity, -2, -1, 0, 2, 3, nan}), true);
  const Tensor y = clamp(x, -1, 2);
  EXPECT_TRUE(same(y.array(), array_of({7}, {-1, -1, -1, 0, 2, 2, nan})));
  y.backward(array_of({7}, {1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(same(x.grad(), array_of({7}, {0, 0, 3, 4, 5, 0, 0})));
}

TEST(Clamp, Gradient) {
  const Tensor x(array_of({6}, {-1.5, -0.8, -0.2, 0.3, 0.9, 2}), true);
  EXPECT_TRUE(gradients_agree([](const auto& v) { return clamp(v[0], -0.5, 0.7); }, {x}));
}

TEST(Clamp, RefusesBoundsInTheWrongOrder) {
  const Tensor x(zeros({2}));
  EXPECT_ERROR(clamp(x, 2, -1), ValueError, "[clamp] lo must not be above hi: lo 2, hi -1");
  EXPECT_ERROR(clamp(x, 0, static_cast<real>(nan)), ValueError, "[clamp] lo must not be above hi");
  EXPECT_TRUE(same(clamp(x, 1, 1).array(), ones({2})));
}

}  // namespace
}  // namespace horloge
