#include "horloge/ops/loss.h"

#include "horloge/core/parallel.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"

namespace horloge {
namespace {

Ids targets_of(const std::vector<std::size_t>& shape, std::initializer_list<std::int64_t> numbers) {
  Ids ids = Ids::from_shape(shape);
  EXPECT_EQ(ids.size(), numbers.size());
  std::copy(numbers.begin(), numbers.end(), ids.data());
  return ids;
}

CrossEntropyOptions with(Reduction reduction, double smoothing = 0, Tensor weight = {},
                         std::int64_t ignore = -100) {
  const auto options = CrossEntropyOptions()
                           .with_reduction(reduction)
                           .with_label_smoothing(smoothing)
                           .with_class_weight(std::move(weight))
                           .with_ignore_index(ignore);
  return options;
}

// The loss of each target by the definition: minus the sum of a smoothed one-hot target times
// the logarithms of probabilities, each weighted by its class.
Array naive_losses(const Array& logits, const Ids& targets, double smoothing, const Array& weight,
                   std::int64_t ignore) {
  const std::size_t C = weight.size();
  Array losses = zeros({targets.size()});
  for (std::size_t row = 0; row < targets.size(); ++row) {
    const std::int64_t target = targets.data()[row];
    if (target == ignore) continue;
    double sum = 0, loss = 0;
    for (std::size_t c = 0; c < C; ++c) sum += std::exp(double{logits.data()[row * C + c]});
    for (std::size_t c = 0; c < C; ++c) {
      const double share = smoothing / static_cast<double>(C) +
                           (static_cast<std::int64_t>(c) == target ? 1 - smoothing : 0);
      loss -=
          weight.data()[c] * share * std::log(std::exp(double{logits.data()[row * C + c]}) / sum);
    }
    losses.data()[row] = static_cast<real>(loss);
  }
  return losses;
}

TEST(CrossEntropy, AgreesWithTheDefinition) {
  const Array logits = Rng(1).normal({6, 5});
  const Ids targets = targets_of({6}, {0, 3, -7, 4, 3, 1});
  const Array weight = Rng(2).uniform({5}, 0.2, 2);
  for (const double smoothing : {0.0, 0.1, 1.0})
    for (const Array& w : {ones({5}), weight}) {
      const Array want = naive_losses(logits, targets, smoothing, w, -7);
      double sum = 0, divisor = 0;
      for (std::size_t i = 0; i < 6; ++i) {
        sum += want(i);
        divisor += targets(i) == -7 ? 0.0 : w(static_cast<std::size_t>(targets(i)));
      }
      const auto loss = [&](Reduction reduction) {
        return cross_entropy(Tensor(logits), targets, with(reduction, smoothing, Tensor(w), -7));
      };
      EXPECT_TRUE(near(loss(Reduction::none).array(), want, bound(2e-6, 1e-14)));
      EXPECT_NEAR(loss(Reduction::sum).item(), sum, bound(1e-5, 1e-13));
      EXPECT_NEAR(loss(Reduction::mean).item(), sum / divisor, bound(2e-6, 1e-14));
    }
}

TEST(CrossEntropy, TakesLeadingAxesAndASingleRow) {
  const Array logits = Rng(3).normal({2, 3, 4});
  const Ids targets = targets_of({2, 3}, {0, 1, 2, 3, 0, 1});
  Array flat = logits;
  flat.reshape(Shape{6, 4});
  Array want = naive_losses(flat, targets, 0, ones({4}), -100);
  want.reshape(Shape{2, 3});
  const Tensor y = cross_entropy(Tensor(logits), targets, with(Reduction::none));
  EXPECT_TRUE(near(y.array(), want, bound(1e-6, 1e-14)));
  const Tensor even(zeros({4}));
  EXPECT_NEAR(cross_entropy(even, targets_of({}, {2})).item(), std::log(4.0), bound(1e-6, 1e-14));
}

TEST(CrossEntropy, StaysExactForLargeLogits) {
  const Tensor x(array_of({2, 3}, {1000, 0, -1000, -infinity, 5, 5}));
  EXPECT_TRUE(near(cross_entropy(x, targets_of({2}, {1, 2}), with(Reduction::none)).array(),
                   array_of({2}, {1000, std::log(2.0)}), bound(1e-6, 1e-14)));
  // A sum of 1500 and ln(1 + e^-1) on the way would round 6e-5 away.
  const Tensor close(array_of({1, 2}, {1500, 1499}), true);
  const Tensor loss = cross_entropy(close, targets_of({1}, {0}));
  EXPECT_NEAR(loss.item(), std::log1p(std::exp(-1)), bound(1e-7, 1e-15));
  loss.backward();
  EXPECT_NEAR(close.grad()(0, 1), 1 / (1 + std::exp(1)), bound(1e-7, 1e-15));
}

TEST(CrossEntropy, OfIgnoredTargetsAloneIsNaNOnAverageAndZeroInSum) {
  const Tensor x = leaf({2, 3}, 4);
  const Ids ignored = targets_of({2}, {-100, -100});
  EXPECT_TRUE(std::isnan(cross_entropy(x, ignored).item()));
  const Tensor sum = cross_entropy(x, ignored, with(Reduction::sum));
  EXPECT_EQ(sum.item(), 0);
  sum.backward();
  EXPECT_TRUE(same(x.grad(), zeros({2, 3})));
  EXPECT_TRUE(std::isnan(cross_entropy(Tensor(zeros({0, 3})), Ids::from_shape({0})).item()));
}

TEST(CrossEntropy, MayIgnoreAClassThatExists) {
  const Tensor x = leaf({2, 3}, 5);
  const Tensor y = cross_entropy(x, targets_of({2}, {0, 1}), with(Reduction::none, 0, {}, 0));
  EXPECT_EQ(y.data()[0], 0);
  EXPECT_GT(y.data()[1], 0);
}

TEST(CrossEntropy, SaysWhatDoesNotFit) {
  const Tensor x(zeros({2, 3}));
  EXPECT_ERROR(cross_entropy(x, targets_of({2}, {0, 3})), IndexError,
               "[cross_entropy] target 3 at (1,) is outside of the 3 classes, and is not ignore");
  EXPECT_ERROR(cross_entropy(x, targets_of({2}, {-1, 0})), IndexError, "[cross_entropy] target -1");
  EXPECT_ERROR(cross_entropy(x, targets_of({3}, {0, 0, 0})), ShapeError,
               "[cross_entropy] logits (…, C) and targets (…) do not fit: (2, 3) and (3,)");
  EXPECT_ERROR(cross_entropy(Tensor(real{1}), targets_of({}, {0})), ShapeError, "[cross_entropy]");
  for (const double smoothing : {-0.1, 1.1, std::nan("")})
    EXPECT_ERROR(cross_entropy(x, targets_of({2}, {0, 0}), with(Reduction::mean, smoothing)),
                 ValueError, "[cross_entropy] label_smoothing must be in [0, 1]");
  EXPECT_ERROR(
      cross_entropy(x, targets_of({2}, {0, 0}), with(Reduction::mean, 0, Tensor(zeros({2})))),
      ShapeError, "[cross_entropy] class_weight (2,) must have the shape (3,)");
}

TEST(CrossEntropy, Gradient) {
  const Ids targets = targets_of({2, 3}, {0, -100, 3, 3, 1, 2});
  const Tensor weight(Rng(6).uniform({4}, 0.2, 2));
  for (const Reduction reduction : {Reduction::none, Reduction::mean, Reduction::sum})
    for (const double smoothing : {0.0, 0.3})
      for (const Tensor& w : {Tensor(), weight})
        EXPECT_TRUE(gradients_agree(
            [&](const auto& in) {
              return cross_entropy(in[0], targets, with(reduction, smoothing, w));
            },
            {leaf({2, 3, 4}, 7)}));
}

TEST(CrossEntropy, GradientAddsWhereLogitsAreReused) {
  const Ids a = targets_of({3}, {0, -100, 2});
  const Ids b = targets_of({3}, {1, 1, -100});
  EXPECT_TRUE(gradients_agree(
      [&](const auto& in) {
        return stack({cross_entropy(in[0], a), cross_entropy(in[0], b)}, 0);
      },
      {leaf({3, 4}, 8)}));
}

TEST(CrossEntropy, GivesTheSameBitsForAnyThreads) {
  const Ids targets = Rng(9).integers({2000}, 0, 65);
  const auto run = [&](int threads) {
    set_num_threads(threads);
    const Tensor x(Rng(10).normal({2000, 65}), true);
    const Tensor loss = cross_entropy(x, targets, with(Reduction::mean, 0.1));
    loss.backward();
    set_num_threads(0);
    return std::pair(loss.array(), x.grad());
  };
  const auto one = run(1);
  const auto two = run(2);
  EXPECT_TRUE(same(two.first, one.first));
  EXPECT_TRUE(same(two.second, one.second));
}

TEST(CrossEntropyOptions, AreWrittenInOneExpression) {
  const Tensor weight(ones({5}));
  const CrossEntropyOptions options = CrossEntropyOptions()
                                          .with_ignore_index(-7)
                                          .with_label_smoothing(0.1)
                                          .with_reduction(Reduction::sum)
                                          .with_class_weight(weight);
  EXPECT_EQ(options.ignore_index, -7);
  EXPECT_EQ(options.label_smoothing, 0.1);
  EXPECT_EQ(options.reduction, Reduction::sum);
  EXPECT_EQ(options.class_weight.data(), weight.data());
}

TEST(MseLoss, AveragesSquaredDifferences) {
  const Tensor a(array_of({2, 2}, {1, 2, 3, 4}));
  const Tensor b(array_of({2, 2}, {1, 0, 4, 1}));
  EXPECT_EQ(mse_loss(a, b).item(), 3.5);
  EXPECT_EQ(mse_loss(a, b, Reduction::sum).item(), 14);
  EXPECT_TRUE(same(mse_loss(a, b, Reduction::none).array(), array_of({2, 2}, {0, 4, 1, 9})));
  EXPECT_ERROR(mse_loss(a, Tensor(zeros({2, 1}))), ShapeError,
               "[mse_loss] needs two tensors of one shape: (2, 2) and (2, 1)");
  for (const Reduction reduction : {Reduction::none, Reduction::mean, Reduction::sum})
    EXPECT_TRUE(gradients_agree([&](const auto& in) { return mse_loss(in[0], in[1], reduction); },
                                {leaf({2, 3}, 11), leaf({2, 3}, 12)}));
}

TEST(MseLoss, OfATensorWithItselfHasNoGradient) {
  const Tensor x = leaf({3}, 13);
  mse_loss(x, x).backward();
  EXPECT_TRUE(same(x.grad(), zeros({3})));
}

}  // namespace
}  // namespace horloge
