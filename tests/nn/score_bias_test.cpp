// The schemes that add a bias to the scores: ALiBi, T5, KERPLE and FIRE.

#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/fire.h"
#include "horloge/nn/position/kerple.h"
#include "horloge/nn/position/t5_bias.h"
#include "horloge/ops/activation.h"
#include "support/gradients.h"

namespace horloge {
namespace {

// As the paper's appendix has it, by recursion.
std::vector<double> slow_slopes(std::size_t n) {
  std::size_t power = 1;
  while (2 * power <= n) power *= 2;
  std::vector<double> slopes;
  const double first = std::pow(2.0, -8.0 / static_cast<double>(power));
  for (std::size_t h = 0; h < power; ++h)
    slopes.push_back(std::pow(first, static_cast<double>(h + 1)));
  if (power == n) return slopes;
  const std::vector<double> doubled = slow_slopes(2 * power);
  for (std::size_t h = 0; slopes.size() < n; h += 2) slopes.push_back(doubled[h]);
  return slopes;
}

TEST(AlibiSlopes, ForAnyNumberOfHeads) {
  for (std::size_t H = 1; H <= 40; ++H) {
    const Array slopes = alibi_slopes(H);
    const std::vector<double> want = slow_slopes(H);
    for (std::size_t h = 0; h < H; ++h)
      EXPECT_NEAR(slopes(h), want[h], bound(1e-7, 1e-15)) << H << " " << h;
  }
  EXPECT_EQ(alibi_slopes(8)(0), real{0.5});
  EXPECT_EQ(alibi_slopes(8)(7), static_cast<real>(1 / 256.0));
  EXPECT_ERROR(alibi_slopes(0), ValueError, "num_heads must be 1 or more");
}

TEST(AlibiPositions, BothFormsAreTheirFormula) {
  const AttentionPositions at = consecutive_positions(2, 5);
  const Array distance = AlibiPositions(3).bias(at).array();
  const Array key = AlibiPositions(3, AlibiForm::key).bias(at).array();
  ASSERT_EQ(distance.shape(), (Shape{3, 2, 5}));
  ASSERT_EQ(key.shape(), (Shape{3, 1, 5}));
  for (std::size_t h = 0; h < 3; ++h)
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 5; ++j) {
        const real slope = alibi_slopes(3)(h);
        EXPECT_EQ(distance(h, i, j), -slope * std::fabs(static_cast<real>(i + 3) - real(j)));
        EXPECT_EQ(key(h, 0, j), slope * static_cast<real>(j));
      }
}

// The distance form says how far a key stands from the query, on either side; of the key form that
// holds for what one key has more than another, which is all that a softmax sees.
TEST(AlibiPositions, ScoresDependOnTheOffsetAlone) {
  for (const std::size_t H : {3U, 8U}) {
    const AlibiPositions distance(H), key(H, AlibiForm::key);
    const Array near_zero = distance.bias(consecutive_positions(6, 6)).array();
    const Array keys = key.bias(consecutive_positions(6, 6)).array();
    for (const std::size_t shift : {1U, 900U, 100000U}) {
      const AttentionPositions at{positions_from(shift, 6), positions_from(shift, 6)};
      EXPECT_TRUE(test::same(distance.bias(at).array(), near_zero));
      const Array shifted = key.bias(at).array();
      for (std::size_t h = 0; h < H; ++h)
        for (std::size_t j = 0; j < 6; ++j)
          EXPECT_NEAR(shifted(h, 0, j) - shifted(h, 0, 0), keys(h, 0, j), bound(0.01, 1e-10));
    }
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 1; j < 6; ++j) {
          EXPECT_EQ(near_zero(h, i, j) > near_zero(h, i, j - 1), j <= i) << i << " " << j;
          EXPECT_EQ(near_zero(h, i, j), near_zero(h, j, i));
        }
  }
}

TEST(AlibiPositions, BothFormsGiveTheSameWeightsBehindACausalMaskOnly) {
  const Tensor q(Rng(1).normal({2, 4, 6, 3})), k(Rng(2).normal({2, 4, 6, 3}));
  const auto weights = [&](AlibiForm form, bool causal) {
    AttentionOptions options;
    options.is_causal = causal;
    options.bias = AlibiPositions(4, form).bias(consecutive_positions(6, 6));
    return attention_with_weights(q, k, k, options).weights.array();
  };
  EXPECT_TRUE(
      near(weights(AlibiForm::key, true), weights(AlibiForm::distance, true), bound(1e-6, 1e-14)));
  EXPECT_FALSE(near(weights(AlibiForm::key, false), weights(AlibiForm::distance, false), 0.01));
}

