// Blocks and stacks of them: how they are wired, what they see, caches and memories.

#include "horloge/nn/block_stack.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/layout.h"
#include "support/modules.h"

namespace horloge {
namespace {

BlockOptions block_options(NormPlace place = NormPlace::before) {
  return BlockOptions()
      .with_norm_place(place)
      .with_attention(GroupedQueryAttentionOptions().with_num_heads(2))
      .with_feed_forward(FeedForwardOptions().with_activation(gelu_tanh));
}

TEST(Block, NormalisesInFourPlaces) {
  const Tensor x = leaf({2, 3, 4}, 12);
  const AttentionContext self;
  for (const NormPlace place :
       {NormPlace::before, NormPlace::kept, NormPlace::after, NormPlace::output}) {
    Rng rng(13);
    const Block b(4, block_options(place), rng);
    Tensor want;
    if (place == NormPlace::before) {
      const Tensor h = x + b.attention(b.attention_norm(x), self);
      want = h + (*b.feed_forward)(b.feed_forward_norm(h));
    } else if (place == NormPlace::kept) {
      const Tensor z = b.attention_norm(x), h = z + b.attention(z, self);
      want = b.feed_forward_norm(h) + (*b.feed_forward)(b.feed_forward_norm(h));
    } else if (place == NormPlace::output) {
      const Tensor h = x + b.attention_norm(b.attention(x, self));
      want = h + b.feed_forward_norm((*b.feed_forward)(h));
    } else {
      const Tensor h = b.attention_norm(x + b.attention(x, self));
      want = b.feed_forward_norm(h + (*b.feed_forward)(h));
    }
    EXPECT_TRUE(same(b(x).array(), want.array()));
  }
}

TEST(Block, NormalisesWhatPartsAddToo) {
  const Tensor x = leaf({2, 3, 4}, 12);
  Rng rng(13);
  const Block b(4, block_options().with_output_norms(true), rng);
  for (const Norm* norm : {&*b.attention_output_norm, &*b.feed_forward_output_norm}) {
    Tensor handle = norm->weight;
    handle.mutable_array() = rng.normal({4});
  }
  const Tensor h =
      x + (*b.attention_output_norm)(b.attention(b.attention_norm(x), AttentionContext()));
  const Tensor want = h + (*b.feed_forward_output_norm)((*b.feed_forward)(b.feed_forward_norm(h)));
  EXPECT_TRUE(same(b(x).array(), want.array()));
  EXPECT_ERROR(Block(4, block_options(NormPlace::after).with_output_norms(true), rng), ValueError,
               "[Block] output_norms need NormPlace::before");
}

TEST(Block, HasExpertsInsteadOfItsNet) {
  const Tensor x = leaf({2, 3, 4}, 12);
  Rng rng(13);
  const ExpertsOptions experts = ExpertsOptions().with_num_experts(3).with_expert(
      FeedForwardOptions().with_activation(gelu_tanh));
  const Block b(4, block_options().with_experts(experts), rng);
  EXPECT_FALSE(b.feed_forward.has_value());
  const Tensor h = x + b.attention(b.attention_norm(x), AttentionContext());
  EXPECT_TRUE(same(b(x).array(), (h + (*b.experts)(b.feed_forward_norm(h))).array()));
}

TEST(Block, HasPartsInParallel) {
  const Tensor x = leaf({2, 3, 4}, 12);
  Rng rng(13);
  const Block b(4, block_options().with_parallel(true), rng);
  const Tensor h = x + b.attention(b.attention_norm(x), AttentionContext());
  EXPECT_TRUE(same(b(x).array(), (h + (*b.feed_forward)(b.feed_forward_norm(x))).array()));
}

TEST(Block, SharesANormAmongParallelParts) {
  Rng rng(28);
  BlockOptions options = block_options().with_parallel(true).with_one_norm(true);
  const Block b(4, options, rng);
  EXPECT_EQ(b.feed_forward_norm.weight.buffer(), b.attention_norm.weight.buffer());
  for (const std::string& name : test::names_and_shapes(b))
    EXPECT_EQ(name.find("feed_forward_norm"), name.npos);
  options.parallel = false;
  EXPECT_ERROR(Block(4, options, rng), ValueError, "[Block] only parallel parts can share a norm");
}

TEST(Block, SaysWhichOptionsExcludeEachOther) {
  Rng rng(28);
  const auto parallel = block_options(NormPlace::after).with_parallel(true);
  EXPECT_ERROR(Block(4, parallel, rng), ValueError, "parallel parts need NormPlace::before");
  const auto wider = block_options(NormPlace::kept).with_d_in(2);
  EXPECT_ERROR(Block(4, wider, rng), ValueError,
               "a d_in other than d_model needs NormPlace::before");
  EXPECT_ERROR(Block(4, block_options().with_parallel(true).with_d_in(2), rng), ValueError,
               "and no parallel parts");
}

TEST(Block, LooksAtAMemoryBetweenItsParts) {
  Rng rng(14);
  BlockOptions options = block_options().with_cross_attention(true);
  const Block b(4, options, rng);
  const Tensor x = leaf({2, 3, 4}, 15);
  BlockContext context;
  context.memory = leaf({2, 5, 4}, 16);
  const AttentionContext plain;
  Tensor h = x + b.attention(b.attention_norm(x), plain);
  h = h + (*b.cross_attention)((*b.cross_norm)(h), context.memory, plain);
  EXPECT_TRUE(same(b(x, context).array(), (h + (*b.feed_forward)(b.feed_forward_norm(h))).array()));
  options.parallel = true;
  EXPECT_ERROR(Block(4, options, rng), ValueError, "has no cross-attention");
}

// Earlier tokens are keys and values like those of x itself: the last rows of the longer sequence.
TEST(Block, SeesEarlierTokensThatDoNotAsk) {
  for (const NormPlace place : {NormPlace::before, NormPlace::after})
    for (const bool causal : {false, true}) {
      Rng rng(22);
      const Block b(4, block_options(place), rng);
      const Tensor earlier = leaf({2, 3, 4}, 23), x = leaf({2, 2, 4}, 24);
      BlockContext context;
      context.self.masks.is_causal = causal;
      const Array whole = b(concat({earlier, x}, 1), context).array();
      context.earlier = earlier;
      EXPECT_TRUE(
          near(b(x, context).array(), slice(Tensor(whole), {{}, {3}}).array(), bound(1e-5, 1e-13)));
    }
}

BlockStackOptions stack_options(std::size_t num_layers) {
  return BlockStackOptions()
      .with_num_layers(num_layers)
      .with_d_model(4)
      .with_block(block_options());
}

TEST(BlockStack, IsItsBlocksAndANorm) {
  Rng rng(38);
  const BlockStack stack(stack_options(2), rng);
  const NoPositions none;
  BlockStackContext context(PositionContext(none, consecutive_positions(3, 3)));
  std::vector<Tensor> hidden;
  context.hidden = &hidden;
  BlockContext causal;
  causal.self.masks = AttentionMasks::causal();
  const Tensor x = leaf({2, 3, 4}, 39);
  const Tensor h = stack.blocks[0](x, causal), y = (*stack.norm)(stack.blocks[1](h, causal));
  EXPECT_TRUE(same(stack(x, context).array(), y.array()));
  ASSERT_EQ(hidden.size(), 3U);
  EXPECT_TRUE(same(hidden[1].array(), h.array()));
  EXPECT_TRUE(same(hidden[2].array(), y.array()));

  const Array last_token_changed = concat({slice(x, {{}, {0, 2}}), leaf({2, 1, 4}, 40)}, 1).array();
  const auto first_tokens = [&] {
    return slice(stack(Tensor(last_token_changed), context), {{}, {0, 2}}).array();
  };
  EXPECT_TRUE(near(first_tokens(), slice(y, {{}, {0, 2}}).array(), bound(1e-6, 1e-14)));
  context.causal = false;
  EXPECT_FALSE(near(first_tokens(), slice(y, {{}, {0, 2}}).array(), 1e-3));
}

TEST(BlockStack, TakesASchemeForAllBlocksOrOneForEach) {
  Rng rng(41);
  const BlockStack stack(stack_options(3), rng);
  const NoPositions none;
  const RotaryPositions rotary(2);
  const Tensor x = leaf({1, 4, 4}, 42);
  const auto y = [&](const std::vector<const PositionScheme*>& schemes) {
    std::vector<PositionContext> positions;
    for (const PositionScheme* scheme : schemes)
      positions.emplace_back(*scheme, consecutive_positions(4, 4));
    return stack(x, BlockStackContext(positions)).array();
  };
  EXPECT_TRUE(same(y({&rotary}), y({&rotary, &rotary, &rotary})));
  EXPECT_FALSE(near(y({&rotary}), y({&rotary, &none, &none}), 1e-4));
  EXPECT_ERROR(
      y({&none, &none}), ValueError,
      "[BlockStack] needs a PositionContext for all blocks or one for each of the 3, got 2");
  EXPECT_ERROR(y({}), ValueError, "got 0");
}

// Keys and values of the memory are made once, and found in the cache from then on.
TEST(BlockStack, NamesEachLayerThatHasAWindow) {
  Rng rng(1);
  EXPECT_ERROR(BlockStack(stack_options(2).with_windowed_layers({true}), rng), ValueError,
               "[BlockStack] windowed_layers has 1 entries for 2 layers");
  const auto one_window =
      stack_options(2).with_sliding_window(1).with_windowed_layers({false, true});
  const BlockStack stack(one_window, rng);
  const NoPositions none;
  BlockStackContext context(PositionContext(none, consecutive_positions(3, 3)));
  AttentionMaps maps;
  context.maps = &maps;
  stack(Tensor(rng.normal({1, 3, 4})), context);
  EXPECT_GT(maps.self[0].array()(0, 0, 2, 0), 0);
  EXPECT_EQ(maps.self[1].array()(0, 0, 2, 0), real{0});
}

TEST(BlockStack, DecodesFromAMemory) {
  Rng rng(25);
  BlockStackOptions options = stack_options(2);
  options.block.cross_attention = true;
  const BlockStack stack(options, rng);
  const NoPositions none;
  const Tensor x = leaf({2, 3, 4}, 26);
  EncoderMemory memory{leaf({2, 5, 4}, 27), Mask::from_shape({2, 5})};
  memory.mask->fill(true);
  (*memory.mask)(1, 4) = false;
  AttentionMaps maps;
  BlockStackContext context(PositionContext(none, consecutive_positions(3, 3)));
  context.memory = &memory;
  context.maps = &maps;
  const Array whole = stack(x, context).array();
  ASSERT_EQ(maps.cross.size(), 2U);
  EXPECT_EQ(maps.cross[0].shape(), (Shape{2, 2, 3, 5}));
  EXPECT_EQ(maps.cross[1].array()(1, 0, 2, 4), 0);

  DecodingCache cache;
  std::vector<Tensor> rows;
  for (std::ptrdiff_t t = 0; t < 3; ++t) {
    BlockStackContext next(PositionContext(none, consecutive_positions(1, cache.length() + 1)));
    next.memory = &memory;
    next.cache = &cache;
    rows.push_back(stack(slice(x, {{}, {t, t + 1}}), next));
    memory.hidden = Tensor();
  }
  EXPECT_EQ(cache.positions, arange(3));
  EXPECT_TRUE(near(concat(rows, 1).array(), whole, bound(1e-5, 1e-13)));
}

TEST(Block, DropsInTrainingOnly) {
  Rng rng(17);
  BlockOptions options = block_options();
  options.dropout = options.attention.dropout = options.feed_forward.dropout = 0.5;
  Block b(4, options, rng);
  const Tensor x = leaf({2, 3, 4}, 18);
  EXPECT_FALSE(same(b(x).array(), b(x).array()));
  b.eval();
  EXPECT_TRUE(same(b(x).array(), b(x).array()));
}

}  // namespace
}  // namespace horloge
