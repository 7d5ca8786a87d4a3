// p-RoPE and Hard-ALiBi.

#include "horloge/nn/position/p_rope.h"

#include "horloge/nn/position/hard_alibi.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"

namespace horloge {
namespace {

TEST(PRope, FastPairsTurnAsInTheWholeHeadAndSlowOnesStand) {
  const std::size_t K = 16, T = 5;
  const Tensor x(Rng(1).normal({2, T, 2 * K}));
  const AttentionPositions at = consecutive_positions(T, T);
  for (const Pairing pairing : {Pairing::half, Pairing::interleaved}) {
    const auto options = RotaryOptions().with_pairing(pairing).with_base(500);
    const Array y = PRopePositions(K, 0.7, options).query(x, at).array();  // 5 of 8 pairs
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t t = 0; t < T; ++t)
        for (std::size_t first : {std::size_t{0}, K})
          for (std::size_t j = 0; j < K / 2; ++j) {
            const std::size_t i0 = first + (pairing == Pairing::half ? j : 2 * j);
            const std::size_t i1 = first + (pairing == Pairing::half ? j + K / 2 : 2 * j + 1);
            const double speed = std::pow(500.0, -2.0 * static_cast<double>(j) / K);
            const double angle = j < 5 ? static_cast<double>(t) * speed : 0;
            const double u = x.array()(b, t, i0), v = x.array()(b, t, i1);
            const double tolerance = bound(1e-5, 1e-12);
            EXPECT_NEAR(y(b, t, i0), u * std::cos(angle) - v * std::sin(angle), tolerance);
            EXPECT_NEAR(y(b, t, i1), u * std::sin(angle) + v * std::cos(angle), tolerance);
          }
  }
}

TEST(PRope, IsRotaryAtOneEndAndNoPositionsAtTheOther) {
  const Tensor x(Rng(1).normal({1, 6, 8}));
  const AttentionPositions at = consecutive_positions(6, 6);
  EXPECT_TRUE(same(PRopePositions(8, 1).key(x, at).array(), RotaryPositions(8).key(x, at).array()));
  EXPECT_TRUE(same(PRopePositions(8, 0).key(x, at).array(), x.array()));
  EXPECT_EQ(p_rope_pairs(256, 0.75), 96U);
  EXPECT_EQ(p_rope_pairs(6, 0.5), 1U);
  EXPECT_EQ(describe(RotaryOptions().with_turning_pairs(3), 8),
            "q and k rotated in pairs (i, i + 4), the 3 fastest of 4; base 10000");
}

TEST(PRope, GradientAndLimits) {
  const PRopePositions scheme(4, 0.5);
  const AttentionPositions at = consecutive_positions(3, 9);
  EXPECT_TRUE(
      gradients_agree([&](const auto& x) { return scheme.query(x[0], at); }, {leaf({2, 3, 8}, 1)}));
  for (const double p : {-0.1, 1.1, std::nan("")})
    EXPECT_ERROR(PRopePositions(4, p), ValueError, "must be from 0 to 1");
  EXPECT_ERROR(PRopePositions(5), ValueError, "must be even");
  EXPECT_ERROR(RotaryPositions(4, RotaryOptions().with_turning_pairs(3)), ValueError,
               "turning_pairs 3 must not exceed the 2 pairs");
}

// Band by band, as the authors' code writes it: a head's keys j - 0, j - 1, … j - h.
TEST(HardAlibi, HeadsSeeWindowsOrAll) {
  const std::size_t H = 4, T = 7, windowed = 3;
  Rng rng(1);
  const Tensor q(rng.normal({1, H, T, 3})), k(rng.normal({1, H, T, 3})),
      v(rng.normal({1, H, T, 3}));
  AttentionOptions options;
  options.is_causal = true;
  options.bias = HardAlibiPositions(H, windowed).bias(consecutive_positions(T, T));
  const Array weights = attention_with_weights(q, k, v, options).weights.array();
  Mask band = Mask::from_shape({H, T, T});
  band.fill(false);
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t back = 0; back < (h < windowed ? h + 1 : T); ++back)
      for (std::size_t t = back; t < T; ++t) band(h, t, t - back) = true;
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t t = 0; t < T; ++t)
      for (std::size_t s = 0; s < T; ++s)
        EXPECT_EQ(weights(0, h, t, s) > 0, band(h, t, s)) << h << " " << t << " " << s;
  AttentionOptions masked;
  masked.mask = band;
  EXPECT_TRUE(near(scaled_dot_product_attention(q, k, v, options).array(),
                   scaled_dot_product_attention(q, k, v, masked).array(), bound(1e-6, 1e-14)));
}

TEST(HardAlibi, WindowsReachBothWaysAndFollowEachSequence) {
  const HardAlibiPositions scheme(2, 2);
  const Ids queries = {{0, 1}, {5, 9}};
  const Ids keys = {{0, 1, 2}, {5, 6, 7}};
  const Array bias = scheme.bias({queries, keys}).array();
  ASSERT_EQ(bias.shape(), (Shape{2, 2, 2, 3}));
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t s = 0; s < 3; ++s)
          EXPECT_EQ(bias(b, h, t, s) == 0,
                    std::abs(queries(b, t) - keys(b, s)) <= static_cast<std::int64_t>(h));
}

TEST(HardAlibi, AWindowOfPaddingLeavesNumbers) {
  Rng rng(1);
  const Tensor q(rng.normal({1, 2, 3, 4})), k(rng.normal({1, 2, 3, 4})),
      v(rng.normal({1, 2, 3, 4}));
  AttentionOptions options;
  options.key_mask = Mask{{false, true, true}};
  options.bias = HardAlibiPositions(2, 1).bias(consecutive_positions(3, 3));
  const Array y = scaled_dot_product_attention(q, k, v, options).array();
  for (const real number : y) EXPECT_TRUE(std::isfinite(number));
}

TEST(HardAlibi, GradientAndLimits) {
  const HardAlibiPositions scheme(2, 1);
  EXPECT_TRUE(gradients_agree(
      [&](const auto& x) {
        AttentionOptions options;
        options.bias = scheme.bias(consecutive_positions(4, 4));
        return scaled_dot_product_attention(x[0], x[1], x[2], options);
      },
      {leaf({1, 2, 4, 3}, 1), leaf({1, 2, 4, 3}, 2), leaf({1, 2, 4, 3}, 3)}));
  EXPECT_ERROR(HardAlibiPositions(0, 0), ValueError, "num_heads must be 1 or more");
  EXPECT_ERROR(HardAlibiPositions(2, 3), ValueError, "3 of 2 heads cannot have a window");
  for (const auto& [heads, windows] :
       std::vector<std::pair<std::size_t, std::size_t>>{{1, 1}, {2, 2}, {4, 2}, {12, 6}})
    EXPECT_EQ(usual_windowed_heads(heads), windows);
}

}  // namespace
}  // namespace horloge
