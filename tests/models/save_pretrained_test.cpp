// From a model to a folder and back.

#include "horloge/models/save_pretrained.h"

#include "horloge/nn/position/alibi.h"
#include "horloge/nn/position/learned.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/ops/activation.h"
#include "horloge/text/tokenizers/pretrained_tokenizer.h"
#include "horloge/train/adam.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

testing::AssertionResult same_parameters(const LanguageModel& got, const LanguageModel& want) {
  const auto a = got.named_parameters(), b = want.named_parameters();
  if (a.size() != b.size()) return testing::AssertionFailure() << a.size() << " and " << b.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const auto equal = same(a[i].tensor.array(), b[i].tensor.array());
        !equal || a[i].name != b[i].name)
      return testing::AssertionFailure() << a[i].name << ", " << b[i].name << equal.message();
  return testing::AssertionSuccess();
}

TEST(SavePretrained, GivesBackEveryModel) {
  for (const auto& [name, checkpoint] : test::every_model()) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const auto model = checkpoint.load();
    save_pretrained(*model, folder / "new" / "model");
    const auto again = load_pretrained(folder / "new" / "model");
    EXPECT_TRUE(same_parameters(*again, *model));
    EXPECT_EQ(again->info.architecture, model->info.architecture);
    EXPECT_EQ(again->info.positions, model->info.positions);
  }
}

// The last byte of the file is one of some weight's.
TEST(SavePretrained, WritesChecksums) {
  const TemporaryFolder folder;
  save_pretrained(*small_model("gpt2_tiny"), folder.path());
  std::string bytes = test::read_text(folder / "model.safetensors");
  bytes.back() ^= 1;
  test::write_text(folder / "model.safetensors", bytes);
  EXPECT_ERROR(load_pretrained(folder.path()), FileError,
               "[read_checkpoint] " + (folder / "model.safetensors").string() + ": tensor \"");
}

// Its table of sines is no weight here, but Hugging Face's library asks for it.
TEST(SavePretrained, WritesWhatRoFormerComputes) {
  const TemporaryFolder folder;
  const ChangedCheckpoint roformer("roformer_tiny");
  save_pretrained(*roformer.load(), folder / "m");
  const std::string name = "roformer.encoder.embed_positions.weight";
  EXPECT_TRUE(near(read_safetensors(folder / "m" / "model.safetensors").at(name).to_array(),
                   roformer.weights.at(name).to_array(), 1e-6));
}

bool is_no_weight(const std::string& name) {
  return name.find("inv_freq") != name.npos || name.find("position_ids") != name.npos;
}

