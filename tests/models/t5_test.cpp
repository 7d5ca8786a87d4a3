#include "horloge/models/encoder_decoder.h"
#include "horloge/nn/position/none.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/norm.h"
#include "horloge/ops/softmax.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

using nlohmann::json;

ModelInput two_texts() {
  ModelInput in = input_of(random_ids(2, 7, 80, 2));
  in.decoder_ids = random_ids(2, 5, 80, 3);
  in.attention_mask = Mask::from_shape(in.ids.shape());
  in.attention_mask->fill(true);
  (*in.attention_mask)(1, 5) = (*in.attention_mask)(1, 6) = false;
  return in;
}

TEST(T5, SaysWhatItIs) {
  const auto encoder = ChangedCheckpoint("t5_encoder_tiny").load();
  EXPECT_EQ(encoder->info.architecture, "T5 encoder");
  EXPECT_FALSE(encoder->info.causal);
  EXPECT_FALSE(encoder->info.decoder_start_id);
  const auto whole = t5_with_decoder().load();
  EXPECT_EQ(whole->info.architecture, "T5");
  EXPECT_EQ(whole->info.decoder_start_id, 0);
  std::vector<std::string> tables;  // of all layers of a stack together
  for (const auto& [name, weight] : whole->named_parameters())
    if (name.find("positions") != name.npos) tables.push_back(name);
  EXPECT_THAT(tables, testing::ElementsAre("encoder_positions.weight", "decoder_positions.weight"));
  EXPECT_EQ(whole->info.sizes.head_dim, 8U);
  EXPECT_EQ(whole->info.sizes.num_decoder_layers, whole->info.sizes.num_layers);
  EXPECT_EQ(encoder->info.sizes.num_decoder_layers, 0U);
}

// The first layer of the decoder step by step, from the weights as the file has them.
TEST(T5, DecodesAsItsFormulasSay) {
  ChangedCheckpoint t5 = t5_with_decoder();
  t5.config["num_decoder_layers"] = 1;
  for (auto it = t5.weights.tensors.begin(); it != t5.weights.tensors.end();)
    it = it->first.rfind("decoder.block.1", 0) == 0 ? t5.weights.tensors.erase(it) : std::next(it);
  const ModelInput in = two_texts();
  const ModelOutput out = t5.load()->forward(in);
  const auto w = [&](const std::string& name) { return Tensor(t5.weights.at(name).to_array()); };
  const auto norm = [&](const Tensor& x, const std::string& name) {
    return rms_norm(x, w(name + ".weight"), 1e-6);
  };
  const auto heads = [](const Tensor& x) {  // (2, T, 32) -> (2, 4, T, 8)
    return transpose(reshape(x, {2, x.shape()[1], 4, 8}), 1, 2);
  };
  const auto attend = [&](const Tensor& x, const Tensor& source, const std::string& name,
                          const Tensor& bias) {
    const Tensor q = heads(linear(x, w(name + ".q.weight")));
    const Tensor k = heads(linear(source, w(name + ".k.weight")));
    const Tensor v = heads(linear(source, w(name + ".v.weight")));
    const Tensor y = matmul(softmax(matmul(q, transpose(k, 2, 3)) + bias), v);
    return linear(reshape(transpose(y, 1, 2), {2, 5, 32}), w(name + ".o.weight"));
  };
  const std::string block = "decoder.block.0.layer.";
  const Tensor table = w(block + "0.SelfAttention.relative_attention_bias.weight");
  Array past = zeros({1, 4, 5, 5}), tokens = zeros({2, 1, 1, 7});
  for (std::size_t h = 0; h < 4; ++h)
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t j = 0; j < 5; ++j)  // so near, each distance has a bucket to itself
        past(0, h, i, j) = j <= i ? table.array()(i - j, h) : real(-1e30);
  tokens(1, 0, 0, 5) = tokens(1, 0, 0, 6) = real(-1e30);

  Tensor x = embedding(*in.decoder_ids, w("shared.weight"));
  const Tensor z = norm(x, block + "0.layer_norm");
  x = x + attend(z, z, block + "0.SelfAttention", Tensor(past));
  x = x + attend(norm(x, block + "1.layer_norm"), out.encoder->last_hidden,
                 block + "1.EncDecAttention", Tensor(tokens));
  const Tensor inner =
      linear(norm(x, block + "2.layer_norm"), w(block + "2.DenseReluDense.wi.weight"));
  x = x + linear(relu(inner), w(block + "2.DenseReluDense.wo.weight"));
  x = norm(x, "decoder.final_layer_norm");
  EXPECT_TRUE(near(out.last_hidden.array(), x.array(), bound(2e-5, 1e-12)));
  const Tensor logits = linear(x * static_cast<real>(1 / std::sqrt(32.0)), w("shared.weight"));
  EXPECT_TRUE(near(out.logits.array(), logits.array(), bound(2e-5, 1e-12)));
}

