#include "horloge/models/encoder.h"

#include "horloge/nn/position/none.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/layout.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

using nlohmann::json;

ModelInput some_text(std::uint64_t seed) { return input_of(random_ids(2, 6, 90, seed)); }

Array encoder_logits(const LanguageModel& model, const ModelInput& in = some_text(1)) {
  return model.forward(in).logits.array();
}

Array bert_logits() { return encoder_logits(*small_model("bert_tiny")); }

void add(SafetensorsFile& file, const std::string& name, const Shape& shape) {
  const Array numbers = Rng(name.size()).normal(shape) * real{0.3};
  file.tensors.emplace(name, StoredTensor::from(numbers));
}

/// With the weights that a checkpoint of pre-training has on top.
ChangedCheckpoint bert_of_class(const std::string& name) {
  ChangedCheckpoint bert = changed("bert_tiny", "architectures", {name});
  add(bert.weights, "bert.pooler.dense.weight", {32, 32});
  add(bert.weights, "bert.pooler.dense.bias", {32});
  add(bert.weights, "cls.seq_relationship.weight", {2, 32});
  add(bert.weights, "cls.seq_relationship.bias", {2});
  return bert;
}

TEST(Bert, SaysWhatItIs) {
  const auto bert = small_model("bert_tiny");
  EXPECT_EQ(bert->info.architecture, "BERT");
  EXPECT_EQ(bert->info.positions, "learned, added to x; 32 positions");
  EXPECT_EQ(bert->info.max_seq_len, 32U);
  EXPECT_FALSE(bert->info.causal);
  EXPECT_EQ(bert->info.padding_id, 0);
  const std::size_t D = 32, block = 4 * D * D + 2 * D * 64 + 64 + 9 * D;
  EXPECT_EQ(bert->parameter_count(), (90 + 32 + 2) * D + 2 * D + 2 * block + D * D + 3 * D + 90);
}

TEST(Bert, IsOfFourClasses) {
  const ModelInput in = some_text(1);
  const ModelOutput masked = bert_of_class("BertForMaskedLM").load()->forward(in);
  EXPECT_TRUE(same(masked.logits.array(), bert_logits()));  // the rest is passed over
  EXPECT_FALSE(masked.pooled.defined());

  const auto both = bert_of_class("BertForPreTraining").load();
  const ModelOutput out = both->forward(in);
  EXPECT_TRUE(same(out.logits.array(), masked.logits.array()));
  const auto& model = dynamic_cast<const EncoderModel&>(*both);
  const Tensor first = reshape(slice(out.last_hidden, {{}, {0, 1}}), {2, 32});
  EXPECT_TRUE(same(out.pooled.array(), tanh((*model.pooler)(first)).array()));
  EXPECT_TRUE(same(out.next_sentence.array(), (*model.next_sentence)(out.pooled).array()));
  EXPECT_EQ(out.next_sentence.shape(), (Shape{2, 2}));

  const auto only = [](const std::string& name, const std::string& without) {
    ChangedCheckpoint bert = bert_of_class(name);
    rename(bert.weights, [&](const std::string& tensor) {
      return tensor.find(without) == std::string::npos ? tensor : std::string();
    });
    return bert.load()->forward(some_text(1));
  };
  const ModelOutput next = only("BertForNextSentencePrediction", "cls.predictions");
  EXPECT_FALSE(next.logits.defined());
  EXPECT_TRUE(same(next.next_sentence.array(), out.next_sentence.array()));
  const ModelOutput bare = only("BertModel", "cls.");
  EXPECT_FALSE(bare.logits.defined());
  EXPECT_TRUE(same(bare.pooled.array(), out.pooled.array()));
  EXPECT_TRUE(same(bare.last_hidden.array(), out.last_hidden.array()));
}

