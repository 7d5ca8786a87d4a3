#include "horloge/ops/activation.h"

#include "support/threads.h"

namespace horloge {
namespace {

constexpr double huge = std::numeric_limits<real>::max();

struct ActivationCase {
  const char* name;
  Tensor (*op)(const Tensor&);
  double (*value)(double);
  double (*derivative)(double);
};

double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }
double normal_distribution(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }
double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * M_PI); }
double gelu_gate(double x) {
  return std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * std::pow(x, 3)));
}

const ActivationCase cases[] = {
    {"relu", relu, [](double x) { return x > 0 ? x : 0; },
     [](double x) { return x > 0 ? 1.0 : 0; }},
    {"leaky_relu", [](const Tensor& x) { return leaky_relu(x); },
     [](double x) { return x > 0 ? x : 0.01 * x; }, [](double x) { return x > 0 ? 1 : 0.01; }},
    {"leaky_relu, slope -2", [](const Tensor& x) { return leaky_relu(x, -2); },
     [](double x) { return x > 0 ? x : -2 * x; }, [](double x) { return x > 0 ? 1.0 : -2; }},
    {"elu", [](const Tensor& x) { return elu(x); },
     [](double x) { return x > 0 ? x : std::expm1(x); },
     [](double x) { return x > 0 ? 1 : std::exp(x); }},
    {"elu, alpha 0.5", [](const Tensor& x) { return elu(x, 0.5); },
     [](double x) { return x > 0 ? x : 0.5 * std::expm1(x); },
     [](double x) { return x > 0 ? 1 : 0.5 * std::exp(x); }},
    {"sigmoid", sigmoid, sigmoid_of, [](double x) { return sigmoid_of(x) * (1 - sigmoid_of(x)); }},
    {"tanh", tanh, [](double x) { return std::tanh(x); },
     [](double x) { return 1 - std::tanh(x) * std::tanh(x); }},
    {"silu", silu, [](double x) { return x * sigmoid_of(x); },
     [](double x) { return sigmoid_of(x) * (1 + x * sigmoid_of(-x)); }},
    {"softplus", softplus, [](double x) { return std::log1p(std::exp(x)); }, sigmoid_of},
    {"gelu_erf", gelu_erf, [](double x) { return x * normal_distribution(x); },
     [](double x) { return normal_distribution(x) + x * normal_density(x); }},
    {"gelu_tanh", gelu_tanh, [](double x) { return x * (1 + gelu_gate(x)) / 2; },
     [](double x) {
       const double t = gelu_gate(x);
       const double slope = std::sqrt(2 / M_PI) * (1 + 3 * 0.044715 * x * x);
       return (1 + t + x * (1 - t * t) * slope) / 2;
     }},
};

const ActivationCase& named(const std::string& name) {
  return *std::find_if(std::begin(cases), std::end(cases),
                       [&](const auto& c) { return c.name == name; });
}

TEST(Activation, AgreesWithItsFormulaOverTheWholeRange) {
  Array x = empty({4001});
  for (std::size_t i = 0; i < x.size(); ++i)
    x.data()[i] = static_cast<real>((static_cast<double>(i) - 2000) / 100);  // -20 … 20
  for (const ActivationCase& c : cases) {
    const Tensor in(x, true);
    const Tensor y = c.op(in);
    y.backward(full(x.shape(), 2));
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double at = x.data()[i];
      const double tolerance = bound(1e-6, 4e-15) * std::max(1.0, std::fabs(at));
      ASSERT_NEAR(y.data()[i], c.value(at), tolerance) << c.name << " of " << at;
      ASSERT_NEAR(in.grad().data()[i], 2 * c.derivative(at), 4 * tolerance)
          << "derivative of " << c.name << " at " << at;
    }
  }
}

TEST(Activation, Gradients) {
  const Tensor x(array_of({2, 4}, {-3, -1.2, -0.4, -0.1, 0.2, 0.7, 1.5, 4}), true);
  for (const ActivationCase& c : cases)
    EXPECT_TRUE(gradients_agree([&](const auto& v) { return c.op(v[0]); }, {x})) << c.name;
}

TEST(Activation, KeepsSmallNumbersSharp) {
  for (const char* name : {"elu", "tanh", "silu", "gelu_erf", "gelu_tanh"})
    for (const double x : {-1e-6, -1e-3, 1e-6, 1e-3}) {
      const auto exact = static_cast<real>(x);
      const double want = named(name).value(exact);
      EXPECT_NEAR(named(name).op(Tensor(exact)).item() / want, 1, bound(5e-7, 1e-14)) << name << x;
    }
  for (const char* name : {"sigmoid", "softplus", "elu"}) {
    const double want = named(name).value(-30);
    EXPECT_NEAR(named(name).op(Tensor(real{-30})).item() / want, 1, bound(5e-7, 1e-14)) << name;
  }
}

