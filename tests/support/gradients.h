#pragma once

#include <functional>
#include <vector>

#include "horloge/autograd/gradcheck.h"
#include "horloge/autograd/record.h"
#include "support/arrays.h"

namespace horloge::test {

using Op = std::function<Tensor(const std::vector<Tensor>&)>;

/// A leaf of random normal numbers that requires a gradient.
inline Tensor leaf(const Shape& shape, std::uint64_t seed) {
  return Tensor(Rng(seed).normal(shape), true);
}

/// The identity, whose backward multiplies by `factor`: put before an operation, it is that
/// operation with a wrong backward.
inline Tensor corrupt(const Tensor& x, double factor) {
  return record("corrupt", Array(x.array()), {x}, [factor](Array& dy, Gradients& d) {
    for (real& g : dy) g = static_cast<real>(g * factor);
    d.add(0, std::move(dy));
  });
}

/// EXPECT_TRUE(gradients_agree(op, inputs)): backward agrees with finite differences for three
/// random upstream gradients, and the check is not blind: with the gradient of any one input off by
/// 1 % it fails (in double, where differences are sharp enough to tell).
inline testing::AssertionResult gradients_agree(const Op& op, const std::vector<Tensor>& inputs) {
  GradcheckOptions options;
  for (options.seed = 1; options.seed <= 3; ++options.seed)
    if (const auto result = gradcheck(op, inputs, options); !result)
      return testing::AssertionFailure() << result.message;
  if (!in_double) return testing::AssertionSuccess();
  options.seed = 1;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].requires_grad()) continue;
    const Op wrong = [&](std::vector<Tensor> x) {
      x[i] = corrupt(x[i], 1.01);
      return op(x);
    };
    if (gradcheck(wrong, inputs, options))
      return testing::AssertionFailure()
             << "a gradient of input " << i << " that is 1 % off went unnoticed";
  }
  return testing::AssertionSuccess();
}

}  // namespace horloge::test
