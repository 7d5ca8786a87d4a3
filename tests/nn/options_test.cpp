// Options in one expression: a setter changes its own member in a copy.

#include <gtest/gtest.h>

#include "horloge/nn/block_stack.h"
#include "horloge/nn/position/by_name.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/nn/position/sinusoidal.h"
#include "horloge/nn/transformer.h"

namespace horloge {
namespace {

TEST(Options, AreCopiedAndChanged) {
  const TransformerOptions usual;
  const auto changed = usual.with_dim_feedforward(64)
                           .with_dropout(0.2)
                           .with_activation(gelu_tanh)
                           .with_norm(NormPlace::before)
                           .with_layer_norm_eps(1e-6)
                           .with_gated(true);
  EXPECT_EQ(changed.dim_feedforward, 64U);
  EXPECT_EQ(changed.dropout, 0.2);
  EXPECT_EQ(changed.activation, gelu_tanh);
  EXPECT_EQ(changed.norm, NormPlace::before);
  EXPECT_EQ(changed.layer_norm_eps, 1e-6);
  EXPECT_TRUE(changed.gated);
  EXPECT_EQ(usual.dim_feedforward, 2048U);
  EXPECT_EQ(usual.norm, NormPlace::after);
}

TEST(Options, OfAttentionHaveASetterForEachMember) {
  const auto multi =
      MultiHeadAttentionOptions().with_dropout(0.2).with_bias(Bias::no).with_k_dim(3).with_v_dim(5);
  EXPECT_EQ(multi.dropout, 0.2);
  EXPECT_EQ(multi.bias, Bias::no);
  EXPECT_EQ(multi.k_dim, 3U);
  EXPECT_EQ(multi.v_dim, 5U);
  const auto grouped = GroupedQueryAttentionOptions()
                           .with_num_heads(4)
                           .with_num_kv_heads(2)
                           .with_scale(0.7)
                           .with_values_as_keys(true)
                           .with_head_dim(6)
                           .with_d_out(12)
                           .with_bias(Bias::no)
                           .with_out_bias(Bias::no)
                           .with_dropout(0.3)
                           .with_softcap(5)
                           .with_qk_norm(NormOptions().with_factors(false).with_bias(false))
                           .with_qk_norm_by_head(false)
                           .with_sinks(true)
                           .with_latent(LatentOptions().with_query_rank(3).with_bias(Bias::yes));
  EXPECT_EQ(grouped.softcap, 5);
  EXPECT_FALSE(grouped.qk_norm->factors || grouped.qk_norm->bias || grouped.qk_norm_by_head);
  EXPECT_TRUE(grouped.sinks);
  EXPECT_EQ(grouped.latent->query_rank, 3U);
  EXPECT_EQ(grouped.latent->bias, Bias::yes);
  EXPECT_EQ(grouped.num_heads, 4U);
  EXPECT_EQ(grouped.num_kv_heads, 2U);
  EXPECT_EQ(grouped.scale, 0.7);
  EXPECT_TRUE(grouped.values_as_keys);
  EXPECT_EQ(grouped.head_dim, 6U);
  EXPECT_EQ(grouped.d_out, 12U);
  EXPECT_EQ(grouped.bias, Bias::no);
  EXPECT_EQ(grouped.out_bias, Bias::no);
  EXPECT_EQ(grouped.dropout, 0.3);
}

TEST(Options, OfBlocksHoldThoseOfTheirParts) {
  const auto stack =
      BlockStackOptions()
          .with_num_layers(2)
          .with_d_model(8)
          .with_d_in(4)
          .with_final_norm(false)
          .with_causal(false)
          .with_sliding_window(3)
          .with_windowed_layers({true, false})
          .with_window_kind(WindowKind::around)
          .with_blocks({BlockOptions().with_attention_norm(NormOptions().with_eps(0.5))})
          .with_scale_by_layer(true)
          .with_block(BlockOptions()
                          .with_norm_place(NormPlace::kept)
                          .with_parallel(true)
                          .with_one_norm(true)
                          .with_norm(NormOptions().with_kind(NormKind::rms).with_eps(1e-6))
                          .with_d_in(5)
                          .with_attention(GroupedQueryAttentionOptions().with_num_heads(2))
                          .with_feed_forward(FeedForwardOptions()
                                                 .with_d_ff(16)
                                                 .with_activation(silu)
                                                 .with_gated(true)
                                                 .with_bias(Bias::no)
                                                 .with_dropout(0.1))
                          .with_dropout(0.2)
                          .with_cross_attention(true));
  EXPECT_EQ(stack.num_layers, 2U);
  EXPECT_EQ(stack.d_model, 8U);
  EXPECT_EQ(stack.d_in, 4U);
  EXPECT_FALSE(stack.final_norm || stack.causal);
  EXPECT_EQ(stack.sliding_window, 3U);
  EXPECT_EQ(stack.windowed_layers, (std::vector<bool>{true, false}));
  EXPECT_EQ(stack.window_kind, WindowKind::around);
  EXPECT_EQ(stack.blocks.at(0).attention_norm->eps, 0.5);
  EXPECT_TRUE(stack.scale_by_layer);
  const BlockOptions& block = stack.block;
  EXPECT_EQ(block.norm_place, NormPlace::kept);
  EXPECT_TRUE(block.parallel && block.one_norm && block.cross_attention);
  EXPECT_EQ(block.norm.kind, NormKind::rms);
  EXPECT_EQ(block.norm.eps, 1e-6);
  EXPECT_EQ(block.d_in, 5U);
  EXPECT_EQ(block.attention.num_heads, 2U);
  EXPECT_EQ(block.feed_forward.d_ff, 16U);
  EXPECT_EQ(block.feed_forward.activation, silu);
  EXPECT_TRUE(block.feed_forward.gated);
  EXPECT_EQ(block.feed_forward.bias, Bias::no);
  EXPECT_EQ(block.feed_forward.dropout, 0.1);
  EXPECT_EQ(block.dropout, 0.2);
}

TEST(Options, OfPositionsHaveASetterForEachMember) {
  const auto any = PositionOptions()
                       .with_rotary(RotaryOptions().with_base(7))
                       .with_d_model(8)
                       .with_d_embed(4)
                       .with_num_heads(2)
                       .with_head_dim(6)
                       .with_max_seq_len(16)
                       .with_causal(true)
                       .with_turning_share(0.5)
                       .with_windowed_heads(1)
                       .with_random(RandomPlaces::subset)
                       .with_range(64)
                       .with_stride(3);
  EXPECT_EQ(any.d_model, 8U);
  EXPECT_EQ(any.d_embed, 4U);
  EXPECT_EQ(any.num_heads, 2U);
  EXPECT_EQ(any.head_dim, 6U);
  EXPECT_EQ(any.max_seq_len, 16U);
  EXPECT_TRUE(any.causal);
  EXPECT_EQ(any.rotary->base, 7);
  EXPECT_EQ(any.turning_share, 0.5);
  EXPECT_EQ(any.windowed_heads, 1U);
  EXPECT_EQ(any.random, RandomPlaces::subset);
  EXPECT_EQ(any.range, 64U);
  EXPECT_EQ(any.stride, 3U);
  RotaryScaling twice;
  twice.factor = 2;
  const auto rotary = RotaryOptions()
                          .with_pairing(Pairing::interleaved)
                          .with_base(500)
                          .with_rotary_dim(4)
                          .with_turning_pairs(1)
                          .with_scaling(twice);
  EXPECT_EQ(rotary.pairing, Pairing::interleaved);
  EXPECT_EQ(rotary.base, 500);
  EXPECT_EQ(rotary.rotary_dim, 4U);
  EXPECT_EQ(rotary.turning_pairs, 1U);
  EXPECT_EQ(rotary.scaling.factor, 2);
  const auto sinusoid =
      SinusoidOptions().with_layout(SinusoidLayout::halves).with_base(100).with_padding_idx(1);
  EXPECT_EQ(sinusoid.layout, SinusoidLayout::halves);
  EXPECT_EQ(sinusoid.base, 100);
  EXPECT_EQ(sinusoid.padding_idx, 1);
}

}  // namespace
}  // namespace horloge
