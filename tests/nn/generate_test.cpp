#include "horloge/nn/generate.h"

#include <set>

#include "horloge/nn/block_stack.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/position/rotary.h"
#include "support/arrays.h"

namespace horloge {
namespace {

// A model that says after id n most likely comes n + 1.
Tensor counting(const Ids& ids) {
  const std::size_t B = ids.shape()[0], T = ids.shape()[1];
  Array logits = zeros({B, T, 10});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t)
      logits(b, t, static_cast<std::size_t>(ids(b, t) + 1) % 10) = 1;
  return Tensor(logits);
}

Ids rows_of_ids(std::initializer_list<std::int64_t> numbers, std::size_t rows) {
  Ids ids = Ids::from_shape({rows, numbers.size() / rows});
  std::copy(numbers.begin(), numbers.end(), ids.begin());
  return ids;
}

const GenerateOptions three = GenerateOptions().with_max_new_tokens(3);
const GenerateOptions nine = GenerateOptions().with_max_new_tokens(9);

TEST(DecodeWithCache, TakesTheMostLikely) {
  EXPECT_EQ(decode_with_cache(rows_of_ids({5, 1, 2, 8}, 2), three, counting),
            rows_of_ids({5, 1, 2, 3, 4, 2, 8, 9, 0, 1}, 2));
  EXPECT_EQ(decode_with_cache(rows_of_ids({5, 1}, 1), three.with_max_new_tokens(0), counting),
            rows_of_ids({5, 1}, 1));
}

TEST(DecodeWithCache, StopsWhenAllTextsHaveEnded) {
  EXPECT_EQ(decode_with_cache(rows_of_ids({1, 3}, 2), nine.with_eos_ids({4, 5}), counting),
            rows_of_ids({1, 2, 3, 4, 3, 4, 4, 4}, 2));
  EXPECT_EQ(decode_with_cache(rows_of_ids({1}, 1), nine.with_eos_ids({4}).with_stop_at_eos(false),
                              counting),
            rows_of_ids({1, 2, 3, 4, 5, 6, 7, 8, 9, 0}, 1));
}

TEST(DecodeWithCache, PadsATextThatHasEnded) {
  EXPECT_EQ(decode_with_cache(rows_of_ids({1, 3}, 2), nine.with_eos_ids({4, 5}).with_padding_id(0),
                              counting),
            rows_of_ids({1, 2, 3, 4, 3, 4, 0, 0}, 2));
}

TEST(DecodeWithCache, TellsEachTokenAsItComes) {
  std::vector<Ids> heard;
  const auto hear = [&](const Ids& ids) { heard.push_back(ids); };
  decode_with_cache(rows_of_ids({1, 3}, 2), three.with_eos_ids({4, 5}).with_on_token(hear),
                    counting);
  EXPECT_EQ(heard, (std::vector<Ids>{rows_of_ids({2, 4}, 2), rows_of_ids({3, 4}, 2),
                                     rows_of_ids({4, 4}, 2)}));
}

TEST(DecodeWithCache, StopsWhenAsked) {
  int asked = 0;
  const auto enough = [&] { return ++asked > 2; };
  EXPECT_EQ(decode_with_cache(rows_of_ids({1}, 1), nine.with_stop_if(enough), counting),
            rows_of_ids({1, 2, 3}, 1));
}

TEST(DecodeWithCache, GivesEachTokenOnce) {
  std::vector<Ids> given;
  decode_with_cache(rows_of_ids({5, 1}, 1), three, [&](const Ids& ids) {
    given.push_back(ids);
    return counting(ids);
  });
  EXPECT_EQ(given,
            (std::vector<Ids>{rows_of_ids({5, 1}, 1), rows_of_ids({2}, 1), rows_of_ids({3}, 1)}));
}

TEST(DecodeWithCache, PenalizesWhatTheTextHas) {
  // Its favourite is 1 by a little, then 2.
  const auto nearly_even = [](const Ids& ids) {
    Array logits = zeros({1, ids.shape()[1], 4});
    for (std::size_t t = 0; t < ids.shape()[1]; ++t) logits(0, t, 1) = 2, logits(0, t, 2) = 1.9F;
    return Tensor(logits);
  };
  const auto greedy = SamplingOptions().with_temperature(0);
  EXPECT_EQ(decode_with_cache(rows_of_ids({0}, 1), three, nearly_even),
            rows_of_ids({0, 1, 1, 1}, 1));
  EXPECT_EQ(
      decode_with_cache(rows_of_ids({0}, 1),
                        three.with_sampling(greedy.with_repetition_penalty(1.5)), nearly_even),
      rows_of_ids({0, 1, 2, 1}, 1));
}

TEST(DecodeWithCache, DrawsTheSameForTheSameSeed) {
  const auto even = [](const Ids& ids) {
    return Tensor(zeros({ids.shape()[0], ids.shape()[1], 10}));
  };
  const auto drawn = nine.with_sampling(SamplingOptions()).with_max_new_tokens(20);
  const Ids first = rows_of_ids({0, 1, 2, 3}, 2);
  const Ids text = decode_with_cache(first, drawn.with_seed(3), even);
  EXPECT_EQ(decode_with_cache(first, drawn.with_seed(3), even), text);
  EXPECT_NE(decode_with_cache(first, drawn.with_seed(4), even), text);
  std::set<std::int64_t> seen(text.begin(), text.end());
  EXPECT_GT(seen.size(), 5U);
}

TEST(DecodeWithCache, NamesWhatDoesNotFit) {
  EXPECT_ERROR(decode_with_cache(Ids::from_shape({1, 0}), {}, counting), ValueError,
               "[generate] needs at least one token");
  EXPECT_ERROR(decode_with_cache(Ids::from_shape({2}), {}, counting), ShapeError,
               "[generate] ids (B, T)");
  const auto of_one = [](const Ids&) { return Tensor(zeros({1, 1, 4})); };
  EXPECT_ERROR(decode_with_cache(rows_of_ids({1, 2}, 2), {}, of_one), ShapeError,
               "[generate] the model's logits (1, 1, 4) must be (B, T, V) with B = 2");
  const auto broken = [](const Ids&) { return Tensor(full({1, 1, 4}, real(test::nan))); };
  EXPECT_ERROR(decode_with_cache(rows_of_ids({1}, 1), {}, broken), ValueError,
               "[sample] the largest logit of row 0 must be finite, got nan");
}

// Learns nothing, but has all that a small model of one's own has.
struct OwnModel : Module {
  explicit OwnModel(Rng& rng)
      : words(child("words", TokenEmbedding(20, 16, rng))),
        stack(child("stack", BlockStack(options(), rng))),
        head(child("head", Linear(16, 20, rng))) {}

