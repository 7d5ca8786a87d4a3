#include "horloge/nn/bfloat16.h"

#include "horloge/nn/linear.h"
#include "horloge/ops/matmul.h"
#include "horloge/train/sgd.h"
#include "support/arrays.h"

namespace horloge {
namespace {

// Halves and whole numbers, which bfloat16 has.
Tensor exact(std::uint64_t seed, const Shape& shape) {
  const Ids drawn = Rng(seed).integers(shape, -16, 17);
  Array numbers = empty(shape);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers.data()[i] = static_cast<real>(drawn.data()[i]) / 2;
  return Tensor(numbers, true);
}

// Behind the back of the version, to see who is read.
void spoil(const Tensor& tensor) { const_cast<real&>(tensor.array()(0, 0)) += 1; }

TEST(KeepBfloat16, KeepsWhatIsExact) {
  const Tensor weight = exact(1, {5, 7});
  EXPECT_EQ(kept_bfloat16(weight), nullptr);
  EXPECT_TRUE(keep_bfloat16(weight));
  const Bfloat16* const kept = kept_bfloat16(weight);
  EXPECT_NE(kept, nullptr);
  EXPECT_TRUE(keep_bfloat16(weight));
  EXPECT_EQ(kept_bfloat16(weight.detach()), kept);

  const Tensor other(Rng(2).normal({5, 7}));
  EXPECT_FALSE(keep_bfloat16(other));
  EXPECT_EQ(kept_bfloat16(other), nullptr);
}

TEST(KeepBfloat16, IsReadForASingleRow) {
  Tensor weight = exact(1, {5, 7});
  const Tensor one(Rng(3).normal({1, 7})), two(Rng(3).normal({2, 7})), bias(Rng(4).normal({5}));
  const Array of_one = linear(one, weight, bias).array(), of_two = linear(two, weight).array();
  const Array of_rows = linear(one, weight, bias, {2, 3}).array();
  keep_bfloat16(weight);
  EXPECT_EQ(linear(one, weight, bias).array(), of_one);
  EXPECT_EQ(linear(one, weight, bias, {2, 3}).array(), of_rows);
  EXPECT_EQ(linear(two, weight).array(), of_two);
  spoil(weight);
  EXPECT_EQ(linear(one, weight, bias).array(), of_one);
  EXPECT_NE(linear(two, weight).array(), of_two);
}

TEST(KeepBfloat16, EndsWhenTheNumbersChange) {
  Tensor weight = exact(1, {5, 7});
  const Tensor x(Rng(3).normal({1, 7}));
  keep_bfloat16(weight);
  const Array before = linear(x, weight).array();
  weight.mutable_array() *= 2;
  EXPECT_EQ(kept_bfloat16(weight), nullptr);
  EXPECT_EQ(linear(x, weight).array(), Array(2 * before));
  EXPECT_TRUE(keep_bfloat16(weight));
  EXPECT_EQ(linear(x, weight).array(), Array(2 * before));
}

TEST(KeepBfloat16, HasTheGradientOfFloats) {
  const Tensor x(Rng(3).normal({1, 7}), true), dy(Rng(5).normal({1, 5}));
  std::vector<Array> dx, dw;
  for (const bool kept : {false, true}) {
    const Tensor weight = exact(1, {5, 7}), input(x.array(), true);
    if (kept) keep_bfloat16(weight);
    linear(input, weight).backward(dy.array());
    dx.push_back(input.grad());
    dw.push_back(weight.grad());
  }
  EXPECT_EQ(dx[0], dx[1]);
  EXPECT_EQ(dw[0], dw[1]);
}

TEST(KeepBfloat16, TakesTheMatricesOfALargeModule) {
  Rng rng(1);
  const auto keeps = [&](std::size_t in, std::size_t out) {
    Linear layer(in, out, rng);
    layer.weight.mutable_array().fill(0.5F);
    layer.bias.mutable_array().fill(0.5F);
    keep_bfloat16(layer);
    EXPECT_EQ(kept_bfloat16(layer.bias), nullptr);
    return kept_bfloat16(layer.weight) != nullptr;
  };
  EXPECT_TRUE(keeps(1024, 1024));
  EXPECT_FALSE(keeps(1000, 1000));  // stays in a cache
}

TEST(KeepBfloat16, EndsWithAStepOfTraining) {
  Rng rng(1);
  Linear layer(1024, 1024, rng);
  layer.weight.mutable_array().fill(0.5F);
  keep_bfloat16(layer);
  SGD optimizer(layer.parameters(), SGDOptions().with_lr(0.1));
  layer(Tensor(Rng(2).normal({1, 1024}))).backward(ones({1, 1024}));
  optimizer.step();
  EXPECT_EQ(kept_bfloat16(layer.weight), nullptr);
}

}  // namespace
}  // namespace horloge
