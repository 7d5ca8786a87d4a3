#pragma once

#include <vector>

#include "horloge/core/parallel.h"
#include "support/gradients.h"

namespace horloge::test {

/// While one exists, parallel loops use this many threads.
class Threads {
 public:
  explicit Threads(int threads) { set_num_threads(threads); }
  ~Threads() { set_num_threads(0); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
};

/// EXPECT_TRUE(same_with_any_threads(f)): the arrays that f() returns have the same bits with 1, 2
/// and 3 threads. The work must be larger than a tile, or the test proves nothing.
inline testing::AssertionResult same_with_any_threads(
    const std::function<std::vector<Array>()>& f) {
  std::vector<Array> alone;
  for (const int threads : {1, 2, 3}) {
    const Threads guard(threads);
    const std::vector<Array> results = f();
    if (threads == 1) alone = results;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (const auto equal = same_bits(results[i], alone[i]); !equal)
        return testing::AssertionFailure()
               << "array " << i << " with " << threads << " threads, " << equal.message();
  }
  return testing::AssertionSuccess();
}

/// The same for an operation: its result (array 0) and the gradients of its inputs, in order.
inline testing::AssertionResult same_with_any_number_of_threads(const Op& op,
                                                                const std::vector<Tensor>& inputs) {
  return same_with_any_threads([&] {
    std::vector<Tensor> x;
    for (const Tensor& input : inputs) x.emplace_back(Array(input.array()), input.requires_grad());
    const Tensor y = op(x);
    y.backward(Rng(99).normal(y.shape()));
    std::vector<Array> results{y.array()};
    for (const Tensor& input : x)
      if (input.requires_grad()) results.push_back(input.grad());
    return results;
  });
}

}  // namespace horloge::test
