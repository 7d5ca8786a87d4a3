#include "horloge/nn/attention.h"
#include "horloge/nn/position/sinusoidal.h"
#include "horloge/nn/position/transformer_xl.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"

namespace horloge {
namespace {

constexpr std::size_t D = 6, H = 2, K = 4;

// A scheme whose biases are not 0.
TransformerXLPositions random_scheme(const TransformerXLOptions& options = {}) {
  Rng rng(5);
  TransformerXLPositions scheme(D, H, K, rng, options);
  scheme.r_w_bias.mutable_array() = rng.normal({H, K});
  scheme.r_r_bias.mutable_array() = rng.normal({H, K});
  return scheme;
}

TEST(RelativeShift, AgreesWithALoop) {
  for (const Shape& shape : {Shape{1, 1}, {1, 4}, {3, 3}, {3, 5}, {2, 2, 4, 7}}) {
    const Array x = Rng(1).normal(shape);
    const Array y = relative_shift(Tensor(x)).array();
    ASSERT_EQ(y.shape(), shape);
    const std::size_t T = shape[shape.size() - 2], N = shape.back();
    for (std::size_t first = 0; first < x.size(); first += T * N)
      for (std::size_t i = 0; i < T; ++i)
        for (std::size_t j = 0; j < N; ++j) {
          const std::size_t from = j + T - 1 - i;
          real want = 0;  // left over: a zero, then the next row from its beginning
          if (from < N)
            want = x.data()[first + i * N + from];
          else if (from > N)
            want = x.data()[first + (i + 1) * N + from - N - 1];
          EXPECT_EQ(y.data()[first + i * N + j], want) << i << " " << j;
        }
  }
  EXPECT_TRUE(
      gradients_agree([](const auto& x) { return relative_shift(x[0]); }, {leaf({2, 3, 5}, 1)}));
  EXPECT_ERROR(relative_shift(Tensor(zeros({3, 2}))), ShapeError, "N >= T, got (3, 2)");
}

// (q_i + v) r_(i-j) / sqrt(K) for each query and key, the sinusoid of each distance on its own.
double slow_score(const TransformerXLPositions& scheme, const Array& q, std::size_t b,
                  std::size_t h, std::size_t i, std::int64_t distance) {
  Ids position = Ids::from_shape({1});
  position(0) = distance;
  const auto halves = SinusoidOptions().with_layout(SinusoidLayout::halves);
  const Array code = sinusoidal_rows(position, D, halves);
  double score = 0;
  for (std::size_t k = 0; k < K; ++k) {
    double r = 0;
    for (std::size_t d = 0; d < D; ++d)
      r += static_cast<double>(scheme.r_net.weight.array()(h * K + k, d)) * code(0, d);
    score += (q(b, i, h * K + k) + scheme.r_r_bias.array()(h, k)) * r;
  }
  return score / std::sqrt(static_cast<double>(K));
}

TEST(TransformerXLPositions, ScoresAgreeWithALoop) {
  const std::size_t T = 3, S = 5;
  const AttentionPositions at = consecutive_positions(T, S);
  const Array q = Rng(1).normal({2, T, H * K});
  for (const bool bidirectional : {false, true}) {
    const auto options = TransformerXLOptions().with_bidirectional(bidirectional);
    const TransformerXLPositions scheme = random_scheme(options);
    const Array bias = scheme.bias_from(Tensor(q), at).array();
    ASSERT_EQ(bias.shape(), (Shape{2, H, T, S}));
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t h = 0; h < H; ++h)
        for (std::size_t i = 0; i < T; ++i)
          for (std::size_t j = 0; j < (bidirectional ? S : i + S - T + 1); ++j) {
            const auto distance =
                static_cast<std::int64_t>(i + S - T) - static_cast<std::int64_t>(j);
            EXPECT_NEAR(bias(b, h, i, j), slow_score(scheme, q, b, h, i, distance),
                        bound(1e-5, 1e-13));
          }
  }
}

TEST(TransformerXLPositions, QueriesGetTheContentBias) {
  const TransformerXLPositions scheme = random_scheme();
  const Array q = Rng(1).normal({2, 3, H * K});
  const Array y = scheme.query(Tensor(q), consecutive_positions(3, 3)).array();
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t k = 0; k < K; ++k)
      EXPECT_EQ(y(1, 2, h * K + k), q(1, 2, h * K + k) + scheme.r_w_bias.array()(h, k));
}

TEST(TransformerXLPositions, LargeDistancesMayCountAsOne) {
  const auto options = TransformerXLOptions().with_clamp_len(2);
  const Array codes = random_scheme(options).distance_codes(consecutive_positions(2, 5));
  ASSERT_EQ(codes.shape(), (Shape{5, D}));
  for (std::size_t d = 0; d < D; ++d) {
    EXPECT_EQ(codes(0, d), codes(2, d));  // distances 4, 3 and 2
    EXPECT_EQ(codes(1, d), codes(2, d));
  }
  EXPECT_NE(codes(2, 0), codes(3, 0));
}