TEST(T5, ReadsTheSameFromItsCache) {
  const auto model = t5_with_decoder().load();
  ModelInput in = two_texts();
  const NoGrad no_grad;
  const Array whole = logits_of(*model, in);
  DecodingCache cache;
  in.cache = &cache;
  const Ids ids = *in.decoder_ids;
  std::vector<Tensor> logits;
  for (std::size_t t = 0; t < 5; ++t) {
    in.decoder_ids = Ids::from_shape({2, 1});
    for (std::size_t b = 0; b < 2; ++b) (*in.decoder_ids)(b, 0) = ids(b, t);
    const ModelOutput out = model->forward(in);
    EXPECT_EQ(out.encoder == nullptr, t > 0);  // once is enough
    logits.push_back(out.logits);
  }
  EXPECT_TRUE(near(concat(logits, 1).array(), whole, bound(2e-5, 1e-12)));
}

TEST(T5, WritesWhatOnePassAfterTheOtherGives) {
  const auto model = t5_with_decoder().load();
  const auto options = GenerateOptions().with_max_new_tokens(5).with_stop_at_eos(false);
  Ids prompt = random_ids(2, 6, 80, 4);
  prompt(1, 4) = prompt(1, 5) = 0;  // padding
  const Ids text = model->generate(prompt, options);
  ASSERT_EQ(text.shape()[1], 6U);
  for (std::size_t b = 0; b < 2; ++b) {
    ModelInput in;
    const std::size_t T = b == 0 ? 6 : 4;
    in.ids = Ids::from_shape({std::size_t{1}, T});
    std::copy_n(prompt.data() + b * 6, T, in.ids.data());
    for (std::size_t n = 0; n < 6; ++n) {
      if (n == 0) {
        EXPECT_EQ(text(b, 0), 0);
        continue;
      }
      in.decoder_ids = Ids::from_shape({std::size_t{1}, n});
      std::copy_n(text.data() + b * 6, n, in.decoder_ids->data());
      EXPECT_EQ(top_predictions(model->forward(in).logits, 0, n - 1, 1)[0].id, text(b, n));
    }
  }
}

TEST(T5, CannotTellOrderWithoutPositions) {
  const NoPositions none;
  for (const bool decodes : {false, true}) {
    const auto model =
        decodes ? t5_with_decoder().load() : ChangedCheckpoint("t5_encoder_tiny").load();
    ModelInput in = two_texts(), turned = in;
    in.attention_mask.reset();
    turned.attention_mask.reset();
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t t = 0; t < 7; ++t) turned.ids(b, t) = in.ids(b, 6 - t);
    const auto differs = [&](const PositionScheme* scheme) {
      in.positions = turned.positions = scheme;
      const Tensor before = model->forward(in).last_hidden;
      const Tensor after = model->forward(turned).last_hidden;
      return !near((decodes ? after : flip(after, {1})).array(), before.array(),
                   bound(2e-5, 1e-12));
    };
    EXPECT_FALSE(differs(&none));
    EXPECT_TRUE(differs(nullptr));
  }
}

TEST(T5, HasAHeadOfItsOwnWithoutAScale) {
  const Array tied = logits_of(*t5_with_decoder().load(), two_texts());
  ChangedCheckpoint own = t5_with_decoder();
  own.config["tie_word_embeddings"] = false;
  own.weights.tensors.emplace("lm_head.weight", own.weights.at("shared.weight"));
  const Array unscaled = logits_of(*own.load(), two_texts());
  EXPECT_TRUE(near(Array(unscaled / real(std::sqrt(32.0))), tied, bound(1e-4, 1e-12)));

  ChangedCheckpoint bare = t5_with_decoder();
  bare.config["architectures"] = {"T5Model"};
  const auto model = bare.load();
  EXPECT_FALSE(model->forward(two_texts()).logits.defined());
  EXPECT_ERROR(model->generate(two_texts().ids), ValueError, "this T5 has no language-model head");
}