TEST(Bert, NeedsThePoolerThatItsClassHas) {
  ChangedCheckpoint bert = changed("bert_tiny", "architectures", {"BertForPreTraining"});
  EXPECT_ERROR(bert.load(), ValueError,
               "[load_pretrained] config.json: pooler.dense.weight (32, 32) is missing");
  // The bare model is often saved without one, and without the prefix.
  bert.config["architectures"] = {"BertModel"};
  rename(bert.weights, [](const std::string& name) {
    return name.find("cls.") == 0 ? std::string() : replaced(name, "bert.", "");
  });
  const ModelOutput out = bert.load()->forward(some_text(1));
  EXPECT_FALSE(out.pooled.defined());
  EXPECT_TRUE(out.last_hidden.defined());
}

TEST(Bert, ReadsTheNamesOfOldFiles) {
  ChangedCheckpoint old("bert_tiny");
  rename(old.weights, [](const std::string& name) {
    return replaced(replaced(name, "LayerNorm.weight", "LayerNorm.gamma"), "LayerNorm.bias",
                    "LayerNorm.beta");
  });
  EXPECT_EQ(old.weights.tensors.count("bert.embeddings.LayerNorm.gamma"), 1U);
  EXPECT_TRUE(same(encoder_logits(*old.load()), bert_logits()));
}

TEST(Bert, TiesItsHeadOrDoesNot) {
  ChangedCheckpoint bert("bert_tiny");
  const StoredTensor words = bert.weights.at("bert.embeddings.word_embeddings.weight");
  const StoredTensor bias = bert.weights.at("cls.predictions.bias");
  bert.weights.tensors.emplace("cls.predictions.decoder.weight", words);
  bert.weights.tensors.emplace("cls.predictions.decoder.bias", bias);
  EXPECT_TRUE(same(encoder_logits(*bert.load()), bert_logits()));
  bert.weights.tensors.at("cls.predictions.decoder.weight") = StoredTensor::from(zeros({90, 32}));
  EXPECT_ERROR(bert.load(), ValueError, "are one tied weight, but differ");
  bert.config["tie_word_embeddings"] = false;
  const Array logits = encoder_logits(*bert.load());
  const Array all = bias.to_array();
  for (std::size_t v = 0; v < 90; ++v) EXPECT_EQ(logits(1, 3, v), all(v));
}

TEST(Bert, SeesBothSides) {
  const auto bert = small_model("bert_tiny");
  ModelInput in = some_text(2);
  const Array before = encoder_logits(*bert, in);
  in.ids(0, 5) = 1 + in.ids(0, 5) % 89;
  const Array after = encoder_logits(*bert, in);
  for (std::size_t t = 0; t < 6; ++t) EXPECT_NE(before(0, t, 0), after(0, t, 0)) << t;

  Mask tokens = Mask::from_shape({2, 6});
  tokens.fill(true);
  tokens(0, 5) = false;
  in.attention_mask = tokens;
  const Array masked = encoder_logits(*bert, in);
  in.ids(0, 5) = 1 + in.ids(0, 5) % 89;
  const Array other = encoder_logits(*bert, in);
  for (std::size_t t = 0; t < 5; ++t) EXPECT_EQ(masked(0, t, 0), other(0, t, 0)) << t;
}

TEST(Bert, HasTypesAndPlaces) {
  const auto bert = small_model("bert_tiny");
  ModelInput in = some_text(1);
  in.position_ids = positions_from(0, 6);
  in.token_type_ids = in.ids;
  in.token_type_ids->fill(0);
  EXPECT_TRUE(same(encoder_logits(*bert, in), bert_logits()));
  (*in.token_type_ids)(0, 3) = 1;
  EXPECT_FALSE(near(encoder_logits(*bert, in), bert_logits(), 1e-3));
  (*in.token_type_ids)(0, 3) = 2;
  EXPECT_ERROR(encoder_logits(*bert, in), IndexError, "2");
  in.token_type_ids.reset();
  in.position_ids = positions_from(1, 6);
  EXPECT_FALSE(near(encoder_logits(*bert, in), bert_logits(), 1e-3));
  in.position_ids = positions_from(27, 6);
  EXPECT_ERROR(encoder_logits(*bert, in), IndexError, "[LearnedPositions]");
}