TEST(TransformerXLPositions, SeesBothWaysWithTheSameParameters) {
  TransformerXLOptions options;
  const TransformerXLPositions other = random_scheme(options).both_ways();
  options.bidirectional = true;
  const Tensor q(Rng(3).normal({2, 3, H * K}));
  const AttentionPositions at = consecutive_positions(3, 5);
  EXPECT_TRUE(
      same(other.bias_from(q, at).array(), random_scheme(options).bias_from(q, at).array()));
}

TEST(TransformerXLPositions, SharesItsBiases) {
  TransformerXLOptions options;
  const TransformerXLPositions first = random_scheme();
  options.r_w_bias = first.r_w_bias;
  options.r_r_bias = first.r_r_bias;
  Rng rng(6);
  const TransformerXLPositions second(D, H, K, rng, options);
  EXPECT_EQ(second.r_w_bias.buffer(), first.r_w_bias.buffer());
  EXPECT_EQ(second.r_r_bias.buffer(), first.r_r_bias.buffer());
  EXPECT_NE(second.r_net.weight.buffer(), first.r_net.weight.buffer());
}

TEST(TransformerXLPositions, DropsInTrainingOnly) {
  const auto options = TransformerXLOptions().with_dropout(0.5);
  TransformerXLPositions scheme = random_scheme(options);
  const Tensor q(Rng(4).normal({2, 3, H * K}));
  const auto scores = [&] { return scheme.bias_from(q, consecutive_positions(3, 5)).array(); };
  EXPECT_FALSE(same(scores(), scores()));
  scheme.eval();
  EXPECT_TRUE(same(scores(), scores()));
}

// What a segment attends to is the same whether the tokens before it are its memory or its own.
TEST(TransformerXLPositions, AMemoryIsKeysAtEarlierPositions) {
  Rng rng(1);
  const TransformerXLPositions scheme = random_scheme();
  const Tensor q(rng.normal({2, 6, H * K})), k(rng.normal({2, 6, H * K})),
      v(rng.normal({2, 6, H * K}));
  const auto attend = [&](std::ptrdiff_t first) {
    const AttentionPositions at = consecutive_positions(static_cast<std::size_t>(6 - first), 6);
    const PositionContext context(scheme, at);
    AttentionMasks masks;
    masks.is_causal = true;
    masks.causal_offset = first;
    const auto layer = context.layer(slice(q, {{}, {first}}), k, masks);
    return multi_head_attention(layer.q, layer.k, v, H, {layer.masks, {}, 0, {}});
  };
  const Array whole = slice(attend(0), {{}, {4}}).array();
  EXPECT_TRUE(near(attend(4).array(), whole, bound(1e-6, 1e-14)));
}

TEST(TransformerXLPositions, Gradient) {
  for (const bool bidirectional : {false, true}) {
    const auto options = TransformerXLOptions().with_bidirectional(bidirectional);
    TransformerXLPositions scheme = random_scheme(options);
    const Tensor k(Rng(2).normal({2, 5, H * K}));
    const AttentionPositions at = consecutive_positions(3, 5);
    EXPECT_TRUE(gradients_agree(
        [&](const auto& x) {
          scheme.r_w_bias = x[1];
          scheme.r_r_bias = x[2];
          scheme.r_net.weight = x[3];
          AttentionMasks masks;
          masks.is_causal = !bidirectional;
          masks.causal_offset = 2;
          const auto layer = PositionContext(scheme, at).layer(x[0], k, masks);
          return multi_head_attention(layer.q, layer.k, k, H, {layer.masks, {}, 0, {}});
        },
        {leaf({2, 3, H * K}, 1), leaf({H, K}, 2), leaf({H, K}, 3), leaf({H * K, D}, 4)}));
  }
}

TEST(TransformerXLPositions, SaysWhatItCannotDo) {
  Rng rng(1);
  EXPECT_ERROR(TransformerXLPositions(5, 2, 4, rng), ValueError, "d_model 5 must be even");
  const TransformerXLPositions scheme = random_scheme();
  const Tensor q(zeros({1, 3, H * K}));
  const Ids gaps = {0, 2, 4};
  EXPECT_ERROR(scheme.bias_from(q, {gaps, arange(5)}), ValueError,
               "the queries must be at consecutive positions");
  EXPECT_ERROR(scheme.bias_from(q, {arange(3), Ids::from_shape({0})}), ValueError, "the keys must");
  EXPECT_ERROR(scheme.bias_from(Tensor(zeros({1, 3, 6})), consecutive_positions(3, 5)), ShapeError,
               "q (1, 3, 6) must end in H K = 8");
  std::vector<std::string> names;
  for (const auto& [name, tensor] : scheme.state_dict()) names.push_back(name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("r_net.weight", "r_w_bias", "r_r_bias"));
}

}  // namespace
}  // namespace horloge