TEST(T5, TakesAGatedNet) {
  for (const auto& [setting, function] :
       {std::pair<std::string, ActivationFunction>{"gated-gelu", gelu_tanh},
        {"gated-silu", silu}}) {
    ChangedCheckpoint gated = changed("t5_encoder_tiny", "feed_forward_proj", setting);
    for (const char* key : {"dense_act_fn", "is_gated_act"}) gated.config.erase(key);
    const auto plain = gated.weights.tensors;
    for (const auto& [name, tensor] : plain) {
      if (name.find("DenseReluDense.wi.") == name.npos) continue;
      gated.weights.tensors.erase(name);
      gated.weights.tensors.emplace(replaced(name, "wi.", "wi_0."), tensor);
      gated.weights.tensors.emplace(replaced(name, "wi.", "wi_1."),
                                    StoredTensor::from(Rng(5).normal(tensor.shape())));
    }
    const auto model = std::dynamic_pointer_cast<EncoderDecoderModel>(gated.load());
    const FeedForward& net = *model->encoder.blocks[1].feed_forward;
    const Tensor x(Rng(6).normal({2, 3, 32}));
    const std::string name = "encoder.block.1.layer.1.DenseReluDense.";
    const auto w = [&](const char* part) {
      return Tensor(gated.weights.at(name + part).to_array());
    };
    const Tensor want =
        linear(function(linear(x, w("wi_0.weight"))) * linear(x, w("wi_1.weight")), w("wo.weight"));
    EXPECT_TRUE(near(net(x).array(), want.array(), bound(1e-3, 1e-10)));
  }
}

TEST(T5, LearnsFromLabelsThatItReadsOnePlaceLater) {
  const auto model = t5_with_decoder().load();
  ModelInput in = two_texts();
  Ids labels = random_ids(2, 4, 80, 7);
  labels(1, 2) = -100;
  in.decoder_ids = shifted_right(model->info, labels);
  EXPECT_EQ((*in.decoder_ids)(0, 0), 0);
  EXPECT_EQ((*in.decoder_ids)(0, 3), labels(0, 2));
  EXPECT_EQ((*in.decoder_ids)(1, 3), 0);  // padding
  const Tensor logits = model->forward(in).logits;
  const Tensor loss = language_model_loss(*model, logits, labels);
  EXPECT_TRUE(same(loss.array(), cross_entropy(logits, labels).array()));
  loss.backward();
  for (const auto& [name, parameter] : model->named_parameters())
    EXPECT_TRUE(parameter.has_grad()) << name;
  EXPECT_ERROR(shifted_right(ChangedCheckpoint("t5_encoder_tiny").load()->info, labels), ValueError,
               "[shifted_right] T5 encoder has no decoder");
}

TEST(T5, PassesOverNamesOfSharedWordsAndUnusedTables) {
  const ModelInput in = two_texts();
  ChangedCheckpoint more = t5_with_decoder();
  const StoredTensor words = more.weights.at("shared.weight");
  for (const char* name :
       {"encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight"})
    more.weights.tensors.emplace(name, words);
  more.weights.tensors.emplace(
      "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight",
      StoredTensor::from(zeros({32, 4})));
  EXPECT_TRUE(same(logits_of(*more.load(), in), logits_of(*t5_with_decoder().load(), in)));
}

TEST(T5, NamesWhatItCannotDo) {
  const auto changed = [](const char* key, const json& value) {
    return load_changed("t5_encoder_tiny", key, value);
  };
  const std::string who = "[load_pretrained] config.json: ";
  EXPECT_ERROR(changed("architectures", {"T5ForQuestionAnswering"}), ValueError,
               who + "architectures = [\"T5ForQuestionAnswering\"] is not supported");
  EXPECT_ERROR(changed("dense_act_fn", "gelu_10"), ValueError,
               who + "dense_act_fn = \"gelu_10\" is not supported; choose one of gelu,");
  EXPECT_ERROR(changed("relative_attention_num_buckets", 900000000), ValueError,
               who + "it asks for 900000000 buckets of 4 numbers");
  EXPECT_ERROR(changed("num_layers", 900000000), ValueError, who + "it asks for 900000000 layers");
  EXPECT_ERROR(changed("architectures", {"T5Model"}), ValueError,
               "decoder.block.0.layer.0.layer_norm.weight (32,) is missing");
  const auto encoder = ChangedCheckpoint("t5_encoder_tiny").load();
  ModelInput in = two_texts();
  DecodingCache cache;
  in.cache = &cache;
  EXPECT_ERROR(encoder->forward(in), ValueError, "[T5 encoder] takes no cache");
  EXPECT_ERROR(encoder->generate(in.ids), ValueError, "this T5 encoder has no language-model head");

  ChangedCheckpoint other("t5_encoder_tiny");
  other.config.erase("dense_act_fn");
  other.config["feed_forward_proj"] = "gated-cubic";
  EXPECT_ERROR(other.load(), ValueError,
               who + "feed_forward_proj = \"gated-cubic\" is not supported; choose one of gelu,");
}

}  // namespace
}  // namespace horloge