TEST(AlibiPositions, CountsUnmaskedKeysOfEachSequence) {
  Mask takes_part = Mask::from_shape({2, 4});
  takes_part.fill(true);
  takes_part(0, 0) = takes_part(0, 2) = false;
  const Ids keys = count_unmasked(takes_part);
  const Ids want = {{0, 0, 0, 1}, {0, 1, 2, 3}};
  EXPECT_EQ(keys, want);
  const AlibiPositions alibi(2, AlibiForm::key);
  const Array bias = alibi.bias({keys, keys}).array();
  ASSERT_EQ(bias.shape(), (Shape{2, 2, 1, 4}));
  EXPECT_EQ(bias(0, 1, 0, 3), alibi.slopes(1));
  EXPECT_EQ(bias(1, 0, 0, 3), 3 * alibi.slopes(0));
  const Array distance = AlibiPositions(2).bias({keys, keys}).array();
  ASSERT_EQ(distance.shape(), (Shape{2, 2, 4, 4}));
  EXPECT_EQ(distance(1, 0, 0, 3), -3 * alibi.slopes(0));
}

TEST(AlibiPositions, MayHaveNothingToPlace) {
  const Ids none = Ids::from_shape({0}), no_rows = Ids::from_shape({0, 3});
  for (const AlibiForm form : {AlibiForm::distance, AlibiForm::key}) {
    const std::size_t rows = form == AlibiForm::key ? 1 : 2;
    EXPECT_EQ(AlibiPositions(3, form).bias({arange(2), none}).shape(), (Shape{3, rows, 0}));
    EXPECT_EQ(AlibiPositions(3, form).bias({no_rows, no_rows}).shape(),
              (Shape{0, 3, form == AlibiForm::key ? 1U : 3U, 3}));
  }
}

// The bucket of n >= 0 steps of a direction with `count` buckets, from the edges themselves: step
// m of the logarithmic half begins at exact (max / exact)^(m / (count - exact)). Distances within
// rounding of an edge that is no whole number cannot occur; those on one begin the next bucket.
std::int64_t slow_bucket(std::int64_t n, std::int64_t count, double max_distance) {
  const std::int64_t exact = count / 2;
  if (n < exact) return n;
  std::int64_t bucket = exact;
  for (std::int64_t m = 1; exact + m < count; ++m) {
    const long double edge = exact * std::pow(static_cast<long double>(max_distance) / exact,
                                              static_cast<long double>(m) / (count - exact));
    if (n >= edge - 1e-9L) bucket = exact + m;
  }
  return bucket;
}

TEST(T5Buckets, EveryDistanceUpToEachEdgeAndBeyond) {
  struct Setting {
    std::size_t num_buckets, max_distance;
  };
  for (const auto [num_buckets, max_distance] :
       {Setting{32, 128}, {64, 256}, {16, 20}, {8, 1000}, {4, 3}, {5, 10}, {33, 100}})
    for (const bool bidirectional : {true, false}) {
      const T5BiasOptions options{bidirectional, num_buckets, max_distance};
      const auto count = static_cast<std::int64_t>(bidirectional ? num_buckets / 2 : num_buckets);
      for (std::int64_t n = 0; n <= 1200; ++n) {
        const std::int64_t want = slow_bucket(n, count, static_cast<double>(max_distance));
        EXPECT_EQ(t5_bucket(-n, options), want) << n << " of " << num_buckets;
        EXPECT_EQ(t5_bucket(n, options), bidirectional && n > 0 ? count + want : n == 0 ? want : 0);
      }
      EXPECT_EQ(t5_bucket(-1000000, options), count - 1);
    }
}

// Whatever the numbers, buckets follow each other: first one for each distance, and from
// max_distance on the last.
TEST(T5Buckets, ForAnyCountAndAnyDistance) {
  for (std::size_t num_buckets = 4; num_buckets <= 70; ++num_buckets)
    for (const bool bidirectional : {true, false}) {
      const auto count = static_cast<std::int64_t>(bidirectional ? num_buckets / 2 : num_buckets);
      const std::int64_t exact = count / 2;
      for (const std::int64_t beyond : {1, 2, 7, 100, 1000000}) {
        const std::int64_t max_distance = exact + beyond;
        const T5BiasOptions options{bidirectional, num_buckets,
                                    static_cast<std::size_t>(max_distance)};
        std::int64_t before = -1;
        for (std::int64_t n = 0; n <= exact + 150; ++n) {
          const std::int64_t bucket = t5_bucket(-n, options);
          EXPECT_TRUE(n < exact ? bucket == n : bucket >= before && bucket < count)
              << n << " of " << num_buckets << " to " << max_distance;
          if (bidirectional && n > 0) {
            EXPECT_EQ(t5_bucket(n, options), count + bucket);
          }
          before = bucket;
        }
        for (const std::int64_t n : {max_distance, max_distance + 1, 2 * max_distance})
          EXPECT_EQ(t5_bucket(-n, options), count - 1) << num_buckets << " " << max_distance;
      }
    }
}

