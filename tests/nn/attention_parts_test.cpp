// What newer models add to attention: caps, sinks, norms of queries and keys, latent vectors.

#include "horloge/nn/grouped_query_attention.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/nn/position/scaled_queries.h"
#include "horloge/ops/attention.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"

namespace horloge {
namespace {

// Heads (H, T, K) one number after the other, under a causal mask.
Array naive(const Array& q, const Array& k, const Array& v, double cap, const Array* sinks) {
  const std::size_t H = q.shape()[0], T = q.shape()[1], K = q.shape()[2];
  Array y = zeros({H, T, v.shape()[2]});
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t t = 0; t < T; ++t) {
      std::vector<double> weight(t + 1, 0);
      double total = sinks == nullptr ? 0 : std::exp(static_cast<double>((*sinks)(h)));
      for (std::size_t s = 0; s <= t; ++s) {
        for (std::size_t i = 0; i < K; ++i) weight[s] += q(h, t, i) * k(h, s, i);
        weight[s] /= std::sqrt(static_cast<double>(K));
        if (cap > 0) weight[s] = cap * std::tanh(weight[s] / cap);
        weight[s] = std::exp(weight[s]);
        total += weight[s];
      }
      for (std::size_t s = 0; s <= t; ++s)
        for (std::size_t i = 0; i < v.shape()[2]; ++i)
          y(h, t, i) += static_cast<real>(weight[s] / total) * v(h, s, i);
    }
  return y;
}

TEST(AttentionWithWeights, CapsScoresAndHasSinks) {
  Rng rng(1);
  const Array q = rng.normal({2, 5, 4}, 0, 3), k = rng.normal({2, 5, 4}), v = rng.normal({2, 5, 3});
  const Array sinks = test::array_of(Shape{2}, {1.5, -0.5});
  const auto got = [&](const AttentionOptions& o) {
    return attention_with_weights(Tensor(q), Tensor(k), Tensor(v), o);
  };
  const AttentionOptions causal = AttentionOptions().with_masks(AttentionMasks::causal());
  const double close = bound(1e-5, 1e-13);
  EXPECT_TRUE(near(got(causal).y.array(), naive(q, k, v, 0, nullptr), close));
  EXPECT_TRUE(near(got(causal.with_softcap(2)).y.array(), naive(q, k, v, 2, nullptr), close));
  const auto both = got(causal.with_softcap(2).with_sinks(Tensor(sinks)));
  EXPECT_TRUE(near(both.y.array(), naive(q, k, v, 2, &sinks), close));
  EXPECT_EQ(both.weights.shape(), (Shape{2, 5, 5}));
  EXPECT_LT(both.weights.array()(0, 0, 0), 1);
  EXPECT_ERROR(got(causal.with_sinks(Tensor(zeros({3})))), ShapeError,
               "[attention_with_weights] sinks (3,) must be (H) = (2,)");
  EXPECT_ERROR(
      scaled_dot_product_attention(Tensor(q), Tensor(k), Tensor(v), causal.with_softcap(2)),
      ValueError, "[scaled_dot_product_attention] has no softcap and no sinks");
}

TEST(AttentionWithWeights, LetsGradientsThroughCapsAndSinks) {
  EXPECT_TRUE(gradients_agree(
      [](const auto& x) {
        return attention_with_weights(x[0], x[1], x[2],
                                      AttentionOptions().with_softcap(1.5).with_sinks(x[3]))
            .y;
      },
      {leaf({2, 3, 4}, 1), leaf({2, 3, 4}, 2), leaf({2, 3, 2}, 3), leaf({2}, 4)}));
}

GroupedQueryAttentionOptions wide_heads() {
  return GroupedQueryAttentionOptions().with_num_heads(4).with_num_kv_heads(2).with_head_dim(6);
}

// x (B, T, n K) with each head, or all of it, divided by its root mean square.
Array normalised(const Array& x, std::size_t size, const Array& factors) {
  Array y = x;
  for (std::size_t first = 0; first < x.size(); first += size) {
    double squares = 0;
    for (std::size_t i = 0; i < size; ++i) squares += std::pow(x.data()[first + i], 2);
    const double rms = std::sqrt(squares / static_cast<double>(size) + 1e-6);
    for (std::size_t i = 0; i < size; ++i)
      y.data()[first + i] = static_cast<real>(x.data()[first + i] / rms) * factors(i);
  }
  return y;
}

TEST(GroupedQueryAttention, NormalisesQueriesAndKeysBeforeTheyRotate) {
  for (const bool by_head : {true, false}) {
    Rng rng(2);
    const NormOptions rms = NormOptions().with_kind(NormKind::rms).with_eps(1e-6);
    const GroupedQueryAttention attention(
        8, wide_heads().with_qk_norm(rms).with_qk_norm_by_head(by_head), rng);
    for (const Norm& norm : {*attention.q_norm, *attention.k_norm}) {
      Tensor handle = norm.weight;
      handle.mutable_array() = rng.normal(handle.shape(), 1, 0.5);
    }
    EXPECT_EQ(attention.k_norm->weight.shape(), (Shape{by_head ? 6U : 12U}));
    const Tensor x(rng.normal({2, 5, 8}));
    const RotaryPositions rotary(6);
    const PositionContext at(rotary, consecutive_positions(5, 5));
    const auto placed = at.layer(Tensor(normalised(attention.q_proj(x).array(), by_head ? 6 : 24,
                                                   attention.q_norm->weight.array())),
                                 Tensor(normalised(attention.k_proj(x).array(), by_head ? 6 : 12,
                                                   attention.k_norm->weight.array())));
    const Tensor want =
        attention.out_proj(multi_head_attention(placed.q, placed.k, attention.v_proj(x), 4));
    AttentionContext context;
    context.positions = &at;
    EXPECT_TRUE(near(attention(x, context).array(), want.array(), bound(1e-5, 1e-13)));
  }
}

TEST(GroupedQueryAttention, CapsAndSinksAreTheSameWithItsWeightsAndFromACache) {
  Rng rng(3);
  const GroupedQueryAttention attention(8, wide_heads().with_softcap(0.7).with_sinks(true), rng);
  Tensor sinks = attention.sinks;
  EXPECT_TRUE(same(sinks.array(), zeros({4})));
  sinks.mutable_array() = rng.normal({4});
  const Tensor x(rng.normal({2, 6, 8}));
  AttentionContext context;
  context.masks = AttentionMasks::causal();
  const Array y = attention(x, context).array();
  Tensor weights;
  context.weights = &weights;
  EXPECT_TRUE(same(attention(x, context).array(), y));
  double total = 0;
  for (std::size_t s = 0; s < 6; ++s) total += weights.array()(1, 2, 5, s);
  EXPECT_LT(total, 0.99);
  context.weights = nullptr;
  const NoGrad no_grad;
  KeyValueCache cache;
  context.cache = &cache;
  std::vector<Tensor> rows;
  for (std::ptrdiff_t t = 0; t < 6; ++t)
    rows.push_back(attention(slice(x, {{}, {t, t + 1}}), context));
  EXPECT_TRUE(near(concat(rows, 1).array(), y, bound(1e-6, 1e-14)));
}

// Multi-head latent attention, one head after the other, as its paper's formulas (37) to (47) say.
TEST(GroupedQueryAttention, MakesKeysAndValuesFromLatentVectors) {
  constexpr std::size_t H = 3, R = 2, N = 4, V = 5, D = 8, T = 6;
  for (const std::size_t query_rank : {0U, 7U}) {
    Rng rng(4);
    const auto options = GroupedQueryAttentionOptions()
                             .with_num_heads(H)
                             .with_head_dim(R + N)
                             .with_bias(Bias::no)
                             .with_latent(LatentOptions()
                                              .with_query_rank(query_rank)
                                              .with_kv_rank(6)
                                              .with_rotary_dim(R)
                                              .with_value_dim(V)
                                              .with_norm(NormOptions().with_kind(NormKind::rms)));
    const GroupedQueryAttention attention(D, options, rng);
    const Tensor x(rng.normal({1, T, D}));
    const RotaryPositions turns(R), rotary(R + N, RotaryOptions().with_rotary_dim(R));
    const AttentionPositions at = consecutive_positions(T, T);

    const auto& latent = *attention.latent;
    const Tensor of_q = query_rank > 0 ? (*latent.q_norm)((*latent.q_down)(x)) : x;
    const Tensor of_kv = latent.kv_norm(latent.kv_down(x));
    const Tensor q = attention.q_proj(of_q), k = attention.k_proj(of_kv),
                 v = attention.v_proj(of_kv), shared = turns.key(latent.k_rotary(x), at);
    const auto part = [](const Tensor& t, std::size_t first, std::size_t n) {
      const auto begin = static_cast<std::ptrdiff_t>(first);
      return slice(t, {{}, {}, {begin, begin + static_cast<std::ptrdiff_t>(n)}});
    };
    std::vector<Tensor> heads;
    for (std::size_t h = 0; h < H; ++h) {
      const Tensor q_h =
          concat({part(q, h * (R + N), N), turns.query(part(q, h * (R + N) + N, R), at)}, -1);
      const Tensor k_h = concat({part(k, h * N, N), shared}, -1);
      heads.push_back(attention_with_weights(
                          unsqueeze(q_h, 1), unsqueeze(k_h, 1), unsqueeze(part(v, h * V, V), 1),
                          AttentionOptions().with_masks(AttentionMasks::causal()))
                          .y);
    }
    const Tensor side_by_side = reshape(transpose(concat(heads, 1), 1, 2), Shape{1, T, H * V});
    const PositionContext positions(rotary, at);
    AttentionContext context;
    context.positions = &positions;
    context.masks = AttentionMasks::causal();
    EXPECT_TRUE(near(attention(x, context).array(), attention.out_proj(side_by_side).array(),
                     bound(1e-5, 1e-13)));
  }
  Rng rng(1);
  EXPECT_ERROR(
      GroupedQueryAttention(
          D, wide_heads().with_latent(LatentOptions().with_kv_rank(2).with_rotary_dim(2)), rng),
      ValueError, "latent vectors need as many key-value heads as query heads");
}

TEST(ScaledQueries, GrowWithTheirPosition) {
  const ScaledQueries scheme(3, 0.5);
  Rng rng(5);
  const Tensor q(rng.normal({2, 8, 4}));
  const Array y = scheme.query(q, consecutive_positions(8, 8)).array();
  const double pieces[] = {0, 0, 1, 1, 1, 2, 2, 2};  // floor((t + 1) / 3)
  for (std::size_t t = 0; t < 8; ++t)
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(y(1, t, i), q.array()(1, t, i) * (1 + 0.5 * std::log(1 + pieces[t])),
                  bound(1e-6, 1e-14));
  EXPECT_TRUE(scheme.keys_are_cacheable());
  EXPECT_TRUE(same(scheme.key(q, consecutive_positions(8, 8)).array(), q.array()));
  EXPECT_ERROR(ScaledQueries(0, 1), ValueError, "[ScaledQueries] the length must be positive");
}

TEST(Norm, MayHaveNoFactorsNoBiasOrDoNothing) {
  Rng rng(6);
  const Tensor x(rng.normal({3, 5}, 1, 2));
  const NormOptions rms = NormOptions().with_kind(NormKind::rms);
  const Norm plain(5, rms.with_factors(false)), layer(5, NormOptions().with_bias(false)),
      none(5, NormOptions().with_kind(NormKind::none));
  EXPECT_TRUE(plain.named_parameters().empty() && none.named_parameters().empty());
  EXPECT_EQ(layer.named_parameters().size(), 1U);
  EXPECT_TRUE(same(plain(x).array(), Norm(5, rms)(x).array()));
  EXPECT_TRUE(same(layer(x).array(), LayerNorm(5)(x).array()));
  EXPECT_TRUE(same(none(x).array(), x.array()));
}

}  // namespace
}  // namespace horloge
