// Schemes whose positions are drawn in training.

#include "horloge/nn/position/drawn.h"

#include <map>

#include "horloge/nn/attention.h"
#include "horloge/nn/position/by_name.h"
#include "horloge/nn/position/random_offset.h"
#include "horloge/nn/position/random_subset.h"
#include "horloge/nn/transformer.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"

namespace horloge {
namespace {

constexpr std::size_t width = 8, heads = 2;

std::shared_ptr<PositionScheme> scheme_of(const std::string& name, RandomPlaces random,
                                          std::uint64_t seed = 1, std::size_t stride = 1) {
  Rng rng(seed);
  return make_positions(name,
                        PositionOptions()
                            .with_d_model(width)
                            .with_num_heads(heads)
                            .with_max_seq_len(6)
                            .with_causal(true)
                            .with_random(random)
                            .with_range(20)
                            .with_stride(stride),
                        rng);
}

std::vector<std::int64_t> row(const Ids& ids, std::size_t b) {
  const std::size_t T = ids.shape()[1];
  return {ids.data() + b * T, ids.data() + (b + 1) * T};
}

TEST(DrawnPositions, StayInOrderWithinTheirRange) {
  for (const RandomPlaces random : {RandomPlaces::offset, RandomPlaces::subset}) {
    const auto scheme = scheme_of("alibi", random);
    for (std::size_t n : {1U, 5U, 20U}) {
      const AttentionPositions at = scheme->positions(consecutive_positions(n, n), 3);
      ASSERT_EQ(at.keys.shape()[0], 3U);
      EXPECT_EQ(at.keys, at.queries);
      for (std::size_t b = 0; b < 3; ++b)
        for (std::size_t t = 0; t < n; ++t) {
          EXPECT_GE(at.keys(b, t), 0);
          EXPECT_LT(at.keys(b, t), 20);
          if (t == 0) continue;
          const std::int64_t step = at.keys(b, t) - at.keys(b, t - 1);
          EXPECT_TRUE(random == RandomPlaces::offset ? step == 1 : step >= 1);
        }
    }
  }
}

// 6 subsets of 2 out of 4 positions, and 3 offsets of 2 in 4.
TEST(DrawnPositions, EachIsEquallyLikely) {
  Rng rng(1);
  const auto inside = scheme_of("alibi", RandomPlaces::none);
  const RandomSubsetPositions subset(inside, 4, rng);
  const RandomOffsetPositions offset(inside, 4, rng);
  std::map<std::vector<std::int64_t>, int> subsets, offsets;
  constexpr std::size_t draws = 6000;
  const AttentionPositions of_subset = subset.positions(consecutive_positions(2, 2), draws);
  const AttentionPositions of_offset = offset.positions(consecutive_positions(2, 2), draws);
  for (std::size_t b = 0; b < draws; ++b) {
    ++subsets[row(of_subset.keys, b)];
    ++offsets[row(of_offset.keys, b)];
  }
  EXPECT_EQ(subsets.size(), 6U);
  EXPECT_EQ(offsets.size(), 3U);
  for (const auto& [places, count] : subsets) EXPECT_NEAR(count, 1000, 150);  // 5 sigma
  for (const auto& [places, count] : offsets) EXPECT_NEAR(count, 2000, 190);
}

TEST(DrawnPositions, FollowTheirSeedAndTheirCount) {
  const AttentionPositions at = consecutive_positions(6, 6);
  const auto one = scheme_of("alibi", RandomPlaces::subset);
  const auto two = scheme_of("alibi", RandomPlaces::subset);
  const auto other = scheme_of("alibi", RandomPlaces::subset, 2);
  const Ids first = one->positions(at, 2).keys;
  EXPECT_NE(row(first, 0), row(first, 1));
  EXPECT_EQ(two->positions(at, 2).keys, first);
  EXPECT_NE(other->positions(at, 2).keys, first);
  const Ids second = one->positions(at, 2).keys;
  EXPECT_NE(second, first);
  // A resumed run goes on where the counters say.
  ASSERT_EQ(one->named_counters().size(), 1U);
  const auto resumed = scheme_of("alibi", RandomPlaces::subset);
  *resumed->named_counters()[0].second = 1;
  EXPECT_EQ(resumed->positions(at, 2).keys, second);
}

TEST(DrawnPositions, ARefusedSequenceDrawsNothing) {
  const auto scheme = scheme_of("alibi", RandomPlaces::offset);
  EXPECT_ERROR(scheme->positions(consecutive_positions(21, 21), 1), ValueError,
               "[RandomOffsetPositions] a sequence of 21 positions has no room in a range of 20");
  const Ids of_three = {{0, 1}, {0, 1}, {0, 1}};
  EXPECT_ERROR(scheme->positions({of_three, of_three}, 2), ShapeError,
               "there are positions of 3 sequences, and 2 sequences");
  EXPECT_EQ(*scheme->named_counters()[0].second, 0U);
  Rng rng(1);
  for (const std::size_t stride : {0U, 21U})
    EXPECT_ERROR(RandomSubsetPositions(scheme, 20, rng, stride), ValueError,
                 "must be from 1 to 20, the range");
}

// In evaluation nothing is drawn, and a cache changes nothing, with any stride.
TEST(DrawnPositions, DecodePieceByPieceAsInOnePass) {
  for (const std::string name : {"sinusoidal", "learned", "rotary", "p_rope", "alibi", "t5"})
    for (const std::size_t stride : {1U, 3U}) {
      const auto scheme = scheme_of(name, RandomPlaces::subset, 1, stride);
      scheme->eval();
      Rng rng(1);
      const MultiHeadAttention attention(width, heads, rng);
      const Tensor x(rng.normal({2, 6, width}));
      const auto run = [&](const Tensor& piece, KeyValueCache& cache) {
        const std::size_t n = piece.shape()[1];
        const AttentionPositions at =
            scheme->positions(consecutive_positions(n, cache.length() + n), 2);
        return attention(scheme->embed(piece, at.queries), PositionContext(*scheme, at), cache,
                         AttentionMasks::causal());
      };
      KeyValueCache whole, pieces;
      const Array at_once = run(x, whole).array();
      std::vector<Tensor> y;
      for (const auto& [first, last] :
           std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>>{{0, 3}, {3, 4}, {4, 6}})
        y.push_back(run(slice(x, {{}, {first, last}}), pieces));
      EXPECT_TRUE(near(concat(y, 1).array(), at_once, bound(2e-5, 1e-12))) << name << stride;
      EXPECT_EQ(scheme->positions(consecutive_positions(2, 2), 1).keys,
                (Ids{0, static_cast<std::int64_t>(stride)}));
    }
}

// A model in training does what it would do at the places that were drawn, and each draw is
// another.
TEST(DrawnPositions, AModelStandsWhereTheyWereDrawn) {
  const auto options = TransformerOptions().with_dim_feedforward(12).with_dropout(0);
  Rng rng(1);
  const TransformerEncoder encoder(2, width, heads, rng, options);
  const Tensor x(rng.normal({3, 5, width}));
  for (const std::string name : {"learned", "rotary", "t5", "fire"}) {
    const auto scheme = scheme_of(name, RandomPlaces::subset);
    const auto twin = scheme_of(name, RandomPlaces::subset);
    const Array y = encoder(x, *scheme, AttentionMasks::causal()).array();
    const AttentionPositions at = twin->positions(consecutive_positions(5, 5), 3);
    const auto& inside = *std::dynamic_pointer_cast<DrawnPositions>(twin)->inside;
    class Placed : public PositionScheme {
     public:
      Placed(const PositionScheme& scheme, AttentionPositions at)
          : scheme_(scheme), at_(std::move(at)) {}
      AttentionPositions positions(const AttentionPositions&, std::size_t) const override {
        return at_;
      }
      Tensor embed(const Tensor& x, const Ids& p) const override { return scheme_.embed(x, p); }
      Tensor query(const Tensor& q, const AttentionPositions& p) const override {
        return scheme_.query(q, p);
      }
      Tensor key(const Tensor& k, const AttentionPositions& p) const override {
        return scheme_.key(k, p);
      }
      Tensor bias(const AttentionPositions& p) const override { return scheme_.bias(p); }

     private:
      const PositionScheme& scheme_;
      AttentionPositions at_;
    };
    const Placed placed(inside, at);
    EXPECT_TRUE(same(y, encoder(x, placed, AttentionMasks::causal()).array())) << name;
    EXPECT_FALSE(near(encoder(x, *scheme, AttentionMasks::causal()).array(), y, 1e-9)) << name;
  }
}

TEST(DrawnPositions, GradientsReachTheSchemeInside) {
  const auto scheme = scheme_of("learned", RandomPlaces::offset);
  ASSERT_EQ(scheme->named_parameters().size(), 1U);
  EXPECT_EQ(scheme->named_parameters()[0].name, "inside.weight");
  EXPECT_EQ(scheme->named_parameters()[0].tensor.shape(), (Shape{20, width}));  // the range
  const AttentionPositions at = scheme->positions(consecutive_positions(3, 3), 2);
  const Tensor x(Rng(1).normal({2, 3, width}));
  scheme->embed(x, at.queries).backward(ones({2, 3, width}));
  const Array grad = scheme->named_parameters()[0].tensor.grad();
  Array uses = zeros({20});
  for (const std::int64_t place : at.queries) uses(static_cast<std::size_t>(place)) += 1;
  for (std::size_t p = 0; p < 20; ++p) EXPECT_EQ(grad(p, 0), uses(p)) << p;

  const auto rotary = scheme_of("rotary", RandomPlaces::subset);
  const AttentionPositions turned = rotary->positions(consecutive_positions(3, 3), 2);
  EXPECT_TRUE(gradients_agree([&](const auto& q) { return rotary->query(q[0], turned); },
                              {leaf({2, 3, width}, 1)}));
}

}  // namespace
}  // namespace horloge
