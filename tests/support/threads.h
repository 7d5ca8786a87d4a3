#pragma once

#include <vector>

#include "horloge/core/parallel.h"
#include "support/gradients.h"

namespace horloge::test {

/// EXPECT_TRUE(same_with_any_number_of_threads(op, inputs)): the result of an operation and its
/// gradients are the same bits with 1, 2 and 3 threads. To say anything, the inputs must be larger
/// than a tile.
inline testing::AssertionResult same_with_any_number_of_threads(const Op& op,
                                                                const std::vector<Tensor>& inputs) {
  std::vector<Array> alone;
  for (const int threads : {1, 2, 3}) {
    set_num_threads(threads);
    std::vector<Tensor> x;
    for (const Tensor& input : inputs) x.emplace_back(Array(input.array()), input.requires_grad());
    const Tensor y = op(x);
    y.backward(Rng(99).normal(y.shape()));
    set_num_threads(0);
    std::vector<Array> results{y.array()};
    for (const Tensor& input : x)
      if (input.requires_grad()) results.push_back(input.grad());
    if (threads == 1) alone = results;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (const auto equal = same(results[i], alone[i]); !equal)
        return testing::AssertionFailure() << (i == 0 ? "result" : "gradient") << " with "
                                           << threads << " threads, " << equal.message();
  }
  return testing::AssertionSuccess();
}

}  // namespace horloge::test
