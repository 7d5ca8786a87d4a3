// Rotary positions, their scaling, and xPos.

#include "horloge/nn/position/rotary.h"
#include "horloge/nn/position/xpos.h"
#include "support/gradients.h"

namespace horloge {
namespace {

constexpr double pi = 3.14159265358979323846;

RotaryFrequencies plain(std::size_t R, double base = 10000) {
  return rotary_frequencies(R, base, {}, 0);
}

Ids one_position(std::int64_t position) {
  Ids ids = Ids::from_shape({1});
  ids(0) = position;
  return ids;
}

// A head (1, 1, K) turned to a position.
Array turned(const Tensor& x, std::int64_t position, Pairing pairing,
             const RotaryFrequencies& frequencies) {
  return rotate_heads(x, x.size(), rotary_angles(one_position(position), frequencies), pairing)
      .array();
}

double dot(const Array& a, const Array& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a.data()[i]) * static_cast<double>(b.data()[i]);
  return sum;
}

TEST(RotaryAngles, AreExactFarOut) {
  const Ids positions = {0, 1, 7, 4095, 123457, 999983};
  const RotaryAngles angles = rotary_angles(positions, plain(16, 500000));
  EXPECT_EQ(angles.cos.shape(), (Shape{6, 8}));
  for (std::size_t t = 0; t < 6; ++t)
    for (std::size_t j = 0; j < 8; ++j) {
      const long double angle =
          static_cast<long double>(positions(t)) * std::pow(500000.0L, -2.0L * j / 16);
      EXPECT_NEAR(angles.cos(t, j), std::cos(angle), bound(1e-7, 1e-9)) << positions(t);
      EXPECT_NEAR(angles.sin(t, j), std::sin(angle), bound(1e-7, 1e-9)) << positions(t);
    }
}

TEST(RotaryPositions, DotProductsDependOnTheDistanceAlone) {
  const Tensor q(Rng(1).normal({1, 1, 16})), k(Rng(2).normal({1, 1, 16}));
  for (const Pairing pairing : {Pairing::half, Pairing::interleaved}) {
    const auto score = [&](std::int64_t i, std::int64_t j) {
      return dot(turned(q, i, pairing, plain(16)), turned(k, j, pairing, plain(16)));
    };
    for (const std::int64_t distance : {0, 1, 5, 300})
      for (const std::int64_t shift : {1, 10, 4096, 300000})
        EXPECT_NEAR(score(distance + shift, shift), score(distance, 0), bound(1e-5, 1e-9));
    EXPECT_NEAR(score(0, 0), dot(q.array(), k.array()), bound(1e-5, 1e-12));
    EXPECT_GT(std::fabs(score(1, 0) - score(0, 0)), 0.01);
    EXPECT_GT(std::fabs(score(1, 0) - score(0, 1)), 0.01);
    EXPECT_NEAR(dot(turned(q, 77, pairing, plain(16)), turned(q, 77, pairing, plain(16))),
                dot(q.array(), q.array()), bound(1e-4, 1e-12));
  }
}

// However a head is turned, and however far it is stretched.
TEST(RotaryPositions, ScoresOfEachKindDependOnTheDistanceAlone) {
  const std::size_t K = 16;
  const Tensor q(Rng(1).normal({1, 1, K})), k(Rng(2).normal({1, 1, K}));
  for (const RotaryScalingKind kind :
       {RotaryScalingKind::none, RotaryScalingKind::linear, RotaryScalingKind::dynamic,
        RotaryScalingKind::yarn, RotaryScalingKind::llama3, RotaryScalingKind::longrope})
    for (const std::size_t R : {4U, 16U})
      for (const double base : {0.5, 10.0, 10000.0, 1e6})
        for (const Pairing pairing : {Pairing::half, Pairing::interleaved}) {
          if (kind == RotaryScalingKind::yarn && base < 1) continue;
          RotaryOptions options{pairing, base, R, {}};
          options.scaling.kind = kind;
          options.scaling.factor = 4;
          options.scaling.original_max_position_embeddings = 64;
          options.scaling.short_factor = options.scaling.long_factor =
              std::vector<double>(R / 2, 3);
          const RotaryPositions scheme(K, options);
          const auto score = [&](std::int64_t i, std::int64_t j) {  // of a text of 400000
            return dot(scheme.rotate(q, one_position(i), 400000).array(),
                       scheme.rotate(k, one_position(j), 400000).array());
          };
          for (const std::int64_t distance : {0, 1, 300})
            for (const std::int64_t shift : {1, 300000})
              EXPECT_NEAR(score(distance + shift, shift), score(distance, 0), bound(3e-5, 1e-8))
                  << static_cast<int>(kind) << " " << R << " " << base;
          EXPECT_GT(std::fabs(score(1, 0) - score(0, 0)), 1e-3);
          EXPECT_GT(std::fabs(score(1, 0) - score(0, 1)), 1e-3);
        }
}

// Entry j of the half pairing is entry 2j of the interleaved one, and j + R/2 is 2j + 1.
TEST(RotaryPositions, APermutationTurnsOnePairingIntoTheOther) {
  const std::size_t K = 10, R = 6;
  std::vector<std::size_t> interleaved_place(K);
  for (std::size_t j = 0; j < R / 2; ++j) {
    interleaved_place[j] = 2 * j;
    interleaved_place[j + R / 2] = 2 * j + 1;
  }
  for (std::size_t j = R; j < K; ++j) interleaved_place[j] = j;
  const Array x = Rng(1).normal({1, 1, K});
  Array y = x;
  for (std::size_t j = 0; j < K; ++j) y.data()[interleaved_place[j]] = x.data()[j];
  const Array half = turned(Tensor(x), 3, Pairing::half, plain(R));
  const Array interleaved = turned(Tensor(y), 3, Pairing::interleaved, plain(R));
  // A compiler may fuse the products of one and not of the other.
  for (std::size_t j = 0; j < K; ++j)
    EXPECT_NEAR(half.data()[j], interleaved.data()[interleaved_place[j]], bound(1e-6, 1e-15));
}

TEST(RotaryPositions, APartOfTheHeadMayTurn) {
  const auto options = RotaryOptions().with_rotary_dim(4);
  const RotaryPositions scheme(6, options);
  const Tensor x(Rng(1).normal({1, 3, 12}));  // two heads
  const Array y = scheme.rotate(x, arange(3), 3).array();
  for (std::size_t t = 0; t < 3; ++t)
    for (std::size_t h = 0; h < 2; ++h) {
      for (std::size_t j = 4; j < 6; ++j) EXPECT_EQ(y(0, t, h * 6 + j), x.array()(0, t, h * 6 + j));
      const double angle = static_cast<double>(t) * std::pow(10000.0, -2.0 / 4);
      const double a = x.array()(0, t, h * 6 + 1), b = x.array()(0, t, h * 6 + 3);
      EXPECT_NEAR(y(0, t, h * 6 + 1), a * std::cos(angle) - b * std::sin(angle),
                  bound(1e-6, 1e-14));
    }
}

TEST(RotaryPositions, PositionsOfEachSequenceAndOfEachPass) {
  const RotaryPositions scheme(4);
  const Tensor x(Rng(1).normal({2, 3, 8}));
  const Ids both = {{0, 1, 2}, {5, 6, 7}};
  const Ids later = {5, 6, 7};
  const Array y = scheme.rotate(x, both, 8).array();
  const Array first = scheme.rotate(x, arange(3), 8).array();
  const Array second = scheme.rotate(x, later, 8).array();
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(y.data()[i], first.data()[i]);
    EXPECT_EQ(y.data()[24 + i], second.data()[24 + i]);
  }
  EXPECT_TRUE(same(scheme.rotate(x, arange(3), 3).array(), first));
}

