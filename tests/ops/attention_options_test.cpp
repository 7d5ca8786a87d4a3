#include "horloge/ops/attention.h"
#include "support/arrays.h"
#include "support/masks.h"

namespace horloge {
namespace {

TEST(AttentionOptions, AreWrittenInOneExpression) {
  const Mask mask = random_mask({3, 4}, 1), key_mask = random_mask({2, 4}, 2);
  const Tensor bias(Rng(3).normal({3, 4}));
  const AttentionOptions options = AttentionOptions()
                                       .with_scale(0.5)
                                       .with_dropout(0.1, {5, 1, 2})
                                       .with_masks(AttentionMasks::causal(1)
                                                       .with_window(2)
                                                       .with_mask(mask)
                                                       .with_key_mask(key_mask)
                                                       .with_bias(bias));
  EXPECT_EQ(options.scale, 0.5);
  EXPECT_EQ(options.dropout_p, 0.1);
  EXPECT_EQ(options.dropout_key.seed, 5U);
  EXPECT_EQ(options.dropout_key.step, 2U);
  EXPECT_TRUE(options.is_causal);
  EXPECT_EQ(options.causal_offset, 1);
  EXPECT_EQ(options.window, 2U);
  EXPECT_EQ(options.mask, mask);
  EXPECT_EQ(options.key_mask, key_mask);
  EXPECT_EQ(options.bias.data(), bias.data());
  EXPECT_FALSE(AttentionOptions().is_causal);
  EXPECT_EQ(AttentionMasks::causal().causal_offset, 0);
}

TEST(Attention, TorchMasksMeanTheOpposite) {
  Mask masked_out = Mask::from_shape({2});
  masked_out(0) = true;
  masked_out(1) = false;
  const Mask takes_part = from_torch_mask(masked_out);
  EXPECT_FALSE(takes_part(0));
  EXPECT_TRUE(takes_part(1));
}
}  // namespace
}  // namespace horloge