// What is in the published file, but for what no weight is, is in ours.
TEST(SavePretrained, WritesThePublishedNamesAndLayouts) {
  for (const char* name :
       {"gpt2_tiny", "llama_tiny", "llama_gqa_tiny", "bloom_tiny", "bert_tiny"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    save_pretrained(*small_model(name), folder.path());
    const auto ours = read_safetensors(folder / "model.safetensors");
    const auto theirs = read_safetensors(small_checkpoint(name) / "model.safetensors");
    EXPECT_EQ(ours.metadata.at("format"), theirs.metadata.at("format"));
    EXPECT_EQ(ours.metadata.size(), 1 + ours.tensors.size());  // and a checksum of each tensor
    for (const auto& [key, tensor] : ours.tensors) {
      ASSERT_EQ(theirs.tensors.count(key), 1U) << key;
      EXPECT_TRUE(same(tensor.to_array(), theirs.at(key).to_array())) << key;
    }
    for (const auto& [key, tensor] : theirs.tensors)
      EXPECT_EQ(ours.tensors.count(key) == 0, is_no_weight(key)) << key;
    auto settings = nlohmann::json::parse(read_text(folder / "config.json"));
    auto published = nlohmann::json::parse(read_text(small_checkpoint(name) / "config.json"));
    EXPECT_EQ(settings["torch_dtype"], test::in_double ? "float64" : "float32");
    settings.erase("torch_dtype");
    published.erase("torch_dtype");
    EXPECT_EQ(settings, published);
  }
}

// Parts that are one tensor in the file, and factors that are counted from 1 there, come back.
TEST(StoredWeights, UndoWhatTheTableDoes) {
  const WeightTable table{{{"h.*.ln", "blocks.*.norm", Stored::less_one},
                           {"h.*.gate_up", "blocks.*.{gate,up}", Stored::fused},
                           {"lm_head", "head", Stored::transposed}},
                          {"model."},
                          {}};
  Rng rng(4);
  const auto make = [&](const std::string& name, const Shape& shape) {
    return NamedTensor{name, Tensor(rng.normal(shape))};
  };
  const std::vector<NamedTensor> ours = {
      make("blocks.3.norm.weight", {4}), make("blocks.3.gate.weight", {3, 4}),
      make("blocks.3.up.weight", {3, 4}), make("head.weight", {5, 4})};
  SafetensorsFile file;
  file.tensors = stored_weights(ours, table);
  EXPECT_EQ(file.at("model.h.3.gate_up.weight").shape(), (Shape{6, 4}));
  EXPECT_EQ(file.at("lm_head.weight").shape(), (Shape{4, 5}));
  EXPECT_NEAR(file.at("model.h.3.ln.weight").to_array()(2), ours[0].tensor.array()(2) - 1, 1e-6);
  std::vector<NamedTensor> again;
  for (const auto& [name, tensor] : ours) again.push_back({name, Tensor(zeros(tensor.shape()))});
  load_weights(file, again, table, "[test] ");
  for (std::size_t i = 0; i < ours.size(); ++i)
    EXPECT_TRUE(near(again[i].tensor.array(), ours[i].tensor.array(), 1e-6)) << ours[i].name;
}

void train_a_little(LanguageModel& model) {
  AdamW optimizer(model.parameters(), AdamWOptions().with_lr(1e-2));
  ModelInput in = input_of(random_ids(2, 6, model.info.vocab_size, 3));
  for (int step = 0; step < 3; ++step) {
    optimizer.zero_grad();
    language_model_loss(model, model.forward(in).logits, in.ids).backward();
    optimizer.step();
  }
  model.eval();
}

void expect_round_trip(LanguageModel& model) {
  train_a_little(model);
  const TemporaryFolder folder;
  save_pretrained(model, folder.path());
  const auto again = load_pretrained(folder.path());
  const Ids ids = random_ids(2, 7, model.info.vocab_size, 5);
  EXPECT_TRUE(near(logits_of(*again, ids), logits_of(model, ids), bound(1e-6, 1e-14)));
}

TEST(SavePretrained, GivesBackANewModelThatHasLearned) {
  for (const char* text :
       {R"({"model_type": "gpt2", "vocab_size": 20, "n_positions": 8, "n_embd": 16, "n_layer": 2,
            "n_head": 2})",
        R"({"model_type": "llama", "vocab_size": 20, "hidden_size": 16, "num_hidden_layers": 2,
            "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 24,
            "tie_word_embeddings": true})"}) {
    Rng rng(1);
    const auto model = make_model(Config::parse(text), rng);
    EXPECT_TRUE(model->training());
    expect_round_trip(*model);
  }
}

TEST(NewModel, StartsAsItsConfigSays) {
  const auto deviation = [](const std::string& more) {
    Rng rng(1);
    const auto model = make_model(
        Config::parse(R"({"model_type": "gpt2", "vocab_size": 50, "n_positions": 8, "n_embd": 48,
                          "n_layer": 1, "n_head": 2)" +
                      more + "}"),
        rng);
    double squares = 0;
    for (const real v : model->parameters().front().array()) squares += v * v;
    return std::sqrt(squares / (50 * 48));
  };
  EXPECT_NEAR(deviation(""), 1 / std::sqrt(3 * 48.0), 0.004);
  EXPECT_NEAR(deviation(R"(, "initializer_range": 0.02)"), 0.02, 0.001);
  Rng rng(1);
  EXPECT_ERROR(make_model(Config::parse(R"({"model_type": "gpt3"})"), rng), ValueError,
               "model_type = \"gpt3\"");
  EXPECT_ERROR(deviation(R"(, "n_heads": 3)"), ValueError, "n_heads = 3 is unknown");
}

DecoderRecipe gpt2_by_hand(std::shared_ptr<PositionScheme> positions) {
  DecoderRecipe r;
  r.info.vocab_size = r.embeddings.vocab_size = 20;
  r.info.eos_ids = {3};
  r.embeddings.d_model = r.stack.d_model = 16;
  r.positions = std::move(positions);
  r.stack.num_layers = 2;
  r.stack.block.attention.num_heads = 4;
  r.stack.block.feed_forward.activation = gelu_erf;
  r.head = HeadKind::tied;
  return r;
}

std::shared_ptr<PositionScheme> learned() {
  Rng rng(2);
  return std::make_shared<LearnedPositions>(8, 16, rng);
}

DecoderRecipe llama_by_hand(const RotaryOptions& rotary) {
  DecoderRecipe r = gpt2_by_hand(std::make_shared<RotaryPositions>(4, rotary));
  BlockOptions& block = r.stack.block;
  block.norm = NormOptions().with_kind(NormKind::rms).with_eps(1e-6);
  block.attention =
      block.attention.with_num_kv_heads(2).with_bias(Bias::no).with_out_bias(Bias::no);
  block.feed_forward =
      FeedForwardOptions().with_d_ff(24).with_activation(silu).with_gated(true).with_bias(Bias::no);
  r.head = HeadKind::own;
  return r;
}