// Not as a word that is read; as one that could be the answer it has a gradient, if the head is
// tied.
TEST(Bert, DoesNotLearnItsPadding) {
  for (const bool tied : {true, false}) {
    ChangedCheckpoint bert = changed("bert_tiny", "tie_word_embeddings", tied);
    bert.weights.tensors.emplace("cls.predictions.decoder.weight",
                                 bert.weights.at("bert.embeddings.word_embeddings.weight"));
    const auto model = bert.load();
    ModelInput in = some_text(3);
    in.ids(0, 1) = 0;
    Ids labels = in.ids;
    labels.fill(-100);
    labels(0, 2) = 7;
    language_model_loss(*model, model->forward(in).logits, labels).backward();
    const Array gradient = dynamic_cast<const EncoderModel&>(*model).embeddings.words.weight.grad();
    EXPECT_EQ(gradient(0, 0) != 0, tied);
    EXPECT_NE(gradient(in.ids(0, 2), 0), 0);
  }
}

TEST(Bert, RefusesWhatItDoesNotDo) {
  const auto changed = [](const char* key, const json& value) {
    return load_changed("bert_tiny", key, value);
  };
  const std::string who = "[load_pretrained] config.json: ";
  EXPECT_ERROR(changed("is_decoder", true), ValueError, who + "is_decoder = true is not supported");
  EXPECT_ERROR(changed("position_embedding_type", "relative_key"), ValueError,
               who + "position_embedding_type = \"relative_key\" is not supported; only absolute");
  EXPECT_ERROR(changed("architectures", {"BertForQuestionAnswering"}), ValueError,
               "choose one of BertForMaskedLM, BertForPreTraining, BertForNextSentencePrediction, "
               "BertModel");
  EXPECT_ERROR(changed("type_vocab_size", 900000000), ValueError, "asks for 900000000 types");
  EXPECT_ERROR(changed("max_position_embeddings", 900000000), ValueError,
               "asks for 900000000 positions");
  const auto bert = small_model("bert_tiny");
  EXPECT_ERROR(bert->generate(some_text(4).ids), ValueError,
               "[generate] BERT is bidirectional and predicts no next token");
  DecodingCache cache;
  ModelInput in = some_text(4);
  in.cache = &cache;
  EXPECT_ERROR(bert->forward(in), ValueError, "[BERT] takes no cache: it is bidirectional");
}

TEST(Bert, TakesNoPaddingFromAConfigThatHasNone) {
  ChangedCheckpoint bert("bert_tiny");
  bert.config.erase("pad_token_id");
  EXPECT_EQ(bert.load()->info.padding_id, 0);
  bert.config["pad_token_id"] = nullptr;
  EXPECT_FALSE(bert.load()->info.padding_id);
}

// Nothing but its positions tells one order of the words from another.
TEST(Encoder, WithoutPositionsHasNoOrder) {
  const NoPositions none;
  const std::vector<std::size_t> order = {3, 0, 5, 1, 4, 2};
  for (const bool is_bert : {true, false}) {
    const auto model = is_bert ? ChangedCheckpoint("bert_tiny").load() : roformer().load();
    const auto differs = [&](const PositionScheme* positions) {
      ModelInput in = some_text(5);
      in.positions = positions;
      Ids permuted = in.ids;
      for (std::size_t t = 0; t < 6; ++t) permuted(0, t) = in.ids(0, order[t]);
      const Array before = encoder_logits(*model, in);
      in.ids = permuted;
      const Array after = encoder_logits(*model, in);
      double worst = 0;
      for (std::size_t t = 0; t < 6; ++t)
        for (std::size_t v = 0; v < 90; ++v)
          worst = std::max(worst, std::fabs(double{after(0, t, v)} - before(0, order[t], v)));
      return worst > bound(2e-5, 1e-12);
    };
    EXPECT_FALSE(differs(&none)) << is_bert;
    EXPECT_TRUE(differs(nullptr)) << is_bert;
  }
}

