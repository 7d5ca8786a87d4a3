// What tells RoBERTa and DistilBERT from BERT, and what they refuse. Their numbers are those of
// data/golden/models.

#include "horloge/models/models.h"
#include "horloge/nn/position/by_name.h"
#include "horloge/ops/layout.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

Array hidden_of(const LanguageModel& model, const ModelInput& in) {
  const NoGrad no_grad;
  return model.forward(in).last_hidden.array();
}

// The model without its head, under names that begin with `prefix` or with nothing.
ChangedCheckpoint bare(const std::string& name, const std::string& model_class,
                       const std::string& prefix, bool keep_prefix) {
  ChangedCheckpoint checkpoint = changed(name, "architectures", {model_class});
  rename(checkpoint.weights, [&](const std::string& tensor) {
    if (tensor.rfind(prefix, 0) != 0) return std::string();
    return keep_prefix ? tensor : tensor.substr(prefix.size());
  });
  return checkpoint;
}

// Padding before, between or after the tokens changes nothing for them.
TEST(Roberta, CountsTokensAndNotPadding) {
  const auto model = small_model("roberta_tiny");
  ModelInput plain;
  plain.ids = {{7, 8, 9, 10}};
  const Array want = hidden_of(*model, plain);
  plain.position_ids = Ids{2, 3, 4, 5};
  EXPECT_TRUE(same(hidden_of(*model, plain), want));
  for (const Ids& ids : {Ids{{1, 1, 7, 8, 9, 10}}, Ids{{7, 1, 8, 9, 1, 10}}}) {
    ModelInput padded = input_of(ids);
    padded.attention_mask = tokens_of(ids, 1);
    const Array got = hidden_of(*model, padded);
    for (std::size_t t = 0, token = 0; t < 6; ++t) {
      if (ids(0, t) == 1) continue;
      for (std::size_t d = 0; d < 24; ++d)
        EXPECT_NEAR(got(0, t, d), want(0, token, d), bound(1e-5, 1e-12)) << t;
      ++token;
    }
  }
}

TEST(Roberta, AnotherSchemeCountsFromZero) {
  const auto model = small_model("roberta_tiny");
  Rng rng(1);
  const auto options = PositionOptions().with_d_model(24).with_num_heads(3);
  const auto scheme = make_positions("scaled_index", options, rng);  // takes nothing else
  ModelInput in;
  in.ids = {{1, 7, 8}};
  in.positions = scheme.get();
  EXPECT_EQ(hidden_of(*model, in).shape(), (Shape{1, 3, 24}));
}

TEST(Roberta, EndsWithItsTableOfPositions) {
  const auto model = small_model("roberta_tiny");
  EXPECT_EQ(model->info.max_seq_len, 18U);  // of 20 rows
  EXPECT_EQ(model->info.positions, "learned, added to x; 18 positions");
  Ids ids = random_ids(1, 19, 48, 1);
  for (auto& id : ids) ++id;  // none is padding
  EXPECT_EQ(logits_of(*model, test::columns(ids, 0, 18)).shape(), (Shape{1, 18, 50}));
  EXPECT_ERROR(logits_of(*model, ids), IndexError,
               "positions 2 to 20 needed, the table ends before position 20");
}

TEST(Roberta, WithAndWithoutItsPrefix) {
  ModelInput in = input_of(random_ids(2, 5, 50, 1));
  const Array want = hidden_of(*small_model("roberta_tiny"), in);
  for (const std::string model_class : {"RobertaModel", "XLMRobertaModel"})
    for (const bool keep : {true, false}) {
      ChangedCheckpoint checkpoint = bare("roberta_tiny", model_class, "roberta.", keep);
      if (model_class == "XLMRobertaModel") checkpoint.config["model_type"] = "xlm-roberta";
      const auto model = checkpoint.load();
      EXPECT_TRUE(same(hidden_of(*model, in), want));
      EXPECT_FALSE(model->forward(in).logits.defined());
      EXPECT_FALSE(model->forward(in).pooled.defined());
      const std::string pooler = std::string(keep ? "roberta." : "") + "pooler.dense.";
      checkpoint.weights.tensors.emplace(pooler + "weight", StoredTensor::from(ones({24, 24})));
      checkpoint.weights.tensors.emplace(pooler + "bias", StoredTensor::from(ones({24})));
      EXPECT_EQ(checkpoint.load()->forward(in).pooled.shape(), (Shape{2, 24}));
    }
}

