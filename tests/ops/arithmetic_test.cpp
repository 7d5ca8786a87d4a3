#include "horloge/ops/arithmetic.h"

#include "support/threads.h"

namespace horloge {
namespace {

using Binary = Tensor (*)(const Tensor&, const Tensor&);

struct BinaryCase {
  const char* name;
  Binary op;
  double (*number)(double, double);
  bool chooses = false;  ///< between its operands: one of a pair of numbers has no gradient
};

const BinaryCase binary_cases[] = {
    {"add", add, [](double a, double b) { return a + b; }},
    {"sub", sub, [](double a, double b) { return a - b; }},
    {"mul", mul, [](double a, double b) { return a * b; }},
    {"div", div, [](double a, double b) { return a / b; }},
    {"maximum", maximum, [](double a, double b) { return std::fmax(a, b); }, true},
    {"minimum", minimum, [](double a, double b) { return std::fmin(a, b); }, true},
};

// Where element `flat` of an array of shape `out` finds its operand, by the definition.
std::size_t operand_index(std::size_t flat, const Shape& out, const Shape& operand) {
  std::size_t index = 0;
  std::size_t volume = 1;
  for (std::size_t back = 1; back <= out.size(); ++back) {
    const std::size_t at = flat % out[out.size() - back];
    flat /= out[out.size() - back];
    if (back > operand.size()) continue;
    const std::size_t size = operand[operand.size() - back];
    index += (size == 1 ? 0 : at) * volume;
    volume *= size;
  }
  return index;
}

struct ShapeCase {
  Shape a, b, y;
};

const ShapeCase shape_cases[] = {
    {{}, {}, {}},
    {{5}, {}, {5}},
    {{2, 3}, {2, 3}, {2, 3}},
    {{2, 3}, {3}, {2, 3}},
    {{3}, {2, 3}, {2, 3}},
    {{2, 1}, {1, 3}, {2, 3}},
    {{2, 3, 4}, {3, 1}, {2, 3, 4}},
    {{1, 3, 1}, {2, 1, 4}, {2, 3, 4}},
    {{1}, {1, 1, 1}, {1, 1, 1}},
};

TEST(Arithmetic, BroadcastsEveryOperationAsTheDefinitionSays) {
  for (const BinaryCase& c : binary_cases)
    for (const ShapeCase& s : shape_cases) {
      const Array a = Rng(1).normal(s.a);
      const Array b = Rng(2).uniform(s.b, 0.5, 2);
      Array want = empty(s.y);
      for (std::size_t i = 0; i < want.size(); ++i)
        want.data()[i] = static_cast<real>(
            c.number(a.data()[operand_index(i, s.y, s.a)], b.data()[operand_index(i, s.y, s.b)]));
      EXPECT_TRUE(near(c.op(Tensor(a), Tensor(b)).array(), want, bound(2e-6, 1e-15)))
          << c.name << to_string(s.a) << to_string(s.b);
    }
}

TEST(Arithmetic, Gradients) {
  for (const BinaryCase& c : binary_cases)
    for (const ShapeCase& s : shape_cases) {
      if (c.chooses) continue;
      const Tensor a = leaf(s.a, 3);
      const Tensor b(Rng(4).uniform(s.b, 1, 2), true);
      EXPECT_TRUE(gradients_agree([&](const auto& x) { return c.op(x[0], x[1]); }, {a, b}))
          << c.name << to_string(s.a) << to_string(s.b);
    }
}

TEST(Arithmetic, GivesAGradientToTheOneOperandThatAsks) {
  for (const BinaryCase& c : binary_cases)
    for (const Shape& other : {Shape{2, 3}, Shape{3}}) {
      const Tensor asks(array_of({2, 3}, {1.5, 3.5, 1.7, 3.6, 1.8, 3.9}), true);
      const Tensor silent(Rng(6).uniform(other, 2, 3));
      EXPECT_TRUE(gradients_agree([&](const auto& x) { return c.op(x[0], silent); }, {asks}))
          << c.name;
      EXPECT_TRUE(gradients_agree([&](const auto& x) { return c.op(silent, x[0]); }, {asks}))
          << c.name;
    }
}

TEST(Arithmetic, AddsTheGradientsOfAnOperandUsedTwice) {
  for (const BinaryCase& c : binary_cases)
    EXPECT_TRUE(gradients_agree([&](const auto& x) { return c.op(x[0] * x[0], x[0]); },
                                {Tensor(Rng(7).uniform({2, 3}, 2, 3), true)}))
        << c.name;
  const Tensor x(array_of({2}, {3, 4}), true);
  (x + x).backward(array_of({2}, {1, 10}));
  EXPECT_TRUE(same(x.grad(), array_of({2}, {2, 20})));
  (x - x).backward(array_of({2}, {1, 10}));
  EXPECT_TRUE(same(x.grad(), array_of({2}, {2, 20})));
}

TEST(Arithmetic, HandlesEmptyOperands) {
  for (const BinaryCase& c : binary_cases) {
    const Tensor a(zeros({2, 0}), true);
    const Tensor b(zeros({1, 1}), true);
    const Tensor y = c.op(a, b);
    EXPECT_EQ(y.shape(), (Shape{2, 0})) << c.name;
    y.backward(zeros({2, 0}));
    EXPECT_EQ(a.grad().shape(), (Shape{2, 0})) << c.name;
    EXPECT_TRUE(same(b.grad(), zeros({1, 1}))) << c.name;
  }
}

TEST(Arithmetic, NamesShapesThatDoNotFit) {
  for (const BinaryCase& c : binary_cases)
    EXPECT_ERROR(c.op(Tensor(zeros({2, 3})), Tensor(zeros({4}))), ShapeError,
                 fmt::format("[{}] shapes do not broadcast: (2, 3) against (4,)", c.name));
}

TEST(Arithmetic, TakesAPlainNumberOnEitherSide) {
  const Tensor x(array_of({3}, {1, -2, 4}));
  EXPECT_TRUE(same((x + 1).array(), array_of({3}, {2, -1, 5})));
  EXPECT_TRUE(same((1 + x).array(), array_of({3}, {2, -1, 5})));
  EXPECT_TRUE(same((x - 0.5).array(), array_of({3}, {0.5, -2.5, 3.5})));
  EXPECT_TRUE(same((0.5 - x).array(), array_of({3}, {-0.5, 2.5, -3.5})));
  EXPECT_TRUE(same((x * 2.5).array(), array_of({3}, {2.5, -5, 10})));
  EXPECT_TRUE(same((2.5 * x).array(), array_of({3}, {2.5, -5, 10})));
  EXPECT_TRUE(same((x / 4).array(), array_of({3}, {0.25, -0.5, 1})));
  EXPECT_TRUE(same((4 / x).array(), array_of({3}, {4, -2, 1})));
  EXPECT_TRUE(same((-x).array(), array_of({3}, {-1, 2, -4})));

  const Tensor away_from_zero(Rng(8).uniform({2, 3}, 1, 2), true);
  const std::vector<std::pair<const char*, Tensor (*)(const Tensor&)>> forms = {
      {"x + s", [](const Tensor& v) { return v + 3; }},
      {"s + x", [](const Tensor& v) { return 3 + v; }},
      {"x - s", [](const Tensor& v) { return v - 3; }},
      {"s - x", [](const Tensor& v) { return 3 - v; }},
      {"x * s", [](const Tensor& v) { return v * 3; }},
      {"s * x", [](const Tensor& v) { return 3 * v; }},
      {"x / s", [](const Tensor& v) { return v / 3; }},
      {"s / x", [](const Tensor& v) { return 3 / v; }},
      {"-x", [](const Tensor& v) { return -v; }},
  };
  for (const auto& form : forms)
    EXPECT_TRUE(gradients_agree([&](const auto& v) { return form.second(v[0]); }, {away_from_zero}))
        << form.first;
}

TEST(Arithmetic, FollowsTheRulesOfInfinity) {
  const Tensor x(array_of({3}, {1, -1, 0}));
  const Tensor y = x / Tensor(zeros({3}));
  EXPECT_TRUE(same(y.array(), array_of({3}, {infinity, -infinity, std::nan("")})));
  EXPECT_TRUE(same((1 / Tensor(zeros({1}))).array(), array_of({1}, {infinity})));
}

TEST(Pow, AgreesWithRepeatedMultiplicationAndRoots) {
  const Tensor x(array_of({3}, {0.25, 1, 4}));
  EXPECT_TRUE(same(pow(x, 2).array(), array_of({3}, {0.0625, 1, 16})));
  EXPECT_TRUE(near(pow(x, 3).array(), array_of({3}, {0.015625, 1, 64}), bound(1e-5, 1e-13)));
  EXPECT_TRUE(near(pow(x, 0.5).array(), array_of({3}, {0.5, 1, 2}), bound(1e-6, 1e-15)));
  EXPECT_TRUE(near(pow(x, -1).array(), array_of({3}, {4, 1, 0.25}), bound(1e-6, 1e-15)));
  EXPECT_TRUE(same(pow(Tensor(array_of({2}, {-3, -2})), 2).array(), array_of({2}, {9, 4})));
}

TEST(Pow, Gradient) {
  const Tensor x(Rng(9).uniform({2, 3}, 0.5, 2), true);
  for (const double p : {-1.5, -1.0, 0.5, 1.0, 2.0, 3.0})
    EXPECT_TRUE(
        gradients_agree([p](const auto& v) { return pow(v[0], static_cast<real>(p)); }, {x}))
        << p;
  const Tensor zero(zeros({1}), true);
  pow(zero, 0).backward();
  EXPECT_TRUE(same(zero.grad(), zeros({1})));
}

TEST(MaximumMinimum, Gradients) {
  const Tensor matrix(array_of({2, 3}, {1, 2, 9, 8, 3, 5}), true);
  for (const Binary op : {maximum, minimum}) {
    const auto call = [op](const auto& x) { return op(x[0], x[1]); };
    EXPECT_TRUE(
        gradients_agree(call, {matrix, Tensor(array_of({2, 3}, {2, 1, 7, 9, 4, 4}), true)}));
    EXPECT_TRUE(gradients_agree(call, {matrix, Tensor(array_of({3}, {4, 2.5, 7}), true)}));
    EXPECT_TRUE(gradients_agree(call, {Tensor(array_of({2, 1}, {2.5, 4}), true), matrix}));
  }
}

TEST(MaximumMinimum, ShareTheGradientOfATie) {
  for (const Binary op : {maximum, minimum}) {
    const Tensor a(array_of({3}, {1, 2, 3}), true);
    const Tensor b(array_of({3}, {1, 5, 2}), true);
    op(a, b).backward(array_of({3}, {8, 10, 20}));
    const bool larger = op == maximum;
    EXPECT_TRUE(same(a.grad(), larger ? array_of({3}, {4, 0, 20}) : array_of({3}, {4, 10, 0})));
    EXPECT_TRUE(same(b.grad(), larger ? array_of({3}, {4, 10, 0}) : array_of({3}, {4, 0, 20})));
  }
}

TEST(MaximumMinimum, PassOnANaNFromEitherSide) {
  const double nan = std::nan("");
  const Tensor a(array_of({4}, {nan, 1, infinity, -infinity}));
  const Tensor b(array_of({4}, {1, nan, 1, 1}));
  EXPECT_TRUE(same(maximum(a, b).array(), array_of({4}, {nan, nan, infinity, 1})));
  EXPECT_TRUE(same(minimum(a, b).array(), array_of({4}, {nan, nan, 1, -infinity})));
}

TEST(MaximumMinimum, KeepAnInfiniteGradientFromTheOneThatLost) {
  const Tensor a(array_of({1}, {1}), true);
  const Tensor b(array_of({1}, {2}), true);
  maximum(a, b).backward(array_of({1}, {infinity}));
  EXPECT_TRUE(same(a.grad(), zeros({1})));
  EXPECT_TRUE(same(b.grad(), array_of({1}, {infinity})));
}

TEST(Arithmetic, GivesTheSameBitsWithAnyNumberOfThreads) {
  for (const BinaryCase& c : binary_cases) {
    EXPECT_TRUE(same_with_any_number_of_threads([&](const auto& x) { return c.op(x[0], x[1]); },
                                                {leaf({70001}, 10), leaf({70001}, 11)}))
        << c.name;
    EXPECT_TRUE(same_with_any_number_of_threads([&](const auto& x) { return c.op(x[0], x[1]); },
                                                {leaf({301, 257}, 12), leaf({257}, 13)}))
        << c.name;
  }
}

}  // namespace
}  // namespace horloge