TEST(RotaryPositions, Gradient) {
  const Ids positions = {{3, 4, 9}, {0, 1, 2}};
  for (const Pairing pairing : {Pairing::half, Pairing::interleaved}) {
    RotaryOptions options;
    options.pairing = pairing;
    options.rotary_dim = 4;
    options.scaling.kind = RotaryScalingKind::yarn;
    options.scaling.factor = 4;
    options.scaling.original_max_position_embeddings = 16;
    const RotaryPositions scheme(6, options);
    EXPECT_TRUE(gradients_agree([&](const auto& x) { return scheme.rotate(x[0], positions, 10); },
                                {leaf({2, 3, 12}, 1)}));
  }
}

TEST(RotaryPositions, SaysWhatItCannotDo) {
  EXPECT_ERROR(RotaryPositions(7), ValueError, "rotary_dim 7 must be even");
  RotaryOptions options;
  options.rotary_dim = 8;
  EXPECT_ERROR(RotaryPositions(6, options), ValueError, "rotary_dim 8 must not exceed head_dim 6");
  options = {};
  options.base = 0;
  EXPECT_ERROR(RotaryPositions(6, options), ValueError, "base must be positive, got 0");
  options.base = 1;
  options.scaling = rotary_scaling("yarn", {{"factor", 2}}, 32);
  EXPECT_ERROR(RotaryPositions(6, options), ValueError, "yarn needs a base of more than 1, got 1");
  const RotaryPositions scheme(4);
  EXPECT_ERROR(scheme.rotate(Tensor(zeros({1, 3, 6})), arange(3), 3), ShapeError,
               "has 6 columns, not a multiple of head_dim 4");
  EXPECT_ERROR(scheme.rotate(Tensor(zeros({1, 3, 8})), arange(2), 3), ShapeError,
               "do not fit x (B, T, n K): (2, 2) and (1, 3, 8)");
  EXPECT_ERROR(scheme.rotate(Tensor(zeros({3, 8})), arange(3), 3), ShapeError, "must have rank 3");
}

