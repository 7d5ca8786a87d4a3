#include <cmath>

#include "horloge/core/error.h"
#include "horloge/models/parts/block_stack.h"
#include "horloge/models/parts/masked_language_head.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/norm.h"
#include "support/gradients.h"

namespace horloge {
namespace {

using test::bound;
using test::gradients_agree;
using test::leaf;
using test::near;
using test::same;

std::vector<std::string> names_of(const Module& module) {
  std::vector<std::string> names;
  for (const auto& entry : module.named_parameters()) names.push_back(entry.name);
  return names;
}

TEST(Norm, IsOneOfTheTwo) {
  const Tensor x = leaf({2, 3, 4}, 1);
  const Norm layer(4, {NormKind::layer, 1e-5}), rms(4, {NormKind::rms, 1e-6});
  EXPECT_THAT(names_of(layer), testing::ElementsAre("weight", "bias"));
  EXPECT_THAT(names_of(rms), testing::ElementsAre("weight"));
  EXPECT_TRUE(same(layer(x).array(), layer_norm(x, {4}).array()));
  EXPECT_TRUE(same(rms(x).array(), rms_norm(x).array()));
}

TEST(FeedForward, IsPlainOrGated) {
  Rng rng(2);
  const Tensor x = leaf({2, 3, 4}, 3);
  FeedForwardOptions options;
  options.activation = silu;
  const FeedForward plain(4, options, rng);
  EXPECT_EQ(plain.up.weight.shape(), (Shape{16, 4}));
  EXPECT_TRUE(same(plain(x).array(), plain.down(silu(plain.up(x))).array()));
  options.d_ff = 6;
  options.gated = true;
  options.bias = Bias::no;
  const FeedForward gated(4, options, rng);
  EXPECT_THAT(names_of(gated), testing::ElementsAre("up.weight", "down.weight", "gate.weight"));
  EXPECT_TRUE(same(gated(x).array(), gated.down(silu((*gated.gate)(x)) * gated.up(x)).array()));
}

TEST(FeedForward, NeedsAnActivation) {
  Rng rng;
  EXPECT_ERROR(FeedForward(4, {}, rng), ValueError, "[FeedForward] needs an activation");
}

TEST(FeedForward, KnowsTheNamesOfActivations) {
  EXPECT_EQ(activation_named("gelu"), gelu_erf);
  EXPECT_EQ(activation_named("gelu_new"), gelu_tanh);
  EXPECT_EQ(activation_named("quick"), nullptr);
  EXPECT_THAT(activation_names(), testing::HasSubstr("gelu_new, gelu_p"));
}

GroupedQueryAttentionOptions grouped() {
  GroupedQueryAttentionOptions options;
  options.num_heads = 4;
  options.num_kv_heads = 2;
  options.head_dim = 6;
  return options;
}

// The same numbers by way of full heads: each key head copied for the queries that it serves.
TEST(GroupedQueryAttention, IsFullAttentionWithRepeatedHeads) {
  Rng rng(4);
  const GroupedQueryAttention attention(8, grouped(), rng);
  EXPECT_EQ(attention.q_proj.weight.shape(), (Shape{24, 8}));
  EXPECT_EQ(attention.k_proj.weight.shape(), (Shape{12, 8}));
  EXPECT_EQ(attention.out_proj.weight.shape(), (Shape{8, 24}));
  const Tensor x = leaf({2, 5, 8}, 5);
  AttentionPass pass;
  pass.masks.is_causal = true;
  const auto repeated = [](const Tensor& heads) {  // (2, 5, 12) -> (2, 5, 24)
    return reshape(expand(reshape(heads, {2, 5, 2, 1, 6}), {2, 5, 2, 2, 6}), {2, 5, 24});
  };
  AttentionOptions options;
  options.is_causal = true;
  const Tensor want =
      attention.out_proj(multi_head_attention(attention.q_proj(x), repeated(attention.k_proj(x)),
                                              repeated(attention.v_proj(x)), 4, options));
  EXPECT_TRUE(near(attention(x, pass).array(), want.array(), bound(1e-5, 1e-13)));
  Tensor weights;
  pass.weights = &weights;
  EXPECT_TRUE(near(attention(x, pass).array(), want.array(), bound(1e-5, 1e-13)));
  EXPECT_EQ(weights.shape(), (Shape{2, 4, 5, 5}));
}

TEST(GroupedQueryAttention, HasGradients) {
  Rng rng(6);
  const GroupedQueryAttention attention(
      4,
      [] {
        GroupedQueryAttentionOptions options;
        options.num_heads = 2;
        options.num_kv_heads = 1;
        options.scale = 0.7;
        return options;
      }(),
      rng);
  const RotaryPositions rotary(2);
  const PositionPass positions(rotary, consecutive_places(3, 3));
  AttentionPass pass;
  pass.positions = &positions;
  EXPECT_TRUE(
      gradients_agree([&](const std::vector<Tensor>& in) { return attention(in[0], in[1], pass); },
                      {leaf({1, 3, 4}, 7), leaf({1, 3, 4}, 8)}));
}

TEST(GroupedQueryAttention, MayPlaceValuesAsItDoesKeys) {
  Rng rng(29);
  GroupedQueryAttentionOptions options;
  options.num_heads = 2;
  options.values_as_keys = true;
  const GroupedQueryAttention attention(8, options, rng);
  const RotaryPositions rotary(4);
  const PositionPass positions(rotary, consecutive_places(5, 5));
  const Tensor x = leaf({2, 5, 8}, 30);
  const auto turned = [&](const Linear& project) { return rotary.key(project(x), positions.at); };
  const Tensor want =
      attention.out_proj(multi_head_attention(turned(attention.q_proj), turned(attention.k_proj),
                                              turned(attention.v_proj), 2, AttentionOptions{}));
  AttentionPass pass;
  pass.positions = &positions;
  EXPECT_TRUE(near(attention(x, pass).array(), want.array(), bound(1e-5, 1e-13)));
}

TEST(GroupedQueryAttention, ReadsAFullCacheAlone) {
  Rng rng(9);
  const GroupedQueryAttention attention(8, grouped(), rng);
  const Tensor x = leaf({2, 3, 8}, 10), memory = leaf({2, 5, 8}, 11);
  KeyValueCache cache;
  AttentionPass pass;
  pass.cache = &cache;
  const Array first = attention(x, memory, pass).array();
  EXPECT_EQ(cache.length(), 5U);
  EXPECT_TRUE(same(attention(x, Tensor(), pass).array(), first));
  EXPECT_EQ(cache.length(), 5U);
}

TEST(GroupedQueryAttention, SaysWhichHeadsDoNotFit) {
  Rng rng;
  GroupedQueryAttentionOptions options;
  options.num_heads = 4;
  options.num_kv_heads = 3;
  EXPECT_ERROR(GroupedQueryAttention(8, options, rng), ValueError,
               "the 4 query heads must be a multiple of the 3 key heads that serve them");
  options.num_heads = options.num_kv_heads = 3;
  EXPECT_ERROR(GroupedQueryAttention(8, options, rng), ValueError,
               "d_model 8 must be a multiple of num_heads 3");
}

BlockOptions block_options(Wiring wiring) {
  BlockOptions options;
  options.wiring = wiring;
  options.attention.num_heads = 2;
  options.feed_forward.activation = gelu_tanh;
  return options;
}

TEST(Block, IsWiredInFourWays) {
  const Tensor x = leaf({2, 3, 4}, 12);
  const AttentionPass self;
  BlockPass pass;
  for (const Wiring wiring :
       {Wiring::norm_before, Wiring::norm_kept, Wiring::norm_after, Wiring::parallel}) {
    Rng rng(13);
    const Block b(4, block_options(wiring), rng);
    Tensor want;
    if (wiring == Wiring::norm_before) {
      const Tensor h = x + b.attention(b.attention_norm(x), self);
      want = h + b.feed_forward(b.feed_forward_norm(h));
    } else if (wiring == Wiring::norm_kept) {
      const Tensor z = b.attention_norm(x), h = z + b.attention(z, self);
      want = b.feed_forward_norm(h) + b.feed_forward(b.feed_forward_norm(h));
    } else if (wiring == Wiring::norm_after) {
      const Tensor h = b.attention_norm(x + b.attention(x, self));
      want = b.feed_forward_norm(h + b.feed_forward(h));
    } else {
      want = x + b.attention(b.attention_norm(x), self) + b.feed_forward(b.feed_forward_norm(x));
    }
    EXPECT_TRUE(same(b(x, pass).array(), want.array()));
  }
}

TEST(Block, SharesANormAmongParallelParts) {
  Rng rng(28);
  BlockOptions options = block_options(Wiring::parallel);
  options.one_norm = true;
  const Block b(4, options, rng);
  EXPECT_EQ(b.feed_forward_norm.weight.buffer(), b.attention_norm.weight.buffer());
  for (const std::string& name : names_of(b)) EXPECT_EQ(name.find("feed_forward_norm"), name.npos);
  options.wiring = Wiring::norm_before;
  EXPECT_ERROR(Block(4, options, rng), ValueError, "[Block] only parallel parts can share a norm");
}

TEST(Block, LooksAtAMemoryBetweenItsParts) {
  Rng rng(14);
  BlockOptions options = block_options(Wiring::norm_before);
  options.cross_attention = true;
  const Block b(4, options, rng);
  const Tensor x = leaf({2, 3, 4}, 15);
  BlockPass pass;
  pass.memory = leaf({2, 5, 4}, 16);
  const AttentionPass plain;
  Tensor h = x + b.attention(b.attention_norm(x), plain);
  h = h + (*b.cross_attention)((*b.cross_norm)(h), pass.memory, plain);
  EXPECT_TRUE(same(b(x, pass).array(), (h + b.feed_forward(b.feed_forward_norm(h))).array()));
  options.wiring = Wiring::parallel;
  EXPECT_ERROR(Block(4, options, rng), ValueError, "leave no place for cross-attention");
}

// Earlier tokens are keys and values like those of x itself: the last rows of the longer sequence.
TEST(Block, SeesEarlierTokensThatDoNotAsk) {
  for (const Wiring wiring : {Wiring::norm_before, Wiring::norm_after}) {
    Rng rng(22);
    const Block b(4, block_options(wiring), rng);
    const Tensor earlier = leaf({2, 3, 4}, 23), x = leaf({2, 2, 4}, 24);
    BlockPass pass;
    const Array whole = b(concat({earlier, x}, 1), pass).array();
    pass.earlier = earlier;
    EXPECT_TRUE(
        near(b(x, pass).array(), slice(Tensor(whole), {{}, {3}}).array(), bound(1e-5, 1e-13)));
  }
}

// Keys and values of the memory are made once, and found in the cache from then on.
TEST(BlockStack, DecodesFromAMemory) {
  Rng rng(25);
  BlockStackOptions options;
  options.num_layers = 2;
  options.d_model = 4;
  options.block = block_options(Wiring::norm_before);
  options.block.cross_attention = true;
  const BlockStack stack(options, rng);
  const NoPositions none;
  const Tensor x = leaf({2, 3, 4}, 26);
  EncoderMemory memory{leaf({2, 5, 4}, 27), Mask::from_shape({2, 5})};
  memory.mask->fill(true);
  (*memory.mask)(1, 4) = false;
  ModelInput in;
  in.ids = Ids::from_shape({2, 3});
  in.trace = true;
  ModelOutput out;
  const Array whole = stack(x, {none, places_of(in)}, in, out, &memory).array();
  ASSERT_EQ(out.cross_attention.size(), 2U);
  EXPECT_EQ(out.cross_attention[0].shape(), (Shape{2, 2, 3, 5}));
  EXPECT_EQ(out.cross_attention[1].array()(1, 0, 2, 4), 0);

  DecodingCache cache;
  std::vector<Tensor> rows;
  for (std::ptrdiff_t t = 0; t < 3; ++t) {
    ModelInput next;
    next.ids = Ids::from_shape({2, 1});
    next.cache = &cache;
    rows.push_back(stack(slice(x, {{}, {t, t + 1}}), {none, places_of(next)}, next, out, &memory));
    memory.hidden = Tensor();
  }
  EXPECT_TRUE(near(concat(rows, 1).array(), whole, bound(1e-5, 1e-13)));
}

TEST(Block, DropsInTrainingOnly) {
  Rng rng(17);
  BlockOptions options = block_options(Wiring::norm_before);
  options.dropout = options.attention.dropout = options.feed_forward.dropout = 0.5;
  Block b(4, options, rng);
  const Tensor x = leaf({2, 3, 4}, 18);
  EXPECT_FALSE(same(b(x, {}).array(), b(x, {}).array()));
  b.eval();
  EXPECT_TRUE(same(b(x, {}).array(), b(x, {}).array()));
}

TEST(LanguageHead, IsTheWordsOrAMatrixOfItsOwn) {
  Rng rng(19);
  const Tensor words(Rng(20).normal({7, 4}), true);
  const LanguageHead tied(HeadKind::tied, words, rng), own(HeadKind::own, words, rng, Bias::yes);
  EXPECT_EQ(tied.weight.buffer(), words.buffer());
  EXPECT_NE(own.weight.buffer(), words.buffer());
  EXPECT_EQ(own.bias.shape(), (Shape{7}));
  EXPECT_EQ(tied(leaf({2, 3, 4}, 21)).shape(), (Shape{2, 3, 7}));
}

TEST(MaskedLanguageHead, HasALayerBeforeTheWords) {
  Rng rng(31);
  const Tensor words(Rng(32).normal({7, 3}), true);
  const MaskedLanguageHead head(4, {HeadKind::tied, tanh, {NormKind::layer, 1e-12}}, words, rng);
  EXPECT_THAT(names_of(head),
              testing::ElementsAre("transform.weight", "transform.bias", "norm.weight", "norm.bias",
                                   "scores.weight", "scores.bias"));
  const Tensor x = leaf({2, 5, 4}, 33);
  EXPECT_TRUE(same(head(x).array(), head.scores(head.norm(tanh(head.transform(x)))).array()));
  EXPECT_EQ(head.scores.weight.buffer(), words.buffer());
}

}  // namespace
}  // namespace horloge
