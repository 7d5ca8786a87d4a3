#include "horloge/train/gradient_exchange.h"

#include "horloge/ops/arithmetic.h"
#include "horloge/ops/reduce.h"
#include "mpi/world.h"
#include "support/arrays.h"

namespace horloge {
namespace {

// Four parameters in buckets of five numbers: two of them fill the first bucket, the third is
// larger than any, and the last is used by one process only or by none.
TEST(GradientExchange, GivesAllTheWeightedMean) {
  const auto n = static_cast<double>(world().size()), r = static_cast<double>(world().rank());
  std::vector<Tensor> parameters;
  for (const std::size_t size : {2U, 3U, 9U, 2U, 1U})
    parameters.emplace_back(Array(ones({size})), true);
  GradientExchange exchange(parameters, world(), 5);
  const double weight = r + 1;
  for (int step = 0; step < 3; ++step) {
    for (Tensor& parameter : parameters) parameter.zero_grad();
    Tensor loss = sum(parameters[0]) * static_cast<real>(r);
    loss = loss + sum(parameters[1] * parameters[1]) + sum(parameters[2]);
    if (world().rank() == 1) loss = loss + sum(parameters[3]);
    exchange.backward(loss, weight);
    const StepSums sums = exchange.finish({weight * 10, weight, r == 1 ? 1.0 : 0.0});

    const double total = n * (n + 1) / 2;  // of 1 + 2 + … + n
    EXPECT_NEAR(sums.weight, total, 1e-12);
    EXPECT_NEAR(sums.loss, total * 10, 1e-12);
    EXPECT_EQ(sums.stop, 1);
    double mean = 0;
    for (double i = 0; i < n; ++i) mean += (i + 1) * i / total;
    const double close = test::bound(1e-6, 1e-14);
    EXPECT_TRUE(test::near(parameters[0].grad(), full({2}, static_cast<real>(mean)), close));
    EXPECT_TRUE(test::near(parameters[1].grad(), full({3}, real{2}), close));
    EXPECT_TRUE(test::near(parameters[2].grad(), full({9}, real{1}), close));
    EXPECT_TRUE(test::near(parameters[3].grad(), full({2}, static_cast<real>(2 / total)), close));
    EXPECT_FALSE(parameters[4].has_grad());  // so that the optimizer leaves it alone
  }
}

}  // namespace
}  // namespace horloge