TEST(RotaryScaling, LinearDividesPositions) {
  const RotaryScaling scaling = rotary_scaling("linear", {{"factor", 4}}, 32);
  const RotaryAngles scaled =
      rotary_angles(one_position(20), rotary_frequencies(8, 10000, scaling, 21));
  const RotaryAngles fifth = rotary_angles(one_position(5), plain(8));
  EXPECT_TRUE(near(scaled.cos, fifth.cos, bound(1e-7, 1e-15)));
  EXPECT_TRUE(near(scaled.sin, fifth.sin, bound(1e-7, 1e-15)));
}

TEST(RotaryScaling, DynamicGrowsTheBasePastTheTrainedLength) {
  const RotaryScaling scaling = rotary_scaling("dynamic", {{"factor", 2}}, 32);
  EXPECT_EQ(rotary_frequencies(8, 10000, scaling, 32).inv_freq, plain(8).inv_freq);
  const auto longer = rotary_frequencies(8, 10000, scaling, 80).inv_freq;
  const double base = 10000 * std::pow(2 * 80.0 / 32 - 1, 8.0 / 6);
  for (std::size_t j = 0; j < 4; ++j)
    EXPECT_NEAR(longer[j], std::pow(base, -2.0 * static_cast<double>(j) / 8), 1e-15);
  EXPECT_NEAR(longer[3], plain(8).inv_freq[3] / 4, 1e-15);  // slowed by 2 * 80/32 - 1
  EXPECT_ERROR(rotary_frequencies(2, 10000, scaling, 80), ValueError, "two pairs or more");

  // The same query is turned differently once the sequence is longer.
  const auto options = RotaryOptions().with_scaling(scaling);
  const RotaryPositions scheme(8, options);
  const Tensor q(Rng(1).normal({1, 1, 8}));
  const Array alone = scheme.query(q, {one_position(20), arange(21)}).array();
  EXPECT_FALSE(same(scheme.query(q, {one_position(20), arange(80)}).array(), alone));
  EXPECT_TRUE(same(scheme.query(q, {one_position(20), arange(32)}).array(), alone));
  EXPECT_TRUE(same(scheme.key(q, {one_position(31), one_position(20)}).array(), alone));
  EXPECT_FALSE(same(scheme.key(q, {one_position(79), one_position(20)}).array(), alone));
}