TEST(SavePretrained, FindsAConfigForAModelMadeByHand) {
  Rng rng(1);
  DecoderModel gpt2(gpt2_by_hand(learned()), rng);
  expect_round_trip(gpt2);
  EXPECT_THAT(config_of(gpt2), testing::HasSubstr("\"eos_token_id\": 3"));
  DecoderModel llama(llama_by_hand(RotaryOptions().with_base(500)), rng);
  expect_round_trip(llama);
  RotaryScaling scaling;
  scaling.kind = RotaryScalingKind::llama3;
  scaling.factor = 2;
  scaling.original_max_position_embeddings = 6;
  DecoderModel scaled(llama_by_hand(RotaryOptions().with_scaling(scaling)), rng);
  expect_round_trip(scaled);
}

TEST(SavePretrained, NamesBothWhereAFamilyHasNoSettingForIt) {
  Rng rng(1);
  const TemporaryFolder folder;
  const auto expect_refused = [&](const DecoderRecipe& recipe, const std::string& why) {
    const DecoderModel model(recipe, rng);
    EXPECT_ERROR((save_pretrained(model, folder / "m"), 0), ValueError, "[save_pretrained] " + why);
    EXPECT_FALSE(std::filesystem::exists(folder / "m"));
  };
  expect_refused(gpt2_by_hand(std::make_shared<AlibiPositions>(4)),
                 "GPT-2 has learned positions and LLaMA rotary ones, and this model's are alibi");
  DecoderRecipe other = gpt2_by_hand(learned());
  other.stack.block.norm.kind = NormKind::rms;
  expect_refused(other, "GPT-2 has LayerNorm, and this model RMSNorm");
  other = gpt2_by_hand(learned());
  other.stack.block.feed_forward.gated = true;
  expect_refused(other, "GPT-2 has a plain feed-forward net, and this model a gated one");
  other = llama_by_hand({});
  other.stack.sliding_window = 3;
  expect_refused(other, "LLaMA has a causal mask alone, and this model a sliding window");
  expect_refused(gpt2_by_hand(std::make_shared<RotaryPositions>(4)),
                 "LLaMA has RMSNorm, and this model LayerNorm");
  expect_refused(llama_by_hand(RotaryOptions().with_pairing(Pairing::interleaved)),
                 "LLaMA has heads that rotate whole, in halves, and this model q and k rotated in "
                 "pairs (2i, 2i + 1)");
  other = llama_by_hand({});
  other.stack.block.attention.sinks = true;
  expect_refused(other, "LLaMA has plain self-attention, and this model another kind");
  other = llama_by_hand({});
  other.layer_positions.assign(other.stack.num_layers, other.positions);
  expect_refused(other, "LLaMA has layers that are all alike, and this model some that differ");
  other = llama_by_hand({});
  other.logit_cap = 30;
  expect_refused(other, "LLaMA has logits as they are, and this model capped ones");
  const auto meta = small_checkpoint("llama_meta_tiny");
  const auto in_metas_layout =
      make_model({Config::read(meta / "config.json"),
                  read_safetensors(meta / "consolidated_meta.safetensors")});
  EXPECT_ERROR((save_pretrained(*in_metas_layout, folder / "m"), 0), ValueError, "Meta's layout");
}

TEST(SavePretrained, SaysWhereAFolderCannotBe) {
  const TemporaryFolder folder;
  test::write_text(folder / "file", "");
  const auto model = small_model("gpt2_tiny");
  EXPECT_ERROR((save_pretrained(*model, folder / "file"), 0), FileError,
               (folder / "file").string() + ": the folder cannot be made: ");
}

TEST(SavePretrained, WritesATokenizerOfCharacters) {
  const TemporaryFolder folder;
  save_pretrained(CharTokenizer({"né \"\n"}), folder.path());
  const auto file = nlohmann::json::parse(read_text(folder / "tokenizer.json"));
  EXPECT_EQ(file["model"]["type"], "BPE");
  EXPECT_EQ(file["model"]["unk_token"], "<unk>");
  EXPECT_TRUE(file["model"]["merges"].empty());
  EXPECT_EQ(file["model"]["vocab"].size(), 7U);
  EXPECT_EQ(file["model"]["vocab"]["é"], 3);
  EXPECT_EQ(file["decoder"]["type"], "Fuse");
  EXPECT_TRUE(file["normalizer"].is_null());
  const auto read = load_tokenizer(folder.path());
  EXPECT_EQ(read->decode(read->encode("né \"\n")), "né \"\n");
  const auto bare = TokenizerOptions().with_special_tokens(false).with_lower_case(true);
  save_pretrained(CharTokenizer({"ab"}, bare), folder.path());
  const auto other = nlohmann::json::parse(read_text(folder / "tokenizer.json"));
  EXPECT_EQ(other["model"]["vocab"]["a"], 0);
  EXPECT_TRUE(other["model"]["unk_token"].is_null());
  EXPECT_EQ(other["normalizer"]["type"], "Lowercase");
}

}  // namespace
}  // namespace horloge
