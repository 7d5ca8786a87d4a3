#include "horloge/models/decoder.h"

#include "horloge/nn/position/none.h"
#include "horloge/ops/layout.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

const std::vector<std::string> decoders = {"gpt2_tiny", "llama_tiny", "llama_gqa_tiny",
                                           "bloom_tiny"};

/// The logits of pieces of these lengths, one after the other with a cache.
Array logits_by_pieces(const LanguageModel& model, const Ids& ids,
                       const std::vector<std::size_t>& lengths) {
  const NoGrad no_grad;
  DecodingCache cache;
  std::vector<Tensor> logits;
  std::size_t first = 0;
  for (const std::size_t length : lengths) {
    ModelInput in = input_of(columns(ids, first, length));
    in.cache = &cache;
    logits.push_back(model.forward(in).logits);
    first += length;
  }
  EXPECT_EQ(cache.length(), ids.shape()[1]);
  return concat(logits, 1).array();
}

TEST(Decoder, CachedDecodingGivesTheLogitsOfOnePass) {
  for (const std::string& name : decoders) {
    SCOPED_TRACE(name);
    const auto model = small_model(name);
    const Ids ids = random_ids(2, 9, model->info.vocab_size, 1);
    const Array whole = logits_of(*model, ids);
    for (const std::vector<std::size_t>& lengths :
         {std::vector<std::size_t>(9, 1), {4, 1, 1, 3}, {8, 1}})
      EXPECT_TRUE(near(logits_by_pieces(*model, ids, lengths), whole, bound(2e-5, 1e-12)));
  }
}

TEST(Decoder, ATraceChangesNothingAndShowsEverything) {
  for (const std::string& name : decoders) {
    SCOPED_TRACE(name);
    const auto model = small_model(name);
    ModelInput in = input_of(random_ids(2, 5, model->info.vocab_size, 2));
    const ModelOutput plain = model->forward(in);
    EXPECT_TRUE(plain.hidden.empty());
    in.trace = true;
    const ModelOutput traced = model->forward(in);
    EXPECT_TRUE(near(traced.logits.array(), plain.logits.array(), bound(2e-5, 1e-12)));
    EXPECT_EQ(traced.hidden.size(), traced.attention.size() + 1);
    EXPECT_TRUE(same(traced.hidden.back().array(), traced.last_hidden.array()));
    EXPECT_EQ(traced.attention[0].shape(), (Shape{2, 4, 5, 5}));
  }
}

// Without positions, and with every token in sight, the same words in another order are the same.
TEST(Decoder, CannotTellOrderWithoutPositions) {
  for (const std::string& name : decoders) {
    SCOPED_TRACE(name);
    const auto model = small_model(name);
    const NoPositions none;
    const Ids ids = random_ids(1, 6, model->info.vocab_size, 3);
    const std::vector<std::size_t> order = Rng(4).permutation(6);
    Ids permuted = ids;
    for (std::size_t t = 0; t < 6; ++t) permuted(0, t) = ids(0, order[t]);
    const auto differs = [&](const PositionScheme* scheme, bool causal) {
      ModelInput in;
      in.positions = scheme;
      in.causal = causal;
      in.ids = ids;
      const Array before = model->forward(in).logits.array();
      in.ids = permuted;
      const Array after = model->forward(in).logits.array();
      Array reordered = after;
      for (std::size_t t = 0; t < 6; ++t)
        for (std::size_t v = 0; v < model->info.vocab_size; ++v)
          reordered(0, t, v) = before(0, order[t], v);
      return !near(after, reordered, bound(2e-5, 1e-12));
    };
    EXPECT_FALSE(differs(&none, false));
    EXPECT_TRUE(differs(&none, true));     // a causal mask is an order of its own
    EXPECT_TRUE(differs(nullptr, false));  // the model's own positions
  }
}

TEST(Decoder, DoesNotLookAtPadding) {
  const auto model = small_model("llama_tiny");
  Ids ids = random_ids(1, 6, 100, 5);
  ModelInput in = input_of(ids);
  Mask tokens = Mask::from_shape({std::size_t{1}, std::size_t{6}});
  tokens.fill(true);
  tokens(0, 0) = tokens(0, 1) = false;
  in.attention_mask = tokens;
  const Array first = model->forward(in).logits.array();
  in.ids(0, 0) = 1 + in.ids(0, 0) % 99;
  const Array second = model->forward(in).logits.array();
  for (std::size_t t = 2; t < 6; ++t)
    for (std::size_t v = 0; v < 100; ++v) EXPECT_EQ(first(0, t, v), second(0, t, v));
}

// Rotary positions depend on distances alone; learned ones do not.
TEST(Decoder, TakesPositionIds) {
  const auto differs = [](const char* name) {
    const auto model = small_model(name);
    ModelInput in = input_of(random_ids(1, 5, model->info.vocab_size, 6));
    const Array usual = model->forward(in).logits.array();
    in.position_ids = positions_from(0, 5);
    EXPECT_TRUE(same(model->forward(in).logits.array(), usual));
    in.position_ids = positions_from(7, 5);
    return !near(model->forward(in).logits.array(), usual, bound(2e-5, 1e-12));
  };
  EXPECT_FALSE(differs("llama_tiny"));
  EXPECT_TRUE(differs("gpt2_tiny"));
  const auto model = small_model("gpt2_tiny");
  ModelInput in = input_of(random_ids(1, 5, 96, 7));
  in.position_ids = positions_from(0, 4);
  EXPECT_ERROR(model->forward(in), ShapeError,
               "[ModelInput] position_ids (4,) must be (T), (1, T) or (B, T) for ids (1, 5)");
}