TEST(RotaryScaling, YarnLeavesFastPairsAndDividesSlowOnes) {
  const double factor = 16, trained = 4096;
  const std::size_t R = 128;
  const RotaryScaling scaling = rotary_scaling("yarn", {{"factor", factor}}, trained);
  const RotaryFrequencies f = rotary_frequencies(R, 10000, scaling, 0);
  EXPECT_NEAR(f.amplitude, 0.1 * std::log(16.0) + 1, 1e-12);
  // The ramp of the published code, from pair 20 to pair 46.
  const auto pair = [&](double rotations) {
    return 128 * std::log(trained / (rotations * 2 * pi)) / (2 * std::log(10000.0));
  };
  const double low = std::floor(pair(32)), high = std::ceil(pair(1));
  EXPECT_EQ(low, 20);
  EXPECT_EQ(high, 46);
  for (std::size_t j = 0; j < R / 2; ++j) {
    const double w = plain(R).inv_freq[j];
    const double ramp = std::fmin(1, std::fmax(0, (static_cast<double>(j) - low) / (high - low)));
    EXPECT_NEAR(f.inv_freq[j] / w, (1 - ramp) + ramp / factor, 1e-12);
    const double rotations = trained * w / (2 * pi);
    if (rotations > 40) {
      EXPECT_EQ(f.inv_freq[j], w);
    }
    if (rotations < 0.8) {
      EXPECT_NEAR(f.inv_freq[j], w / factor, 1e-15);
    }
  }
  const auto amplitude = [&](std::map<std::string, double> settings) {
    settings["factor"] = 40;
    return rotary_frequencies(R, 10000, rotary_scaling("yarn", settings, trained), 0).amplitude;
  };
  EXPECT_EQ(amplitude({{"attention_factor", 1.25}}), 1.25);
  EXPECT_NEAR(amplitude({{"mscale", 0.707}, {"mscale_all_dim", 1}}),
              (0.0707 * std::log(40.0) + 1) / (0.1 * std::log(40.0) + 1), 1e-12);
  const auto untruncated = rotary_frequencies(
      R, 10000, rotary_scaling("yarn", {{"factor", 16}, {"truncate", 0}}, trained), 0);
  EXPECT_NE(untruncated.inv_freq[30], f.inv_freq[30]);
  const Tensor x(Rng(1).normal({1, 1, R}));
  const Array y = turned(x, 9, Pairing::half, f);
  EXPECT_NEAR(dot(y, y), f.amplitude * f.amplitude * dot(x.array(), x.array()), bound(1e-3, 1e-11));
}

TEST(RotaryScaling, IsDynamicBehindTheModelsOwnLength) {
  const auto stretched = [](const std::map<std::string, double>& settings, double length) {
    return rotary_frequencies(8, 10000, rotary_scaling("dynamic", settings, length), 40).inv_freq;
  };
  const std::map<std::string, double> with_both = {{"factor", 2},
                                                   {"original_max_position_embeddings", 8}};
  EXPECT_EQ(stretched(with_both, 32), stretched({{"factor", 2}}, 32));
  EXPECT_EQ(stretched(with_both, 64), plain(8, 10000).inv_freq);
  EXPECT_EQ(stretched(with_both, 0), stretched({{"factor", 2}}, 8));  // nothing else is known
}

// The ramp may begin before the first pair, end behind the last, or have no width.
TEST(RotaryScaling, YarnsRampStaysWithinThePairs) {
  struct Setting {
    double base, trained, beta_fast, first, last;
  };
  for (const Setting& s :
       {Setting{10000, 16, 32, 0, 1}, {10, 10000, 500, 2, 7}, {10000, 5, 32, 0, 0}}) {
    const RotaryScaling scaling =
        rotary_scaling("yarn", {{"factor", 4}, {"beta_fast", s.beta_fast}}, s.trained);
    const auto scaled = rotary_frequencies(8, s.base, scaling, 0).inv_freq;
    for (std::size_t j = 0; j < 4; ++j) {
      const auto pair = static_cast<double>(j);
      const double ramp = pair <= s.first  ? 0
                          : pair >= s.last ? 1
                                           : (pair - s.first) / (s.last - s.first);
      EXPECT_NEAR(scaled[j] / plain(8, s.base).inv_freq[j], (1 - ramp) + ramp / 4, 1e-12)
          << s.trained << " " << j;
    }
  }
}

// The settings of Llama 3.1.
TEST(RotaryScaling, Llama3DividesLongWaves) {
  const RotaryScaling scaling = rotary_scaling("llama3",
                                               {{"factor", 8},
                                                {"low_freq_factor", 1},
                                                {"high_freq_factor", 4},
                                                {"original_max_position_embeddings", 8192}},
                                               131072);
  const auto scaled = rotary_frequencies(128, 500000, scaling, 0).inv_freq;
  std::size_t between = 0;
  for (std::size_t j = 0; j < 64; ++j) {
    const double w = plain(128, 500000).inv_freq[j];
    const double wave = 2 * pi / w;
    if (wave < 8192 / 4.0) {
      EXPECT_EQ(scaled[j], w);
    } else if (wave > 8192) {
      EXPECT_EQ(scaled[j], w / 8);
    } else {
      const double smooth = (8192 / wave - 1) / (4 - 1);
      EXPECT_NEAR(scaled[j], (1 - smooth) * w / 8 + smooth * w, 1e-15);
      ++between;
    }
  }
  EXPECT_GT(between, 3U);
}

