#include "horloge/ops/softmax.h"

#include "support/gradients.h"

namespace horloge {
namespace {

// The definition, number by number, with libm.
Array naive_softmax(const Array& x, std::size_t axis) {
  const AxisView view = view_axis(x.shape(), axis);
  Array y = empty(x.shape());
  for (std::size_t line = 0; line < view.outer * view.inner; ++line) {
    const std::size_t at = line / view.inner * view.size * view.inner + line % view.inner;
    double largest = -infinity;
    double sum = 0;
    for (std::size_t i = 0; i < view.size; ++i)
      largest = std::fmax(largest, x.data()[at + i * view.inner]);
    for (std::size_t i = 0; i < view.size; ++i)
      sum += std::exp(x.data()[at + i * view.inner] - largest);
    for (std::size_t i = 0; i < view.size; ++i)
      y.data()[at + i * view.inner] =
          static_cast<real>(std::exp(x.data()[at + i * view.inner] - largest) / sum);
  }
  return y;
}

TEST(Softmax, AgreesWithTheDefinitionAlongEveryAxis) {
  const Tensor x(Rng(1).normal({3, 5, 7}, 0, 4));
  for (std::ptrdiff_t axis = 0; axis < 3; ++axis)
    EXPECT_TRUE(near(softmax(x, axis).array(), naive_softmax(x.array(), axis), bound(2e-7, 1e-15)));
  EXPECT_TRUE(near(softmax(x).array(), softmax(x, 2).array(), 0));
}

TEST(Softmax, IsTheSameForScoresShiftedByAnyConstant) {
  const Tensor x(array_of({1, 3}, {1000, 1001, 1002}));
  const Tensor shifted(array_of({1, 3}, {0, 1, 2}));
  EXPECT_TRUE(near(softmax(x).array(), softmax(shifted).array(), bound(1e-7, 1e-15)));
}

TEST(Softmax, GivesMinusInfinityNothingAndAFullyMaskedRowZeros) {
  const Tensor x(array_of({2, 3}, {0, -infinity, 0, -infinity, -infinity, -infinity}), true);
  const Tensor y = softmax(x);
  EXPECT_TRUE(near(y.array(), array_of({2, 3}, {0.5, 0, 0.5, 0, 0, 0}), 0));
  y.backward(array_of({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(near(x.grad(), array_of({2, 3}, {-0.5, 0, 0.5, 0, 0, 0}), 0));
}

TEST(Softmax, KeepsANaN) {
  const double nan = std::nan("");
  for (const double other : {1.0, -infinity}) {
    const Tensor y = softmax(Tensor(array_of({2}, {other, nan})));
    EXPECT_TRUE(std::isnan(y.data()[1]));
  }
}

TEST(Softmax, HandlesEmptyAndSingleLines) {
  EXPECT_EQ(softmax(Tensor(zeros({0, 3}))).size(), 0U);
  EXPECT_EQ(softmax(Tensor(zeros({3, 0}))).size(), 0U);
  EXPECT_TRUE(near(softmax(Tensor(full({4, 1}, 7))).array(), ones({4, 1}), 0));
}

TEST(Softmax, Gradient) {
  EXPECT_TRUE(gradients_agree([](const auto& x) { return softmax(x[0]); }, {leaf({3, 5}, 1)}));
  EXPECT_TRUE(
      gradients_agree([](const auto& x) { return softmax(x[0], 0); }, {leaf({3, 2, 2}, 2)}));
}

TEST(Softmax, NamesAnAxisOutOfRange) {
  EXPECT_ERROR(softmax(Tensor(zeros({2, 3})), 2), IndexError, "[softmax] axis 2 is out of range");
}

TEST(CausalSoftmax, LooksAtNoLaterColumn) {
  const Tensor x(Rng(3).normal({2, 3, 4}));
  const Array y = causal_softmax(x).array();
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t i = 0; i < 3; ++i) {
      Array row = Array::from_shape({i + 1});
      for (std::size_t j = 0; j <= i; ++j) row(j) = x.array()(b, i, j);
      const Array want = naive_softmax(row, 0);
      for (std::size_t j = 0; j < 4; ++j)
        EXPECT_NEAR(y(b, i, j), j <= i ? want(j) : 0, bound(2e-7, 1e-15));
    }
  EXPECT_TRUE(
      gradients_agree([](const auto& in) { return causal_softmax(in[0]); }, {leaf({2, 3, 4}, 4)}));
  EXPECT_ERROR(causal_softmax(Tensor(zeros({3}))), ShapeError, "[causal_softmax]");
}

TEST(LogSoftmax, IsTheLogarithmAndStaysFiniteWhereSoftmaxIsZero) {
  const Tensor x(Rng(5).normal({4, 6}));
  const Array y = log_softmax(x).array();
  const Array p = naive_softmax(x.array(), 1);
  for (std::size_t i = 0; i < y.size(); ++i)
    EXPECT_NEAR(y.data()[i], std::log(p.data()[i]), bound(2e-6, 1e-14));
  const Tensor far(array_of({2}, {0, -1000}));
  EXPECT_TRUE(near(log_softmax(far).array(), array_of({2}, {0, -1000}), 0));
  // The largest of large scores: a sum of 1500 and ln(1 + e^-1) in between would round 6e-5 away.
  const Tensor large(array_of({2}, {1500, 1499}));
  EXPECT_NEAR(log_softmax(large).array()(0), -std::log1p(std::exp(-1)), bound(1e-7, 1e-15));
  EXPECT_TRUE(
      gradients_agree([](const auto& in) { return log_softmax(in[0]); }, {leaf({3, 5}, 6)}));
  EXPECT_TRUE(
      gradients_agree([](const auto& in) { return log_softmax(in[0], 1); }, {leaf({2, 3, 2}, 7)}));
}

TEST(Logsumexp, KeepsOrDropsItsAxis) {
  const Tensor x(array_of({2, 2}, {0, 0, 1000, 1000}));
  const double ln2 = std::log(2.0);
  EXPECT_TRUE(near(logsumexp(x).array(), array_of({2}, {ln2, 1000 + ln2}), bound(1e-4, 1e-12)));
  EXPECT_EQ(logsumexp(x, 0, true).shape(), (Shape{1, 2}));
  const Tensor nothing(full({2}, static_cast<real>(-infinity)));
  EXPECT_EQ(logsumexp(nothing).item(), -infinity);
  EXPECT_TRUE(gradients_agree([](const auto& in) { return logsumexp(in[0]); }, {leaf({3, 5}, 8)}));
  EXPECT_TRUE(
      gradients_agree([](const auto& in) { return logsumexp(in[0], 0, true); }, {leaf({3, 2}, 9)}));
}

}  // namespace
}  // namespace horloge
