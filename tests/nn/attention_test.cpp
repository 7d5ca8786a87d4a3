// Attention with one projection for q, k and v, and with three: names, agreement, caches,
// gradients.

#include "horloge/nn/attention.h"
#include "horloge/nn/grouped_query_attention.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/ops/layout.h"
#include "support/modules.h"

namespace horloge {
namespace {

TEST(MultiHeadAttention, NamesAreTorchs) {
  Rng rng(1);
  EXPECT_THAT(names_and_shapes(MultiHeadAttention(4, 2, rng)),
              testing::ElementsAre("in_proj_weight (12, 4)", "in_proj_bias (12,)",
                                   "out_proj.weight (4, 4)", "out_proj.bias (4,)"));
  const auto options = MultiHeadAttentionOptions().with_k_dim(3).with_v_dim(5).with_bias(Bias::no);
  EXPECT_THAT(names_and_shapes(MultiHeadAttention(4, 2, rng, options)),
              testing::ElementsAre("q_proj_weight (4, 4)", "k_proj_weight (4, 3)",
                                   "v_proj_weight (4, 5)", "out_proj.weight (4, 4)"));
  EXPECT_ERROR(MultiHeadAttention(6, 4, rng), ValueError, "d_model 6 must be a multiple");
}

TEST(MultiHeadAttention, ItsThreeWaysAgree) {
  Rng rng(1);
  const MultiHeadAttention layer(8, 2, rng);
  const Tensor x(rng.normal({2, 5, 8}));
  const auto masks = AttentionMasks::causal();
  const Tensor y = layer(x, masks);
  EXPECT_TRUE(near(layer(x, x, x, masks).array(), y.array(), bound(1e-6, 1e-14)));
  const auto [slow, weights] = layer.with_weights(x, x, x, masks);
  EXPECT_TRUE(near(slow.array(), y.array(), bound(1e-6, 1e-14)));
  EXPECT_EQ(weights.shape(), (Shape{2, 2, 5, 5}));
}

TEST(MultiHeadAttention, WithoutPositionsOutputsPermuteWithInputs) {
  Rng rng(1);
  const MultiHeadAttention layer(8, 2, rng);
  const Tensor x(rng.normal({1, 6, 8}));
  const Ids order = {3, 0, 5, 1, 4, 2};
  const auto permuted = [&](const Tensor& t) {
    Array out = empty(t.shape());
    for (std::size_t i = 0; i < 6; ++i) std::copy_n(t.data() + order(i) * 8, 8, out.data() + i * 8);
    return Tensor(std::move(out));
  };
  EXPECT_TRUE(near(layer(permuted(x)).array(), permuted(layer(x)).array(), bound(1e-6, 1e-14)));
}

TEST(MultiHeadAttention, Gradient) {
  Rng rng(1);
  const MultiHeadAttention layer(4, 2, rng);
  EXPECT_TRUE(
      all_gradients_agree(layer, leaf({2, 3, 4}, 2), [&](const Tensor& x) { return layer(x); }));
  const Tensor memory(rng.normal({2, 5, 4}));
  EXPECT_TRUE(all_gradients_agree(layer, leaf({2, 3, 4}, 2),
                                  [&](const Tensor& x) { return layer(x, memory, memory); }));
}

GroupedQueryAttentionOptions grouped() {
  return GroupedQueryAttentionOptions().with_num_heads(4).with_num_kv_heads(2).with_head_dim(6);
}

// The same numbers by way of full heads: each key head copied for the queries that it serves.
TEST(GroupedQueryAttention, IsFullAttentionWithRepeatedHeads) {
  Rng rng(4);
  const GroupedQueryAttention attention(8, grouped(), rng);
  EXPECT_EQ(attention.q_proj.weight.shape(), (Shape{24, 8}));
  EXPECT_EQ(attention.k_proj.weight.shape(), (Shape{12, 8}));
  EXPECT_EQ(attention.out_proj.weight.shape(), (Shape{8, 24}));
  const Tensor x = leaf({2, 5, 8}, 5);
  AttentionContext context;
  context.masks = AttentionMasks::causal();
  const auto repeated = [](const Tensor& heads) {  // (2, 5, 12) -> (2, 5, 24)
    return reshape(expand(reshape(heads, {2, 5, 2, 1, 6}), {2, 5, 2, 2, 6}), {2, 5, 24});
  };
  AttentionOptions options;
  options.is_causal = true;
  const Tensor want =
      attention.out_proj(multi_head_attention(attention.q_proj(x), repeated(attention.k_proj(x)),
                                              repeated(attention.v_proj(x)), 4, options));
  EXPECT_TRUE(near(attention(x, context).array(), want.array(), bound(1e-5, 1e-13)));
  Tensor weights;
  context.weights = &weights;
  EXPECT_TRUE(near(attention(x, context).array(), want.array(), bound(1e-5, 1e-13)));
  EXPECT_EQ(weights.shape(), (Shape{2, 4, 5, 5}));
}

TEST(GroupedQueryAttention, HasGradients) {
  Rng rng(6);
  const GroupedQueryAttention attention(
      4, GroupedQueryAttentionOptions().with_num_heads(2).with_num_kv_heads(1).with_scale(0.7),
      rng);
  const RotaryPositions rotary(2);
  const PositionContext positions(rotary, consecutive_positions(3, 3));
  AttentionContext context;
  context.positions = &positions;
  EXPECT_TRUE(gradients_agree(
      [&](const std::vector<Tensor>& in) { return attention(in[0], in[1], context); },
      {leaf({1, 3, 4}, 7), leaf({1, 3, 4}, 8)}));
}

TEST(GroupedQueryAttention, MayPlaceValuesAsItDoesKeys) {
  Rng rng(29);
  const auto options = GroupedQueryAttentionOptions().with_num_heads(2).with_values_as_keys(true);
  const GroupedQueryAttention attention(8, options, rng);
  const RotaryPositions rotary(4);
  const PositionContext positions(rotary, consecutive_positions(5, 5));
  const Tensor x = leaf({2, 5, 8}, 30);
  const auto turned = [&](const Linear& project) { return rotary.key(project(x), positions.at); };
  const Tensor want =
      attention.out_proj(multi_head_attention(turned(attention.q_proj), turned(attention.k_proj),
                                              turned(attention.v_proj), 2, AttentionOptions{}));
  AttentionContext context;
  context.positions = &positions;
  EXPECT_TRUE(near(attention(x, context).array(), want.array(), bound(1e-5, 1e-13)));
}

TEST(GroupedQueryAttention, ReadsAFullCacheAlone) {
  Rng rng(9);
  const GroupedQueryAttention attention(8, grouped(), rng);
  const Tensor x = leaf({2, 3, 8}, 10), memory = leaf({2, 5, 8}, 11);
  KeyValueCache cache;
  AttentionContext context;
  context.cache = &cache;
  const Array first = attention(x, memory, context).array();
  EXPECT_EQ(cache.length(), 5U);
  EXPECT_TRUE(same(attention(x, Tensor(), context).array(), first));
  EXPECT_EQ(cache.length(), 5U);
}

TEST(GroupedQueryAttention, SaysWhichHeadsDoNotFit) {
  Rng rng;
  GroupedQueryAttentionOptions options;
  options.num_heads = 4;
  options.num_kv_heads = 3;
  EXPECT_ERROR(GroupedQueryAttention(8, options, rng), ValueError,
               "num_heads 4 must be a multiple of num_kv_heads 3");
  options.num_heads = options.num_kv_heads = 3;
  EXPECT_ERROR(GroupedQueryAttention(8, options, rng), ValueError,
               "d_model 8 must be a multiple of num_heads 3");
}

// The three matrices of the one are rows of the other's one.
void copy_weights(const MultiHeadAttention& from, GroupedQueryAttention to) {
  const auto weights = chunk(from.in_proj_weight, 3, 0), biases = chunk(from.in_proj_bias, 3, 0);
  to.load_state_dict({{"q_proj.weight", weights[0]},
                      {"q_proj.bias", biases[0]},
                      {"k_proj.weight", weights[1]},
                      {"k_proj.bias", biases[1]},
                      {"v_proj.weight", weights[2]},
                      {"v_proj.bias", biases[2]},
                      {"out_proj.weight", from.out_proj.weight},
                      {"out_proj.bias", from.out_proj.bias}});
}

TEST(Attention, IsTheSameWithOneProjectionAndWithThree) {
  Rng rng(34);
  const MultiHeadAttention one(8, 2, rng);
  const GroupedQueryAttention three(8, GroupedQueryAttentionOptions().with_num_heads(2), rng);
  copy_weights(one, three);
  const NoPositions none;
  const RotaryPositions rotary(4);
  const Tensor x = leaf({2, 5, 8}, 35);
  for (const PositionScheme* scheme :
       {static_cast<const PositionScheme*>(nullptr), static_cast<const PositionScheme*>(&none),
        static_cast<const PositionScheme*>(&rotary)}) {
    std::optional<PositionContext> positions;
    if (scheme != nullptr) positions.emplace(*scheme, consecutive_positions(5, 5));
    AttentionContext context{positions ? &*positions : nullptr, AttentionMasks::causal()};
    EXPECT_TRUE(near(one(x, context).array(), three(x, context).array(), bound(1e-6, 1e-14)));
    Tensor of_one, of_three;
    context.weights = &of_one;
    const Array y = one(x, context).array();
    context.weights = &of_three;
    EXPECT_TRUE(near(y, three(x, context).array(), bound(1e-6, 1e-14)));
    EXPECT_TRUE(near(of_one.array(), of_three.array(), bound(1e-6, 1e-14)));
    EXPECT_EQ(of_one.array()(1, 1, 2, 3), real{0});  // a later token
  }
}

// A causal mask counts the cached keys as earlier tokens, with or without positions.
TEST(GroupedQueryAttention, DecodesPieceByPieceAsInOnePass) {
  Rng rng(36);
  const GroupedQueryAttention attention(8, grouped(), rng);
  const RotaryPositions rotary(6);
  const Tensor x = leaf({2, 7, 8}, 37);
  for (const bool placed : {false, true}) {
    const PositionContext all(rotary, consecutive_positions(7, 7));
    const AttentionContext whole{placed ? &all : nullptr, AttentionMasks::causal()};
    KeyValueCache cache;
    std::vector<Tensor> pieces;
    for (const std::size_t n : {3U, 1U, 2U, 1U}) {
      const std::size_t done = cache.length();
      const auto first = static_cast<std::ptrdiff_t>(done), count = static_cast<std::ptrdiff_t>(n);
      const PositionContext positions(rotary, consecutive_positions(n, done + n));
      const AttentionContext context{placed ? &positions : nullptr, AttentionMasks::causal(),
                                     &cache};
      pieces.push_back(attention(slice(x, {{}, {first, first + count}}), context));
    }
    EXPECT_EQ(cache.length(), 7U);
    EXPECT_TRUE(near(concat(pieces, 1).array(), attention(x, whole).array(), bound(1e-5, 1e-13)));
  }
}

}  // namespace
}  // namespace horloge