// y = x / (1 + e^-2u) in double. Where u is far below 0, its own rounding is worth |2u| times as
// much in y. Beyond e^87.3 the gate is too small for a float.
TEST(Activation, GeluTanhIsSharpOverTheWholeRange) {
  constexpr std::size_t n = 400000;
  Array x = empty({n});
  for (std::size_t i = 0; i < n; ++i)
    x.data()[i] = static_cast<real>((static_cast<double>(i) - 199999.5) / 12500);  // -16 … 16
  const Tensor y = gelu_tanh(Tensor(x));
  double worst = 0;
  double worst_at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double at = x.data()[i];
    const double twice_u = std::sqrt(8 / M_PI) * at * (1 + 0.044715 * at * at);
    if (twice_u < -87.3) {
      ASSERT_LE(std::fabs(y.data()[i] / at), 1.3e-38) << at;
      continue;
    }
    const double want = at / (1 + std::exp(-twice_u));
    const double error = std::fabs(y.data()[i] / want - 1) / (1 + std::max(0.0, -twice_u));
    if (error <= worst) continue;
    worst = error;
    worst_at = at;
  }
  EXPECT_LT(worst, bound(2.5e-7, 1e-15)) << "at " << worst_at;
}

TEST(Activation, HoldsAtTheEndsOfTheRange) {
  const Array ends = array_of({4}, {-infinity, -huge, huge, infinity});
  const std::pair<const char*, Array> want[] = {
      {"relu", array_of({4}, {0, 0, huge, infinity})},
      {"leaky_relu", array_of({4}, {-infinity, static_cast<real>(0.01) * static_cast<real>(-huge),
                                    huge, infinity})},
      {"elu", array_of({4}, {-1, -1, huge, infinity})},
      {"sigmoid", array_of({4}, {0, 0, 1, 1})},
      {"tanh", array_of({4}, {-1, -1, 1, 1})},
      {"silu", array_of({4}, {nan, 0, huge, infinity})},
      {"softplus", array_of({4}, {0, 0, huge, infinity})},
      {"gelu_erf", array_of({4}, {nan, 0, huge, infinity})},
      {"gelu_tanh", array_of({4}, {nan, 0, huge, infinity})},
  };
  for (const auto& [name, values] : want)
    EXPECT_TRUE(same(named(name).op(Tensor(ends)).array(), values)) << name;
}

TEST(Activation, HasAFiniteGradientAtLargeNumbers) {
  for (const double x : {50.0, 1e4, 1e15, huge})
    for (const ActivationCase& c : cases) {
      if (std::string(c.name).find("slope") != std::string::npos) continue;
      const Tensor in(array_of({2}, {-x, x}), true);
      c.op(in).backward(array_of({2}, {3, 3}));
      const bool flat = c.name == std::string("sigmoid") || c.name == std::string("tanh");
      const bool leaky = c.name == std::string("leaky_relu");
      EXPECT_TRUE(near(in.grad(), array_of({2}, {leaky ? 0.03 : 0.0, flat ? 0.0 : 3.0}), 1e-7))
          << c.name << " at " << x;
    }
}

TEST(Activation, KeepsANaN) {
  for (const ActivationCase& c : cases)
    EXPECT_TRUE(std::isnan(c.op(Tensor(static_cast<real>(nan))).item())) << c.name;
}

TEST(Activation, HasTheStatedGradientAtZero) {
  for (const auto& [name, slope] :
       {std::pair<const char*, double>{"relu", 0}, {"leaky_relu", 0.01}, {"elu, alpha 0.5", 0.5}}) {
    const Tensor x(zeros({1}), true);
    named(name).op(x).backward();
    EXPECT_NEAR(x.grad()(0), slope, 1e-8) << name;
  }
}

TEST(Activation, TakesEveryShape) {
  for (const ActivationCase& c : cases)
    for (const Shape& shape : {Shape{}, Shape{0}, Shape{2, 3, 5}})
      EXPECT_EQ(c.op(Tensor(zeros(shape))).shape(), shape) << c.name;
}

TEST(Activation, GivesTheSameBitsWithAnyNumberOfThreads) {
  for (const ActivationCase& c : cases)
    EXPECT_TRUE(test::same_with_any_number_of_threads([&](const auto& v) { return c.op(v[0]); },
                                                      {test::leaf({70001}, 1)}))
        << c.name;
}

}  // namespace
}  // namespace horloge