  static BlockStackOptions options() {
    auto stack = BlockStackOptions().with_num_layers(2).with_d_model(16);
    stack.block.attention.num_heads = 2;
    stack.block.feed_forward.d_ff = 32;
    stack.block.feed_forward.activation = relu;
    return stack;
  }
  Tensor operator()(const Ids& ids, DecodingCache* cache) const {
    const std::size_t T = ids.shape()[1];
    BlockStackContext context(PositionContext(
        rotary, consecutive_positions(T, (cache == nullptr ? 0 : cache->length()) + T)));
    context.cache = cache;
    longest = std::max(longest, T);
    return head(stack(words(ids), context));
  }

  TokenEmbedding words;
  BlockStack stack;
  Linear head;
  RotaryPositions rotary{8};
  mutable std::size_t longest = 0;  // that it was given
};

struct WithoutCache {
  Tensor operator()(const Ids& ids) const { return model(ids, nullptr); }
  const OwnModel& model;
};

TEST(Generate, OfAModelOfOnesOwnReadsEachTokenOnceWhereItHasACache) {
  Rng rng(1);
  const OwnModel model(rng);
  const Ids prompt = rows_of_ids({1, 2, 3, 4, 5, 6}, 2);
  const auto sampled = nine.with_sampling(SamplingOptions().with_temperature(1.5)).with_seed(2);
  for (const GenerateOptions& options : {nine, sampled}) {
    model.longest = 0;
    const Ids text = generate(model, prompt, options);
    EXPECT_THAT(text.shape(), ElementsAre(2, 12));
    EXPECT_EQ(model.longest, 3U);
    EXPECT_EQ(generate(WithoutCache{model}, prompt, options), text);
    EXPECT_EQ(model.longest, 11U);
  }
}

TEST(Generate, ReadsTheLastTokensIfThereIsRoomForNoMore) {
  Rng rng(1);
  const OwnModel model(rng);
  const Ids prompt = rows_of_ids({1, 2, 3}, 1);
  const Ids text = generate(WithoutCache{model}, prompt, nine.with_max_seq_len(4));
  EXPECT_EQ(model.longest, 4U);
  for (std::size_t t = 4; t < 12; ++t) {
    const Ids window =
        rows_of_ids({text(0, t - 4), text(0, t - 3), text(0, t - 2), text(0, t - 1)}, 1);
    EXPECT_EQ(generate(WithoutCache{model}, window, nine.with_max_new_tokens(1))(0, 4), text(0, t));
  }
}

TEST(Generate, TakesTheIdsOfOneText) {
  Rng rng(1);
  const OwnModel model(rng);
  const Ids batch = rows_of_ids({1, 2, 3}, 1), one{1, 2, 3};
  const Ids expected = generate(model, batch, nine);
  const auto expect_same = [&](const Ids& text) {
    ASSERT_THAT(text.shape(), ElementsAre(12));
    for (std::size_t t = 0; t < 12; ++t) EXPECT_EQ(text(t), expected(0, t)) << t;
  };
  expect_same(generate(model, one, nine));
  expect_same(generate(WithoutCache{model}, one, nine));
  EXPECT_THROW(generate(model, Ids::from_shape({std::size_t{0}}), nine), ValueError);
}

TEST(Generate, RecordsNothing) {
  Rng rng(1);
  const OwnModel model(rng);
  bool recorded = true;
  generate(
      [&](const Ids& ids) {
        const Tensor logits = model(ids, nullptr);
        recorded = logits.requires_grad();
        return logits;
      },
      rows_of_ids({1}, 1), three);
  EXPECT_FALSE(recorded);
}

}  // namespace
}  // namespace horloge