TEST(Roberta, TheHeadKeepsItsOwnFunction) {
  const Ids ids = random_ids(1, 5, 50, 1);
  ChangedCheckpoint relu = changed("roberta_tiny", "hidden_act", "relu");
  relu.config["num_hidden_layers"] = 1;
  ChangedCheckpoint gelu = relu;
  gelu.config["hidden_act"] = "gelu";
  for (ChangedCheckpoint* one : {&relu, &gelu})
    rename(one->weights, [](const std::string& name) {
      return name.find("layer.1.") == name.npos ? name : std::string();
    });
  // Without what the one layer's feed-forward net adds, only the head could differ.
  for (ChangedCheckpoint* one : {&relu, &gelu})
    one->weights.tensors.insert_or_assign("roberta.encoder.layer.0.output.dense.weight",
                                          StoredTensor::from(zeros({24, 32})));
  EXPECT_TRUE(same(logits_of(*relu.load(), ids), logits_of(*gelu.load(), ids)));
}

TEST(Roberta, RefusesWhatItCannotCount) {
  const auto said = [](const char* key, const nlohmann::json& value) {
    return changed("roberta_tiny", key, value);
  };
  EXPECT_ERROR(said("pad_token_id", nullptr).load(), ValueError,
               "pad_token_id = null is not supported; positions are counted from it");
  EXPECT_ERROR(said("pad_token_id", -1).load(), ValueError,
               "pad_token_id = -1 is not supported; positions are counted from it");
  EXPECT_ERROR(said("pad_token_id", 19).load(), ValueError,
               "max_position_embeddings = 20 is not supported; the first 20 are no token's");
  EXPECT_ERROR(said("position_embedding_type", "relative_key").load(), ValueError,
               "only absolute is");
  EXPECT_ERROR(said("architectures", {"RobertaForSequenceClassification"}).load(), ValueError,
               "choose one of RobertaForMaskedLM, RobertaModel, ");
  ChangedCheckpoint silent("roberta_tiny");
  silent.config.erase("pad_token_id");
  EXPECT_EQ(silent.load()->info.padding_id, 1);
}

TEST(DistilBert, WithAndWithoutItsHead) {
  ModelInput in = input_of(random_ids(2, 5, 46, 1));
  const Array want = hidden_of(*small_model("distilbert_tiny"), in);
  for (const bool keep : {true, false}) {
    ChangedCheckpoint checkpoint = bare("distilbert_tiny", "DistilBertModel", "distilbert.", keep);
    checkpoint.config["sinusoidal_pos_embds"] = true;  // the file has what was made of them
    checkpoint.config["tie_weights_"] = true;
    const auto model = checkpoint.load();
    EXPECT_TRUE(same(hidden_of(*model, in), want));
    EXPECT_FALSE(model->forward(in).logits.defined());
  }
  in.token_type_ids = in.ids;
  EXPECT_ERROR(small_model("distilbert_tiny")->forward(in), ValueError,
               "token_type_ids are given, but this model has no segment embeddings");
}

TEST(DistilBert, TheHeadMayHaveAMatrixOfItsOwn) {
  const Ids ids = random_ids(1, 5, 46, 1);
  ChangedCheckpoint own("distilbert_tiny");
  const Array tied = logits_of(*own.load(), ids);
  own.config["tie_word_embeddings"] = false;
  EXPECT_ERROR(own.load(), ValueError, "vocab_projector.weight (46, 24) is missing");
  own.weights.tensors.emplace("vocab_projector.weight", StoredTensor::from(zeros({46, 24})));
  EXPECT_FALSE(near(logits_of(*own.load(), ids), tied, 1e-3));
}

}  // namespace
}  // namespace horloge