TEST(T5Buckets, ThePublishedEdges) {
  const auto past = [](std::int64_t n) { return t5_bucket(-n); };
  EXPECT_EQ(past(7), 7);
  EXPECT_EQ(past(8), 8);
  EXPECT_EQ(past(11), 8);
  EXPECT_EQ(past(12), 9);
  EXPECT_EQ(past(16), 10);
  EXPECT_EQ(past(64), 14);
  EXPECT_EQ(past(90), 14);
  EXPECT_EQ(past(91), 15);
  EXPECT_EQ(past(128), 15);
  EXPECT_EQ(t5_bucket(1), 17);
  const Ids few = {-1000000, 3, 1000000};  // too far apart for a table
  const Ids want = {15, 19, 31};
  EXPECT_EQ(t5_buckets(few), want);
}

TEST(T5Bias, LooksUpItsBucketsAndTrainsThem) {
  Rng rng(1);
  T5Bias scheme(3, rng, {false, 8, 20});
  ASSERT_EQ(scheme.state_dict()[0].name, "weight");
  const AttentionPositions at = consecutive_positions(2, 6);
  const Array bias = scheme.bias(at).array();
  ASSERT_EQ(bias.shape(), (Shape{3, 2, 6}));
  for (std::size_t h = 0; h < 3; ++h)
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        const std::int64_t relative =
            static_cast<std::int64_t>(j) - static_cast<std::int64_t>(i + 4);
        const auto bucket = static_cast<std::size_t>(t5_bucket(relative, {false, 8, 20}));
        EXPECT_EQ(bias(h, i, j), scheme.weight.array()(bucket, h));
      }
  scheme.bias(at).backward(ones({3, 2, 6}));
  EXPECT_EQ(scheme.weight.grad()(0, 0), real{3});  // (0, 4), (0, 5) and (1, 5)
  EXPECT_EQ(scheme.weight.grad()(7, 0), real{0});  // nothing is that far away
  const Ids batch = {{0, 1}, {3, 9}};
  EXPECT_EQ(scheme.bias({batch, batch}).shape(), (Shape{2, 3, 2, 2}));
}

TEST(T5Bias, Gradient) {
  Rng rng(1);
  T5Bias scheme(2, rng, {true, 8, 20});
  const Tensor q(rng.normal({2, 2, 5, 4})), k(rng.normal({2, 2, 5, 4})),
      v(rng.normal({2, 2, 5, 4}));
  EXPECT_TRUE(gradients_agree(
      [&](const auto& x) {
        scheme.weight = x[0];
        AttentionOptions options;
        options.scale = 1;
        options.bias = scheme.bias(consecutive_positions(5, 5));
        return scaled_dot_product_attention(q, k, v, options);
      },
      {leaf({8, 2}, 3)}));
}

TEST(T5Bias, SaysWhatItCannotDo) {
  Rng rng(1);
  EXPECT_ERROR(T5Bias(0, rng), ValueError, "[T5Bias] num_heads must be 1 or more");
  EXPECT_ERROR(T5Bias(2, rng, {true, 3, 128}), ValueError, "num_buckets 3 is too few: at least 4");
  EXPECT_ERROR(T5Bias(2, rng, {false, 1, 128}), ValueError, "num_buckets 1 is too few: at least 2");
  EXPECT_ERROR(T5Bias(2, rng, {false, 32, 16}), ValueError,
               "max_distance 16 must be more than the 16 distances");
}

TEST(KerplePositions, BothFormsAreTheirFormula) {
  Rng rng(1);
  const AttentionPositions at = consecutive_positions(2, 4);
  for (const KerpleForm form : {KerpleForm::log, KerpleForm::power}) {
    KerplePositions scheme(2, rng, form);
    scheme.bias_p = Tensor(test::array_of({2, 1, 1}, {0.5, 1.5}), true);
    scheme.bias_a = Tensor(test::array_of({2, 1, 1}, {0.25, 2}), true);
    const Array bias = scheme.bias(at).array();
    ASSERT_EQ(bias.shape(), (Shape{2, 2, 4}));
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
          const double d = std::fabs(static_cast<double>(i + 2) - static_cast<double>(j));
          const double p = scheme.bias_p.array()(h, 0, 0), a = scheme.bias_a.array()(h, 0, 0);
          EXPECT_NEAR(bias(h, i, j),
                      form == KerpleForm::log ? -p * std::log(1 + a * d) : -a * std::pow(d, p),
                      bound(1e-6, 1e-14));
        }
  }
}