// As other programs often write them: one row for all.
TEST(Decoder, PositionsOfOneRowAreThoseOfEachSequence) {
  const auto model = small_model("gpt2_tiny");
  ModelInput in = input_of(random_ids(3, 4, 90, 4));
  in.position_ids = positions_from(5, 4);
  const Array shifted = model->forward(in).logits.array();
  in.position_ids->reshape({1, 4});
  EXPECT_TRUE(near(model->forward(in).logits.array(), shifted, 0));
  DecodingCache cache;
  in.cache = &cache;
  EXPECT_TRUE(near(model->forward(in).logits.array(), shifted, 1e-5));
  EXPECT_EQ(cache.positions.dimension(), 1U);
}

// GPT-2 has no table of types: a type is one more word at the same place.
TEST(Decoder, TypesOfGpt2AreWords) {
  const auto model = small_model("gpt2_tiny");
  ModelInput in = input_of(random_ids(2, 4, 90, 2));
  in.trace = true;
  const Array plain = model->forward(in).hidden.at(0).array();
  in.token_type_ids = random_ids(2, 4, 90, 3);
  const Array typed = model->forward(in).hidden.at(0).array();
  const Array words = read_safetensors(small_checkpoint("gpt2_tiny") / "model.safetensors")
                          .at("transformer.wte.weight")
                          .to_array();
  for (std::size_t i = 0; i < in.ids.size(); ++i)
    for (std::size_t d = 0; d < 32; ++d)
      EXPECT_NEAR(typed.data()[i * 32 + d] - plain.data()[i * 32 + d],
                  words(static_cast<std::size_t>(in.token_type_ids->flat(i)), d), 1e-5);
  in.token_type_ids = random_ids(2, 3, 90, 3);
  EXPECT_ERROR(model->forward(in), ShapeError,
               "token_type_ids (2, 3) must have the shape of ids (2, 4)");
}

TEST(Decoder, EndsWithItsTableOfPositions) {
  const auto model = small_model("gpt2_tiny");
  EXPECT_ERROR(logits_of(*model, random_ids(1, 33, 96, 8)), IndexError, "[LearnedPositions]");
  EXPECT_ERROR(model->generate(random_ids(1, 30, 96, 8)), IndexError, "[LearnedPositions]");
}

// With one layer and a window of W, a token feels itself and the W - 1 tokens before it.
TEST(Decoder, ASlidingWindowEnds) {
  const auto model = mistral(3).load();
  const Ids ids = random_ids(1, 8, 64, 9);
  const Array before = logits_of(*model, ids);
  Ids changed = ids;
  changed(0, 2) = 1 + ids(0, 2) % 63;
  const Array after = logits_of(*model, changed);
  for (std::size_t t = 0; t < 8; ++t) {
    bool moved = false;
    for (std::size_t v = 0; v < 64; ++v) moved = moved || before(0, t, v) != after(0, t, v);
    EXPECT_EQ(moved, t >= 2 && t < 5) << t;
  }
  EXPECT_TRUE(near(logits_by_pieces(*model, ids, {2, 1, 4, 1}), before, bound(2e-5, 1e-12)));
}

TEST(Decoder, AWideWindowIsNone) {
  const Ids ids = random_ids(1, 8, 64, 10);
  const Array without = logits_of(*small_model("llama_gqa_tiny"), ids);
  EXPECT_TRUE(same(logits_of(*mistral(8).load(), ids), without));
  ChangedCheckpoint unlimited = mistral(1);
  unlimited.config["sliding_window"] = nullptr;
  EXPECT_TRUE(same(logits_of(*unlimited.load(), ids), without));
}

TEST(Decoder, ScalesScoresAsItsConfigSays) {
  const Ids ids = random_ids(1, 6, 96, 11);
  const Array usual = logits_of(*small_model("gpt2_tiny"), ids);
  for (const char* key : {"scale_attn_weights", "scale_attn_by_inverse_layer_idx"}) {
    ChangedCheckpoint other("gpt2_tiny");
    other.config[key] = !other.config[key].get<bool>();
    EXPECT_FALSE(near(logits_of(*other.load(), ids), usual, 1e-3)) << key;
  }
}

TEST(Decoder, GivesOutHiddenStatesWithoutAHead) {
  const auto model = load_changed("gpt2_tiny", "architectures", {"GPT2Model"});
  const Ids ids = random_ids(1, 4, 96, 12);
  const ModelOutput out = model->forward(input_of(ids));
  EXPECT_FALSE(out.logits.defined());
  EXPECT_EQ(out.last_hidden.shape(), (Shape{1, 4, 32}));
  EXPECT_ERROR(model->generate(ids), ValueError, "this GPT-2 has no language-model head");
}

TEST(Decoder, LearnsWithoutItsPaddingRow) {
  const auto model = small_model("llama_tiny");  // padding is 0
  ModelInput in = input_of(random_ids(1, 5, 100, 13));
  in.ids(0, 1) = 0;
  language_model_loss(*model, model->forward(in).logits, in.ids).backward();
  const auto& words = dynamic_cast<const DecoderModel&>(*model).embeddings.words.weight;
  double of_padding = 0, of_word = 0;
  for (std::size_t d = 0; d < 32; ++d) {
    of_padding += std::abs(words.grad()(0, d));
    of_word += std::abs(words.grad()(in.ids(0, 0), d));
  }
  EXPECT_EQ(of_padding, 0);
  EXPECT_GT(of_word, 0);
}

}  // namespace
}  // namespace horloge
