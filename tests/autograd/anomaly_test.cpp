#include <stdexcept>

#include "horloge/autograd/record.h"
#include "support/arrays.h"
#include "support/small_ops.h"

namespace horloge {
namespace {

constexpr real infinity = std::numeric_limits<real>::infinity();
constexpr real nan = std::numeric_limits<real>::quiet_NaN();

Tensor logarithm(const Tensor& x) {
  return record("logarithm", map_array(x.array(), [](real v) { return std::log(v); }), {x},
                [x = Saved(x)](Array& dy, Gradients& d) {
                  d.add(0, zip_arrays(dy, *x, [](real g, real v) { return g / v; }));
                });
}

// Right in forward, infinite in backward at 0. Uses dy up, as operations may.
Tensor root(const Tensor& x) {
  return record("root", map_array(x.array(), [](real v) { return std::sqrt(v); }), {x},
                [](const Array& y, Array& dy, Gradients& d) {
                  for (std::size_t i = 0; i < dy.size(); ++i) dy.data()[i] /= 2 * y.data()[i];
                  d.add(0, std::move(dy));
                });
}

TEST(DetectAnomaly, NamesTheFirstOperationForward) {
  const DetectAnomaly detect;
  const Tensor zero(zeros({2}), true);
  const Tensor below(full({2}, -1));
  EXPECT_ERROR(times(logarithm(zero), 2), ValueError,
               "[logarithm] made an infinity from finite inputs of shape (2,)");
  EXPECT_ERROR(logarithm(below), ValueError, "[logarithm] made a NaN from finite inputs");
  const Tensor column(full({3, 1}, std::numeric_limits<real>::max()));
  EXPECT_ERROR(product(column, column), ValueError,
               "[product] made an infinity from finite inputs of shape (3, 1), (3, 1)");
  const NoGrad no_grad;
  EXPECT_ERROR(logarithm(zero), ValueError, "[logarithm]");
}

TEST(DetectAnomaly, DoesNotBlameAnOperationForItsInputs) {
  const DetectAnomaly detect;
  const Tensor bad(array_of({2}, {nan, infinity}), true);
  EXPECT_NO_THROW(times(bad, 2));
  EXPECT_NO_THROW(plus(Tensor(ones({2})), bad));
}

TEST(DetectAnomaly, NamesTheFirstOperationBackward) {
  const Tensor x(array_of({2}, {0, 1}), true);
  const Tensor y = times(root(times(x, 3)), 2);
  const DetectAnomaly detect;
  EXPECT_ERROR(y.backward(ones({2})), ValueError,
               "[backward of root] made an infinity in the gradient of input 0, shape (2,)");
  EXPECT_FALSE(x.has_grad());
}

TEST(DetectAnomaly, LetsABadUpstreamGradientPass) {
  const Tensor x(ones({2}), true);
  const DetectAnomaly detect;
  EXPECT_NO_THROW(root(x).backward(array_of({2}, {nan, 1})));
}

// The other operation that the input went into has already spoilt its gradient.
TEST(DetectAnomaly, DoesNotBlameAnOperationForWhatAnotherAdded) {
  const Tensor x(ones({2}), true);
  times(x, 1).backward(full({2}, infinity));
  const DetectAnomaly detect;
  EXPECT_NO_THROW(times(x, 2).backward(ones({2})));
}

TEST(DetectAnomaly, EndsWithItsScope) {
  const Tensor zero(zeros({1}));
  try {
    const DetectAnomaly outer;
    { const DetectAnomaly inner; }
    EXPECT_ERROR(logarithm(zero), ValueError, "[logarithm]");
    throw std::runtime_error("out");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(logarithm(zero).item(), -infinity);
}

}  // namespace
}  // namespace horloge