TEST(KerplePositions, NumbersOutsideTheirLimitsComeBack) {
  Rng rng(1);
  KerplePositions scheme(1, rng, KerpleForm::power);
  const auto bias_with = [&](double p, double a) {
    scheme.bias_p = Tensor(full({1, 1, 1}, static_cast<real>(p)), true);
    scheme.bias_a = Tensor(full({1, 1, 1}, static_cast<real>(a)), true);
    return scheme.bias(consecutive_positions(1, 4));
  };
  EXPECT_TRUE(near(bias_with(3, 1).array(), bias_with(2, 1).array(), bound(1e-6, 1e-14)));
  EXPECT_TRUE(near(bias_with(1, -5).array(), bias_with(1, 0.01).array(), bound(1e-6, 1e-14)));
  bias_with(3, -5).backward(ones({1, 1, 4}));
  EXPECT_NE(scheme.bias_p.grad()(0, 0, 0), real{0});
  EXPECT_NE(scheme.bias_a.grad()(0, 0, 0), real{0});
}

TEST(KerplePositions, Gradient) {
  Rng rng(1);
  EXPECT_ERROR(KerplePositions(0, rng), ValueError, "[KerplePositions] num_heads must be 1 or");
  for (const KerpleForm form : {KerpleForm::log, KerpleForm::power}) {
    KerplePositions scheme(2, rng, form);
    EXPECT_TRUE(gradients_agree(
        [&](const auto& x) {
          scheme.bias_p = x[0];
          scheme.bias_a = x[1];
          return scheme.bias(consecutive_positions(3, 5));
        },
        {Tensor(test::array_of({2, 1, 1}, {0.7, 1.4}), true),
         Tensor(test::array_of({2, 1, 1}, {0.3, 0.8}), true)}));
  }
}

TEST(FirePositions, IsItsFormula) {
  Rng rng(1);
  const auto options = FireOptions().with_width(4).with_threshold(6);
  FirePositions scheme(2, rng, options);
  std::vector<std::string> names;
  for (const auto& [name, tensor] : scheme.state_dict()) names.push_back(name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("c", "L_multiplier", "mlp.0.weight",
                                                   "mlp.0.bias", "mlp.2.weight", "mlp.2.bias"));
  const Array bias = scheme.bias(consecutive_positions(4, 9)).array();
  ASSERT_EQ(bias.shape(), (Shape{2, 4, 9}));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 9; ++j) {
      const double query = static_cast<double>(i + 5);
      const double d = std::fabs(query - static_cast<double>(j));
      const double share = std::log(0.1 * d + 1) / (std::log(0.1 * std::fmax(query, 6) + 1) + 1e-6);
      EXPECT_TRUE(share <= 1 || d > query);
      const Tensor input(full({1, 1}, static_cast<real>(share)));
      const Array want = scheme.output(relu(scheme.hidden(input))).array();
      for (std::size_t h = 0; h < 2; ++h)
        EXPECT_NEAR(bias(h, i, j), want(0, h), bound(1e-6, 1e-13));
    }
}

TEST(FirePositions, Gradient) {
  Rng rng(1);
  FireOptions options;
  options.threshold = 2.5;  // some queries stand before it, some behind
  options.width = 3;
  FirePositions scheme(2, rng, options);
  // Two units are open for every share of what is seen, and one is not: no kink is near.
  EXPECT_TRUE(gradients_agree(
      [&](const auto& x) {
        scheme.c = x[0];
        scheme.L_multiplier = x[1];
        scheme.output.weight = x[2];
        scheme.output.bias = x[3];
        scheme.hidden.weight = x[4];
        scheme.hidden.bias = x[5];
        return scheme.bias(consecutive_positions(5, 5));
      },
      {Tensor(full({}, real{0.3}), true), Tensor(full({}, real{1.1}), true), leaf({2, 3}, 4),
       leaf({2}, 5), Tensor(test::array_of({3, 1}, {0.4, -0.3, 0.2}), true),
       Tensor(test::array_of({3}, {0.5, 0.9, -1}), true)}));
}

}  // namespace
}  // namespace horloge
