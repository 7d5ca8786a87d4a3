// Keys and values with room for more behind them, as a cache has them: num_keys.

#include "horloge/ops/attention.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"

namespace horloge {
namespace {

constexpr std::size_t few = 3;

Tensor few_rows(const Tensor& x) {
  std::vector<Range> ranges(x.rank());
  ranges[x.rank() - 2].stop = few;
  return slice(x, ranges);
}

// What stands in the room is nothing that an attention may see.
Tensor with_room(const Shape& shape, std::uint64_t seed) {
  Array x = Rng(seed).normal(shape);
  const std::size_t rows = shape[shape.size() - 2], columns = shape.back();
  for (std::size_t i = 0; i < x.size(); ++i)
    if (i / columns % rows >= few) x.data()[i] = static_cast<real>(test::nan);
  return Tensor(std::move(x));
}

const AttentionOptions attend_to_three = AttentionOptions().with_masks(AttentionMasks::causal(2));

TEST(AttentionWithRoom, SeesTheFirstKeysAlone) {
  const Tensor q = leaf({2, 4, 1, 3}, 1);
  const Tensor k = with_room({2, 2, 7, 3}, 2), v = with_room({2, 2, 7, 5}, 3);
  EXPECT_TRUE(test::same(
      scaled_dot_product_attention(q, k, v, attend_to_three.with_num_keys(few)).array(),
      scaled_dot_product_attention(q, few_rows(k), few_rows(v), attend_to_three).array()));
  const Tensor one_each = leaf({2, 2, 1, 3}, 1);
  const auto got = attention_with_weights(one_each, k, v, attend_to_three.with_num_keys(few));
  EXPECT_EQ(got.weights.shape(), (Shape{2, 2, 1, few}));
  EXPECT_TRUE(
      near(got.y.array(),
           scaled_dot_product_attention(one_each, k, v, attend_to_three.with_num_keys(few)).array(),
           bound(1e-6, 1e-14)));
}

TEST(AttentionWithRoom, SeesTheFirstKeysOfHeadsSideBySide) {
  const Tensor q = leaf({2, 2, 12}, 1), k = with_room({2, 7, 6}, 2), v = with_room({2, 7, 6}, 3);
  EXPECT_TRUE(
      test::same(multi_head_attention(q, k, v, 4, attend_to_three.with_num_keys(few)).array(),
                 multi_head_attention(q, few_rows(k), few_rows(v), 4, attend_to_three).array()));
}

TEST(AttentionWithRoom, GivesTheRoomNoGradient) {
  EXPECT_TRUE(gradients_agree(
      [](const auto& x) {
        return multi_head_attention(x[0], x[1], x[2], 2, attend_to_three.with_num_keys(few));
      },
      {leaf({2, 2, 4}, 1), leaf({2, 5, 4}, 2), leaf({2, 5, 6}, 3)}));
  EXPECT_TRUE(gradients_agree(
      [](const auto& x) {
        return scaled_dot_product_attention(x[0], x[1], x[2], attend_to_three.with_num_keys(few));
      },
      {leaf({2, 2, 2, 3}, 1), leaf({2, 1, 5, 3}, 2), leaf({2, 1, 5, 3}, 3)}));
}

TEST(AttentionWithRoom, SaysThatThereAreNotSoManyKeys) {
  const Tensor x(zeros({1, 3, 4}));
  EXPECT_ERROR(multi_head_attention(x, x, x, 2, attend_to_three.with_num_keys(4)), ShapeError,
               "[multi_head_attention] num_keys 4 is more than the 3 rows of k and v");
  EXPECT_EQ(AttentionOptions().with_num_keys(4).with_masks({}).num_keys, 4U);
}

}  // namespace
}  // namespace horloge
