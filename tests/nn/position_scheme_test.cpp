// What holds for every position scheme: where it enters, what it does to attention, decoding piece
// by piece, and its gradients.

#include "horloge/nn/position/position.h"

#include <fstream>

#include "horloge/nn/attention.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/by_name.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/nn/transformer.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"

namespace horloge {
namespace {

struct Small {
  static constexpr std::size_t D = 8, H = 2;
};

PositionOptions small(bool causal) {
  return PositionOptions()
      .with_d_model(Small::D)
      .with_num_heads(Small::H)
      .with_max_seq_len(16)
      .with_causal(causal)
      .with_windowed_heads(Small::H);  // one alone sees no other token
}

// One layer of attention under a scheme.
Tensor attend(const PositionScheme& scheme, const MultiHeadAttention& attention, const Tensor& x,
              const AttentionPositions& at, const AttentionMasks& masks = {}) {
  return attention(scheme.embed(x, at.queries), PositionContext(scheme, at), masks);
}

double largest_difference(const Array& a, const Array& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::fmax(largest, std::fabs(a.data()[i] - b.data()[i]));
  return largest;
}

TEST(AttentionPositions, AreConsecutiveBehindTheCachedKeys) {
  const AttentionPositions at = consecutive_positions(2, 5);
  EXPECT_EQ(at.queries, (Ids{3, 4}));
  EXPECT_EQ(at.keys, (Ids{0, 1, 2, 3, 4}));
  EXPECT_EQ(sequence_length(at), 5U);
  const Ids relative = {{-3, -2, -1, 0, 1}, {-4, -3, -2, -1, 0}};
  EXPECT_EQ(relative_positions(at), relative);
  EXPECT_ERROR(consecutive_positions(3, 2), ShapeError,
               "3 queries need as many keys at least, got 2");
  constexpr auto past_all = std::numeric_limits<std::size_t>::max();
  for (const std::size_t first : {past_all, past_all / 2})
    EXPECT_ERROR(positions_from(first, 3), IndexError, "3 positions from ");
  EXPECT_EQ(positions_from(past_all / 2 - 3, 3)(2), std::numeric_limits<std::int64_t>::max() - 1);
}

TEST(AttentionPositions, MayDifferWithinABatch) {
  const Ids queries = {{1, 2}, {5, 6}};
  const Ids keys = {0, 1, 2};
  const Ids relative = relative_positions({queries, keys});
  ASSERT_EQ(relative.dimension(), 3U);
  EXPECT_EQ(relative(0, 1, 2), 0);
  EXPECT_EQ(relative(1, 1, 2), -4);
  const Ids other_batch = {{0, 1}, {0, 1}, {0, 1}};
  EXPECT_ERROR(relative_positions({queries, other_batch}), ShapeError, "(2, 2) and (3, 2)");
  const Ids negative = {-1, 0};
  EXPECT_ERROR(sequence_length({negative, keys}), ValueError, "count from 0, got -1");
}

TEST(PositionSchemes, SayWhichTheyAre) {
  Rng rng(1);
  for (const std::string& name : position_names()) {
    const auto scheme = make_positions(name, small(true), rng);
    std::vector<std::string> said;
    for (const NamedSetting& entry : scheme->named_settings())
      if (entry.name == "scheme") said.push_back(entry.value.substr(0, entry.value.find(',')));
    EXPECT_THAT(said, testing::ElementsAre(name));
  }
}

TEST(PositionNames, EachMakesASchemeAndOthersAreRefused) {
  Rng rng(1);
  for (const std::string& name : position_names())
    EXPECT_NE(make_positions(name, small(true), rng), nullptr) << name;
  EXPECT_EQ(position_names().size(), 14U);
  EXPECT_ERROR(make_positions("rope", small(true), rng), ValueError,
               "there is no position scheme \"rope\"; choose one of none, index,");
  PositionOptions odd = small(true);
  odd.d_model = 6;  // heads of 3
  EXPECT_ERROR(make_positions("rotary", odd, rng), ValueError, "rotary_dim 3 must be even");
}

TEST(PositionNames, ASchemeIsAChildOfAModel) {
  class Model : public Module {
   public:
    explicit Model(const std::string& name, Rng& rng)
        : positions(child("positions", make_positions(name, small(true), rng))) {}
    std::shared_ptr<PositionScheme> positions;
  };
  Rng rng(1);
  const Model model("t5", rng);
  ASSERT_EQ(model.named_parameters().size(), 1U);
  EXPECT_EQ(model.named_parameters()[0].name, "positions.weight");
}

TEST(PositionContext, AddsTheBiasToThatOfTheMasks) {
  const AlibiPositions alibi(Small::H);
  const PositionContext context(alibi, consecutive_positions(2, 3));
  const Tensor q(Rng(1).normal({1, 2, Small::D})), k(Rng(2).normal({1, 3, Small::D}));
  AttentionMasks masks = AttentionMasks::causal();
  masks.bias = Tensor(ones({2, 3}));
  const auto layer = context.layer(q, k, masks);
  EXPECT_TRUE(layer.masks.is_causal);
  EXPECT_EQ(layer.masks.bias.shape(), (Shape{Small::H, 2, 3}));
  EXPECT_EQ(layer.masks.bias.array()(0, 0, 0), 1 - alibi.slopes(0));
  EXPECT_EQ(layer.q.buffer(), q.buffer());  // ALiBi leaves them alone
  EXPECT_EQ(layer.k.buffer(), k.buffer());
}

// What a scheme does is what the first line of its file says, and no more.
TEST(EveryScheme, EntersWhereItsFileSays) {
  for (const std::string& name : position_names()) {
    Rng rng(1);
    const auto scheme = make_positions(name, small(true), rng);
    for (const auto& [parameter, value] : scheme->named_parameters()) {
      Tensor handle = value;
      handle.mutable_array() = rng.normal(value.shape());
    }
    const AttentionPositions at = consecutive_positions(3, 3);
    const Tensor x(rng.normal({2, 3, Small::D}));
    const bool added = !test::same(scheme->embed(x, at.queries).array(), x.array());
    const bool turned = !test::same(scheme->key(x, at).array(), x.array());
    const bool to_scores = scheme->bias(at).defined() || scheme->bias_from(x, at).defined();
    EXPECT_EQ(added + turned + to_scores, name == "none" ? 0 : 1) << name;
    EXPECT_EQ(scheme->affects_attention(), turned || to_scores) << name;

    const std::string file = name == "scaled_index" ? "index" : name == "t5" ? "t5_bias" : name;
    std::ifstream header(HORLOGE_DATA_DIR "/../lib/horloge/nn/position/" + file + ".h");
    std::string line;
    ASSERT_TRUE(std::getline(header, line)) << file;
    EXPECT_THAT(line,
                testing::StartsWith(added       ? "// Position enters by being added to x."
                                    : turned    ? "// Position enters by rotating q and k"
                                    : to_scores ? "// Position enters by being added to the scores"
                                                : "// Position enters nowhere."));
  }
}

// Each layer asks its own queries, but what does not depend on them is made once for all.
TEST(EveryScheme, MakesOneBiasForAllLayers) {
  class Counting : public AlibiPositions {
   public:
    using AlibiPositions::AlibiPositions;
    Tensor bias(const AttentionPositions& at) const override {
      ++made;
      return AlibiPositions::bias(at);
    }
    mutable int made = 0;
  };
  Rng rng(1);
  const TransformerEncoder encoder(3, Small::D, Small::H, rng);
  const Counting alibi(Small::H);
  encoder(Tensor(rng.normal({2, 5, Small::D})), alibi, AttentionMasks::causal());
  EXPECT_EQ(alibi.made, 1);
}

// Without positions a permutation of the tokens permutes the outputs; with any scheme it does not.
TEST(EveryScheme, TellsOrdersApartAndNoneDoesNot) {
  const std::vector<std::size_t> order = {3, 0, 5, 1, 4, 2};
  const auto permuted = [&](const Tensor& t) {
    Array out = empty(t.shape());
    for (std::size_t i = 0; i < 6; ++i)
      std::copy_n(t.data() + order[i] * Small::D, Small::D, out.data() + i * Small::D);
    return Tensor(std::move(out));
  };
  for (const std::string& name : position_names()) {
    Rng rng(1);
    const auto scheme = make_positions(name, small(false), rng);
    for (const auto& [parameter, value] : scheme->named_parameters()) {  // larger than they start
      Tensor handle = value;
      handle.mutable_array() = rng.normal(value.shape());
    }
    const MultiHeadAttention attention(Small::D, Small::H, rng);
    const Tensor x(rng.normal({1, 6, Small::D}));
    const AttentionPositions at = consecutive_positions(6, 6);
    const double gap = largest_difference(attend(*scheme, attention, permuted(x), at).array(),
                                          permuted(attend(*scheme, attention, x, at)).array());
    if (name == "none")
      EXPECT_LT(gap, bound(1e-6, 1e-14));
    else
      EXPECT_GT(gap, 1e-3) << name;
  }
}

TEST(EveryScheme, DecodesPieceByPieceAsInOnePass) {
  for (const std::string& name : position_names()) {
    if (name == "scaled_index") continue;  // cannot, and says so: below
    Rng rng(1);
    const auto scheme = make_positions(name, small(true), rng);
    const MultiHeadAttention attention(Small::D, Small::H, rng);
    const Tensor x(rng.normal({2, 7, Small::D}));
    const Array whole =
        attend(*scheme, attention, x, consecutive_positions(7, 7), AttentionMasks::causal())
            .array();

    KeyValueCache cache;
    std::vector<Tensor> pieces;
    for (const std::size_t n : {3U, 1U, 2U, 1U}) {
      const std::size_t done = cache.length();
      const auto first = static_cast<std::ptrdiff_t>(done), count = static_cast<std::ptrdiff_t>(n);
      const Tensor piece = slice(x, {{}, {first, first + count}});
      const AttentionPositions at = consecutive_positions(n, done + n);
      pieces.push_back(attention(scheme->embed(piece, at.queries), PositionContext(*scheme, at),
                                 cache, AttentionMasks::causal()));
    }
    EXPECT_EQ(cache.length(), 7U);
    EXPECT_TRUE(near(concat(pieces, 1).array(), whole, bound(2e-5, 1e-12))) << name;
  }
}

// A scheme whose keys are cacheable makes the same of the last keys, whatever stands before them.
TEST(EveryScheme, SaysWhetherItsKeysStay) {
  const auto stay = [](const PositionScheme& scheme) {
    const Tensor k(Rng(1).normal({2, 7, Small::D}));
    const AttentionPositions at = consecutive_positions(7, 7);
    const PositionContext later(scheme, consecutive_positions(2, 7));
    return near(later.last_keys(slice(k, {{}, {5, 7}})).array(),
                slice(scheme.key(k, at), {{}, {5, 7}}).array(), bound(1e-6, 1e-14));
  };
  for (const std::string& name : position_names()) {
    Rng rng(1);
    const auto scheme = make_positions(name, small(true), rng);
    EXPECT_EQ(scheme->keys_are_cacheable(), name != "xpos") << name;
    EXPECT_EQ(stay(*scheme), scheme->keys_are_cacheable()) << name;
  }
  RotaryScaling dynamic;
  dynamic.kind = RotaryScalingKind::dynamic;
  dynamic.factor = 2;
  dynamic.original_max_position_embeddings = 3;
  EXPECT_FALSE(RotaryPositions(Small::D / Small::H, RotaryOptions().with_scaling(dynamic))
                   .keys_are_cacheable());
  const RotaryPositions rotary(Small::D / Small::H);
  EXPECT_ERROR(PositionContext(rotary, consecutive_positions(2, 3))
                   .last_keys(Tensor(zeros({1, 4, Small::D}))),
               ShapeError, "[PositionContext] 4 keys need as many positions at least, got 3");
}

// With dynamic scaling as well, in one layer: all keys are turned by the angles of the text so far.
class AnglesThatChange : public testing::TestWithParam<RotaryScalingKind> {};
INSTANTIATE_TEST_SUITE_P(EveryScheme, AnglesThatChange,
                         testing::Values(RotaryScalingKind::dynamic, RotaryScalingKind::longrope));

TEST_P(AnglesThatChange, DecodesPieceByPiece) {
  RotaryOptions options;
  options.scaling.kind = GetParam();
  options.scaling.factor = 2;
  options.scaling.original_max_position_embeddings = 3;
  options.scaling.short_factor = std::vector<double>(Small::D / Small::H / 2, 1);
  options.scaling.long_factor = std::vector<double>(Small::D / Small::H / 2, 5);
  const RotaryPositions scheme(Small::D / Small::H, options);
  Rng rng(1);
  const MultiHeadAttention attention(Small::D, Small::H, rng);
  const Tensor x(rng.normal({2, 7, Small::D}));
  KeyValueCache cache;
  for (std::ptrdiff_t t = 0; t < 7; ++t) {
    const auto T = static_cast<std::size_t>(t + 1);
    const Tensor got = attention(slice(x, {{}, {t, t + 1}}),
                                 PositionContext(scheme, consecutive_positions(1, T)), cache);
    const Tensor so_far = attend(scheme, attention, slice(x, {{}, {0, t + 1}}),
                                 consecutive_positions(T, T), AttentionMasks::causal());
    EXPECT_TRUE(near(got.array(), slice(so_far, {{}, {t, t + 1}}).array(), bound(2e-5, 1e-12)));
  }
}

TEST(RelativeSchemes, DependOnTheOffsetAlone) {
  for (const std::string name :
       {"rotary", "xpos", "p_rope", "alibi", "hard_alibi", "t5", "transformer_xl", "kerple"}) {
    Rng rng(1);
    const auto scheme = make_positions(name, small(true), rng);
    const MultiHeadAttention attention(Small::D, Small::H, rng);
    const Tensor x(rng.normal({2, 5, Small::D}));
    const Array near_zero =
        attend(*scheme, attention, x, consecutive_positions(5, 5), AttentionMasks::causal())
            .array();
    for (const std::size_t shift : {1U, 17U, 300000U}) {
      const AttentionPositions at{positions_from(shift, 5), positions_from(shift, 5)};
      EXPECT_TRUE(near(attend(*scheme, attention, x, at, AttentionMasks::causal()).array(),
                       near_zero, bound(2e-5, 1e-9)))
          << name << " " << shift;
    }
    const Ids apart = {0, 2, 4, 6, 8};       // twice as far from each other
    if (name == "transformer_xl") continue;  // takes consecutive positions only
    EXPECT_GT(largest_difference(
                  attend(*scheme, attention, x, {apart, apart}, AttentionMasks::causal()).array(),
                  near_zero),
              1e-4)
        << name;
  }
}

TEST(EveryScheme, ItsWeightsAgreeWithItsAttention) {
  for (const std::string& name : position_names()) {
    Rng rng(1);
    const auto scheme = make_positions(name, small(true), rng);
    const MultiHeadAttention attention(Small::D, Small::H, rng);
    const AttentionPositions at = consecutive_positions(5, 5);
    const Tensor x = scheme->embed(Tensor(rng.normal({2, 5, Small::D})), at.queries);
    const PositionContext context(*scheme, at);
    const auto [y, weights] = attention.with_weights(x, context, AttentionMasks::causal());
    EXPECT_EQ(weights.shape(), (Shape{2, Small::H, 5, 5}));
    EXPECT_TRUE(near(attention(x, context, AttentionMasks::causal()).array(), y.array(),
                     bound(1e-5, 1e-13)))
        << name;
  }
}

TEST(EveryScheme, WorksInAnEncoder) {
  const auto options = TransformerOptions().with_dim_feedforward(12).with_dropout(0);
  const auto run = [&](const std::string& name, const AttentionMasks& masks) {
    Rng rng(1);
    const TransformerEncoder encoder(2, Small::D, Small::H, rng, options);
    const Tensor x(rng.normal({2, 5, Small::D}));
    return name.empty() ? encoder(x, masks).array()
                        : encoder(x, *make_positions(name, small(true), rng), masks).array();
  };
  const Array without = run("", AttentionMasks::causal());
  for (const std::string& name : position_names()) {
    const Array with = run(name, AttentionMasks::causal());
    EXPECT_EQ(with.shape(), without.shape());
    const double difference = largest_difference(with, without);
    EXPECT_EQ(difference < bound(1e-5, 1e-13), name == "none") << name << " " << difference;
  }
}

TEST(EveryScheme, GradientsReachXAndItsParameters) {
  for (const std::string& name : position_names()) {
    Rng rng(1);
    const auto scheme = make_positions(name, small(true), rng);
    const MultiHeadAttention attention(Small::D, Small::H, rng);
    const AttentionPositions at = consecutive_positions(3, 3);
    EXPECT_TRUE(gradients_agree(
        [&](const auto& x) {
          return attend(*scheme, attention, x[0], at, AttentionMasks::causal());
        },
        {leaf({2, 3, Small::D}, 2)}))
        << name;
    scheme->zero_grad();
    attend(*scheme, attention, Tensor(rng.normal({2, 3, Small::D})), at, AttentionMasks::causal())
        .backward(rng.normal({2, 3, Small::D}));
    for (const auto& [parameter, value] : scheme->named_parameters()) {
      ASSERT_TRUE(value.has_grad()) << name << " " << parameter;
      EXPECT_GT(largest_difference(value.grad(), zeros(value.shape())), 0)
          << name << " " << parameter;
    }
  }
}

}  // namespace
}  // namespace horloge