TEST(RotaryScaling, NamesWhatItDoesNotSupport) {
  EXPECT_ERROR(rotary_scaling("cubic", {}, 32), ValueError,
               "[rotary_scaling] type \"cubic\" is not supported; choose one of default, linear");
  EXPECT_ERROR(rotary_scaling("linear", {{"factor", 2}, {"beta_fast", 16}}, 32), ValueError,
               "[rotary_scaling] beta_fast = 16 is not supported with type \"linear\"");
  EXPECT_ERROR(rotary_scaling("dynamic", {}, 32), ValueError,
               "[rotary_scaling] type \"dynamic\" has no factor");
  EXPECT_ERROR(rotary_scaling("linear", {{"factor", 0.5}}, 32), ValueError,
               "factor must be 1 or more, got 0.5");
  EXPECT_ERROR(rotary_scaling("yarn", {{"factor", 2}}, 0), ValueError,
               "needs original_max_position_embeddings");
  EXPECT_ERROR(
      rotary_scaling("llama3", {{"factor", 8}, {"low_freq_factor", 4}, {"high_freq_factor", 4}}, 1),
      ValueError, "high_freq_factor 4 must be greater than low_freq_factor 4");
  EXPECT_EQ(rotary_scaling("default", {}, 32).kind, RotaryScalingKind::none);
}

TEST(XposPositions, ScoresFadeWithTheDistance) {
  const std::size_t K = 8;
  const XposPositions xpos(K);
  const Tensor q(Rng(1).normal({1, 1, K})), k(Rng(2).normal({1, 1, K}));
  const auto score = [&](std::int64_t i, std::int64_t j) {
    const AttentionPositions at{one_position(i), one_position(j)};
    return dot(xpos.query(q, at).array(), xpos.key(k, at).array());
  };
  // Pair by pair: the turned product, faded by its zeta.
  const auto slow = [&](std::int64_t distance) {
    double sum = 0;
    for (std::size_t j = 0; j < K / 2; ++j) {
      const double angle = static_cast<double>(distance) * plain(K).inv_freq[j];
      const double zeta = (2.0 * static_cast<double>(j) / K + 0.4) / 1.4;
      const double a = q.data()[2 * j], b = q.data()[2 * j + 1];
      const double c = k.data()[2 * j], d = k.data()[2 * j + 1];
      sum += std::pow(zeta, static_cast<double>(distance) / 512) *
             ((a * c + b * d) * std::cos(angle) + (a * d - b * c) * std::sin(angle));
    }
    return sum;
  };
  for (const std::int64_t distance : {0, 1, 60, 2000})
    for (const std::int64_t shift : {0, 9, 100000})
      EXPECT_NEAR(score(distance + shift, shift), slow(distance), bound(1e-5, 1e-9)) << distance;
}

// With a gamma beyond all bounds nothing fades: what is left is the rotation, of any kind.
TEST(XposPositions, TurnAsRotaryPositionsDo) {
  RotaryOptions rotary = RotaryOptions().with_base(50).with_rotary_dim(4);
  rotary.scaling = rotary_scaling("dynamic", {{"factor", 3}}, 8);
  const auto xpos = XposOptions()
                        .with_pairing(rotary.pairing)
                        .with_base(50)
                        .with_rotary_dim(4)
                        .with_scaling(rotary.scaling)
                        .with_gamma(1e12);
  const Tensor x(Rng(1).normal({1, 20, 12}));
  const AttentionPositions at = consecutive_positions(20, 20);
  EXPECT_TRUE(near(XposPositions(6, xpos).query(x, at).array(),
                   RotaryPositions(6, rotary).query(x, at).array(), bound(1e-5, 1e-9)));
  EXPECT_ERROR(XposPositions(2, xpos), ValueError, "rotary_dim 4 must not exceed head_dim 2");
}

TEST(XposPositions, GradientAndLimits) {
  const XposPositions xpos(4);
  const AttentionPositions at = consecutive_positions(3, 600);
  EXPECT_TRUE(
      gradients_agree([&](const auto& x) { return xpos.query(x[0], at); }, {leaf({2, 3, 8}, 1)}));
  EXPECT_ERROR(XposPositions(5), ValueError, "must be even");
  const auto options = XposOptions().with_gamma(0);
  EXPECT_ERROR(XposPositions(4, options), ValueError,
               "gamma 0 and scale_base 512 must be positive");
  const AttentionPositions far{one_position(100000), one_position(0)};
  EXPECT_ERROR(xpos.query(Tensor(zeros({1, 1, 4})), far), ValueError,
               "positions 0 to 100000 are too far apart");
}

}  // namespace
}  // namespace horloge
