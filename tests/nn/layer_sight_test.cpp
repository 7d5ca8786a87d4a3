// Layers that see a part of the text: windows and chunks, caches that forget, a scheme for each.

#include "horloge/nn/layer_sight.h"

#include "horloge/nn/block_stack.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/layout.h"
#include "support/arrays.h"

namespace horloge {
namespace {

std::string drawn(const Mask& mask) {
  std::string text;
  const std::size_t S = mask.shape()[mask.dimension() - 1];
  for (std::size_t i = 0; i < mask.size(); ++i) {
    text += mask.data()[i] ? 'x' : '.';
    if (i % S == S - 1) text += ' ';
  }
  return text;
}

TEST(Window, IsBehindAroundOrAChunk) {
  const AttentionPositions whole = consecutive_positions(5, 5), last = consecutive_positions(2, 5);
  // A causal mask hides what comes later.
  EXPECT_EQ(drawn(window_mask(whole, {2, WindowKind::behind})), "xxxxx xxxxx .xxxx ..xxx ...xx ");
  EXPECT_EQ(drawn(window_mask(last, {2, WindowKind::behind})), "..xxx ...xx ");
  EXPECT_EQ(drawn(window_mask(whole, {1, WindowKind::around})), "xx... xxx.. .xxx. ..xxx ...xx ");
  EXPECT_EQ(drawn(window_mask(whole, {2, WindowKind::chunk})), "xx... xx... ..xx. ..xx. ....x ");
  EXPECT_EQ(drawn(window_mask(last, {2, WindowKind::chunk})), "..xx. ....x ");
}

TEST(Window, CountsChunksByPosition) {
  Ids of_each = Ids::from_shape({2, 3});
  std::copy_n(std::vector<std::int64_t>{0, 1, 2, 1, 2, 3}.data(), 6, of_each.data());
  const Mask mask = window_mask({of_each, of_each}, {2, WindowKind::chunk});
  EXPECT_EQ(mask.dimension(), 4U);
  EXPECT_EQ(drawn(mask), "xx. xx. ..x x.. .xx .xx ");
}

BlockStackOptions four_layers() {
  return BlockStackOptions()
      .with_num_layers(4)
      .with_d_model(8)
      .with_sliding_window(3)
      .with_windowed_layers({true, true, false, true})
      .with_block(BlockOptions()
                      .with_attention(GroupedQueryAttentionOptions().with_num_heads(2))
                      .with_feed_forward(FeedForwardOptions().with_activation(silu)));
}

Array in_pieces(const BlockStack& stack, const Tensor& x, const std::vector<std::size_t>& lengths,
                const std::vector<const PositionScheme*>& schemes, DecodingCache& cache) {
  const NoGrad no_grad;
  std::vector<Tensor> pieces;
  std::ptrdiff_t first = 0;
  for (const std::size_t n : lengths) {
    std::vector<PositionContext> contexts;
    for (const PositionScheme* scheme : schemes)
      contexts.emplace_back(*scheme, consecutive_positions(n, cache.length() + n));
    BlockStackContext context(contexts);
    context.cache = &cache;
    pieces.push_back(
        stack(slice(x, {{}, {first, first + static_cast<std::ptrdiff_t>(n)}}), context));
    first += static_cast<std::ptrdiff_t>(n);
  }
  return concat(pieces, 1).array();
}

// Whatever a cache forgets, nothing that a layer would see is gone.
TEST(BlockStack, ForgetsWhatNoLayerWillSee) {
  const NoPositions none;
  const AlibiPositions alibi(2);
  const RotaryPositions rotary(4), other(4, RotaryOptions().with_base(10));
  const std::vector<const PositionScheme*> each = {&rotary, &none, &alibi, &other};
  for (const WindowKind kind : {WindowKind::behind, WindowKind::chunk}) {
    Rng rng(4);
    BlockStack stack(four_layers().with_window_kind(kind), rng);
    stack.eval();
    const Tensor x(rng.normal({2, 14, 8}));
    DecodingCache all;
    const Array whole = in_pieces(stack, x, {14}, each, all);
    EXPECT_EQ(all.layers[0].length(), 2U);  // the next query sees itself besides
    EXPECT_EQ(all.layers[2].length(), 14U);
    EXPECT_EQ(all.length(), 14U);
    for (const std::vector<std::size_t>& lengths :
         {std::vector<std::size_t>(14, 1), {5, 1, 1, 1, 4, 2}, {2, 9, 3}, {13, 1}}) {
      DecodingCache cache;
      EXPECT_TRUE(near(in_pieces(stack, x, lengths, each, cache), whole, bound(1e-5, 1e-13)));
      for (const std::size_t i : {0, 1, 3}) EXPECT_LT(cache.layers[i].length(), 4U) << i;
      EXPECT_EQ(cache.layers[2].length(), 14U);
    }
  }
}

TEST(BlockStack, HidesPaddingFromCachesThatHaveForgotten) {
  const NoPositions none;
  Rng rng(6);
  BlockStack stack(four_layers(), rng);
  const Tensor x(rng.normal({2, 9, 8}));
  const auto run = [&](const std::vector<std::size_t>& lengths) {
    const NoGrad no_grad;
    DecodingCache cache;
    std::vector<Tensor> pieces;
    std::size_t S = 0;
    for (const std::size_t n : lengths) {
      BlockStackContext context(PositionContext(none, consecutive_positions(n, S + n)));
      context.cache = &cache;
      context.key_mask = Mask::from_shape({2, S + n});
      for (std::size_t j = 0; j < S + n; ++j) {
        (*context.key_mask)(0, j) = j != 6;
        (*context.key_mask)(1, j) = j >= 2;
      }
      const auto first = static_cast<std::ptrdiff_t>(S);
      pieces.push_back(
          stack(slice(x, {{}, {first, first + static_cast<std::ptrdiff_t>(n)}}), context));
      S += n;
    }
    return concat(pieces, 1).array();
  };
  EXPECT_TRUE(near(run(std::vector<std::size_t>(9, 1)), run({9}), bound(1e-5, 1e-13)));
  EXPECT_TRUE(near(run({4, 1, 1, 3}), run({9}), bound(1e-5, 1e-13)));
}

TEST(BlockStack, TakesOptionsForEachLayer) {
  Rng rng(7);
  BlockStackOptions options = four_layers();
  options.blocks.assign(4, options.block);
  options.blocks[1].feed_forward.d_ff = 5;
  options.blocks[3].attention_norm = NormOptions().with_kind(NormKind::none);
  const BlockStack stack(options, rng);
  EXPECT_EQ(stack.blocks[0].feed_forward->up.weight.shape(), (Shape{32, 8}));
  EXPECT_EQ(stack.blocks[1].feed_forward->up.weight.shape(), (Shape{5, 8}));
  EXPECT_FALSE(stack.blocks[3].attention_norm.weight.defined());
  EXPECT_TRUE(stack.blocks[3].feed_forward_norm.weight.defined());
  options.blocks.pop_back();
  EXPECT_ERROR(BlockStack(options, rng), ValueError,
               "[BlockStack] blocks has 3 entries for 4 layers");
  EXPECT_ERROR(BlockStack(four_layers().with_sliding_window(0), rng), ValueError,
               "[BlockStack] a window has one token or more");
  EXPECT_ERROR(BlockStack(four_layers().with_window_kind(WindowKind::around), rng), ValueError,
               "[BlockStack] a causal stack sees nothing after a token");
}

TEST(KeyValueCache, KeepsTheLastTokens) {
  KeyValueCache cache;
  cache.keep_last(2);
  EXPECT_EQ(cache.length(), 0U);
  for (int t = 0; t < 9; ++t) {
    cache.append(Tensor(Array(ones({1, 1, 2}) * static_cast<real>(t))), Tensor(zeros({1, 1, 3})));
    cache.keep_last(2);
    EXPECT_LT(cache.length(), 4U);
    const Array k = cache.k().array();
    for (std::size_t s = 0; s < cache.length(); ++s)
      EXPECT_EQ(k(0, s, 0), static_cast<real>(t) - static_cast<real>(cache.length() - 1 - s));
  }
  cache.keep_last(0);
  EXPECT_EQ(cache.length(), 0U);
}

}  // namespace
}  // namespace horloge