TEST(RoFormer, TurnsNeighbouringNumbers) {
  const auto model = roformer().load();
  EXPECT_EQ(model->info.architecture, "RoFormer");
  EXPECT_EQ(model->info.positions, "rotary, q and k rotated in pairs (2i, 2i + 1); base 10000");
  const auto options = RotaryOptions().with_pairing(Pairing::interleaved);
  const RotaryPositions interleaved(8, options), half(8);
  ModelInput in = some_text(1);
  const Array usual = encoder_logits(*model, in);
  in.positions = &interleaved;
  EXPECT_TRUE(same(encoder_logits(*model, in), usual));
  in.positions = &half;
  EXPECT_FALSE(near(encoder_logits(*model, in), usual, 1e-4));
}

// Turned values say where they stood, turned keys only how far away.
TEST(RoFormer, MayTurnValuesAsWell) {
  const auto moved = [](const LanguageModel& model) {
    ModelInput in = some_text(1);
    const Array here = encoder_logits(model, in);
    in.position_ids = positions_from(7, 6);
    return !near(encoder_logits(model, in), here, bound(2e-5, 1e-12));
  };
  EXPECT_FALSE(moved(*roformer().load()));
  ChangedCheckpoint turned = roformer();
  turned.config["rotary_value"] = true;
  EXPECT_TRUE(moved(*turned.load()));
  EXPECT_EQ(turned.load()->info.positions,
            "rotary, q and k rotated in pairs (2i, 2i + 1); base 10000; v, too");
}

TEST(RoFormer, MayHaveNarrowerEmbeddings) {
  ChangedCheckpoint narrow = roformer();
  narrow.config["embedding_size"] = 16;
  for (const auto& [name, shape] :
       std::map<std::string, Shape>{{"roformer.embeddings.word_embeddings.weight", {90, 16}},
                                    {"roformer.embeddings.token_type_embeddings.weight", {2, 16}},
                                    {"roformer.embeddings.LayerNorm.weight", {16}},
                                    {"roformer.embeddings.LayerNorm.bias", {16}},
                                    {"roformer.embeddings_project.weight", {32, 16}},
                                    {"roformer.embeddings_project.bias", {32}},
                                    {"cls.predictions.transform.dense.weight", {16, 32}},
                                    {"cls.predictions.transform.dense.bias", {16}},
                                    {"cls.predictions.transform.LayerNorm.weight", {16}},
                                    {"cls.predictions.transform.LayerNorm.bias", {16}}}) {
    narrow.weights.tensors.erase(name);
    add(narrow.weights, name, shape);
  }
  const auto model = narrow.load();
  ModelInput in = some_text(1);
  in.trace = true;
  const ModelOutput out = model->forward(in);
  EXPECT_EQ(out.logits.shape(), (Shape{2, 6, 90}));
  EXPECT_EQ(out.hidden.front().shape(), (Shape{2, 6, 32}));
  narrow.weights.tensors.erase("roformer.embeddings_project.bias");
  EXPECT_ERROR(narrow.load(), ValueError, "embeddings_project.bias (32,) is missing");
}

TEST(RoFormer, RefusesWhatItDoesNotDo) {
  ChangedCheckpoint causal = roformer();
  causal.config["architectures"] = {"RoFormerForCausalLM"};
  EXPECT_ERROR(causal.load(), ValueError, "choose one of RoFormerForMaskedLM, RoFormerModel");
  ChangedCheckpoint bare = roformer();
  bare.config["architectures"] = {"RoFormerModel"};
  EXPECT_ERROR(bare.load(), ValueError, "cls.predictions.bias (90,) is not part of this model");
}

}  // namespace
}  // namespace horloge
