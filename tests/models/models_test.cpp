#include "horloge/models/models.h"

#include "horloge/models/decoder.h"
#include "horloge/models/llama.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Array some_logits(const LanguageModel& model) {
  return model.forward(input_of(random_ids(2, 6, model.info.vocab_size, 1))).logits.array();
}

TEST(LoadPretrained, SaysWhatItHasLoaded) {
  const auto gpt2 = small_model("gpt2_tiny");
  EXPECT_EQ(gpt2->info.architecture, "GPT-2");
  EXPECT_EQ(gpt2->info.positions, "learned, added to x; 32 positions");
  EXPECT_EQ(gpt2->info.max_seq_len, 32U);
  EXPECT_EQ(gpt2->info.vocab_size, 96U);
  EXPECT_THAT(gpt2->info.eos_ids, testing::ElementsAre(0));
  EXPECT_FALSE(gpt2->info.padding_id);
  EXPECT_FALSE(gpt2->training());
  EXPECT_EQ(gpt2->parameter_count(), 96U * 32 + 32 * 32 + 64 + 2 * (12 * 32 * 32 + 13 * 32));
  const auto llama = small_model("llama_tiny");
  EXPECT_EQ(llama->info.architecture, "LLaMA");
  EXPECT_EQ(llama->info.positions, "rotary, q and k rotated in pairs (i, i + 4); base 10000");
  EXPECT_EQ(llama->info.padding_id, 0);
}

TEST(LoadPretrained, DoesWithOrWithoutThePrefix) {
  const Array gpt2 = some_logits(*small_model("gpt2_tiny"));
  ChangedCheckpoint bare("gpt2_tiny");
  rename(bare.weights, [](const std::string& name) { return name.substr(name.find('.') + 1); });
  EXPECT_TRUE(same(some_logits(*bare.load()), gpt2));
}

TEST(LoadPretrained, PassesOverWhatIsNoWeight) {
  ChangedCheckpoint gpt2("gpt2_tiny");
  Array triangle = ones({1, 1, 32, 32});
  gpt2.weights.tensors.emplace("transformer.h.0.attn.bias", StoredTensor::from(triangle));
  gpt2.weights.tensors.emplace("transformer.h.1.attn.masked_bias",
                               StoredTensor::from(full({}, -10000)));
  EXPECT_TRUE(same(some_logits(*gpt2.load()), some_logits(*small_model("gpt2_tiny"))));
}

TEST(LoadPretrained, TiesTheHeadOrDoesNot) {
  const Array tied = some_logits(*small_model("gpt2_tiny"));
  ChangedCheckpoint both("gpt2_tiny");
  const StoredTensor words = both.weights.at("transformer.wte.weight");
  both.weights.tensors.emplace("lm_head.weight", words);
  EXPECT_TRUE(same(some_logits(*both.load()), tied));

  both.config["tie_word_embeddings"] = false;
  const auto untied = both.load();
  EXPECT_TRUE(same(some_logits(*untied), tied));  // of equal numbers, but two tensors
  EXPECT_EQ(untied->parameter_count(), small_model("gpt2_tiny")->parameter_count() + 96 * 32);

  ChangedCheckpoint other("gpt2_tiny");
  other.weights.tensors.emplace("lm_head.weight", StoredTensor::from(zeros({96, 32})));
  EXPECT_ERROR(other.load(), ValueError,
               "[load_pretrained] config.json: transformer.wte.weight and lm_head.weight are one "
               "tied weight, but differ");
}

TEST(LoadPretrained, ReadsHalfPrecision) {
  const Array whole = some_logits(*small_model("llama_tiny"));
  for (const DType dtype : {DType::F16, DType::BF16}) {
    ChangedCheckpoint half("llama_tiny");
    for (auto& [name, tensor] : half.weights.tensors)
      tensor = StoredTensor::from(tensor.to_array(), dtype);
    const Array rounded = some_logits(*half.load());
    EXPECT_FALSE(same(rounded, whole));
    EXPECT_TRUE(near(rounded, whole, dtype == DType::F16 ? 0.05 : 0.4));
  }
}

// Two files and an index.
TEST(LoadPretrained, ReadsShards) {
  const TemporaryFolder folder;
  const ChangedCheckpoint model("gpt2_tiny");
  SafetensorsFile shards[2];
  json index;
  std::size_t n = 0;
  for (const auto& [name, tensor] : model.weights.tensors) {
    index["weight_map"][name] = n % 2 == 0 ? "even.safetensors" : "odd.safetensors";
    shards[n++ % 2].tensors.emplace(name, tensor);
  }
  write_text(folder / "config.json", model.config.dump());
  write_text(folder / "model.safetensors.index.json", index.dump());
  write_safetensors(folder / "even.safetensors", shards[0]);
  write_safetensors(folder / "odd.safetensors", shards[1]);
  EXPECT_TRUE(
      same(some_logits(*load_pretrained(folder.path())), some_logits(*small_model("gpt2_tiny"))));
  fs::remove(folder / "odd.safetensors");
  EXPECT_ERROR(load_pretrained(folder.path()), FileError,
               "its shard \"odd.safetensors\" is missing");
}

// Meta's names and pairs, with its own settings and with Hugging Face's.
TEST(LoadPretrained, ReadsMetasLayout) {
  const fs::path golden = small_checkpoint("llama_meta_tiny");
  const Array want = some_logits(*load_pretrained(golden));
  const std::string params =
      R"({"dim": 16, "n_layers": 1, "n_heads": 2, "vocab_size": -1, "multiple_of": 8,
          "norm_eps": 1e-05})";
  for (const auto& [name, text] : {std::pair<std::string, std::string>{"params.json", params},
                                   {"config.json", read_text(golden / "config.json")}}) {
    const TemporaryFolder folder;
    write_text(folder / name, text);
    fs::copy(golden / "consolidated_meta.safetensors", folder / "consolidated.safetensors");
    EXPECT_TRUE(near(some_logits(*load_pretrained(folder.path())), want, bound(1e-5, 1e-12)))
        << name;
  }
}

TEST(LoadPretrained, TranslatesMetasSettings) {
  const auto hugging_face = [](const std::string& params) {
    return from_meta_config(Config::parse(params, "params.json"), {});
  };
  const Config large = hugging_face(
      R"({"dim": 8192, "n_layers": 80, "n_heads": 64, "n_kv_heads": 8, "vocab_size": 32000,
          "multiple_of": 4096, "ffn_dim_multiplier": 1.3, "norm_eps": 1e-05})");
  EXPECT_EQ(large.size("intermediate_size"), 28672U);
  EXPECT_EQ(large.size("num_key_value_heads"), 8U);
  EXPECT_EQ(large.size("head_dim"), 128U);
  EXPECT_EQ(large.text("model_type"), "llama");
  EXPECT_TRUE(large.flag("tie_word_embeddings", false));  // these weights have no head
  const Config mistral = hugging_face(
      R"({"dim": 4096, "n_layers": 32, "head_dim": 128, "hidden_dim": 14336, "n_heads": 32,
          "n_kv_heads": 8, "norm_eps": 1e-05, "sliding_window": 4096, "vocab_size": 32000})");
  EXPECT_EQ(mistral.text("model_type"), "mistral");
  EXPECT_EQ(mistral.size("sliding_window"), 4096U);
  EXPECT_EQ(mistral.size("intermediate_size"), 14336U);
  EXPECT_ERROR(hugging_face(R"({"dim": 8, "n_layers": 1, "n_heads": 2, "vocab_size": 9,
                                "use_scaled_rope": true})"),
               ValueError, "params.json: use_scaled_rope = true is not supported");
  EXPECT_ERROR(hugging_face(R"({"dim": 8, "n_layers": 1, "n_heads": 2, "vocab_size": 9,
                                "moe": {"num_experts": 8}})"),
               ValueError, "params.json: moe = {\"num_experts\":8} is unknown");
}

// As LLaMA 3.2 of 1 and 3 billion numbers has them.
TEST(LoadPretrained, TiesTheHeadOfMetasFilesThatHaveNone) {
  SafetensorsFile weights =
      read_safetensors(small_checkpoint("llama_meta_tiny") / "consolidated_meta.safetensors");
  const auto load = [&] {
    return make_model({Config::parse(R"({"dim": 16, "n_layers": 1, "n_heads": 2, "vocab_size": -1,
                                         "multiple_of": 8, "norm_eps": 1e-05})",
                                     "params.json"),
                       weights});
  };
  weights.tensors.at("output.weight") = weights.at("tok_embeddings.weight");
  const Array want = some_logits(*load());
  weights.tensors.erase("output.weight");
  const auto tied = load();
  EXPECT_TRUE(same(some_logits(*tied), want));
  EXPECT_EQ(tied->named_parameters().size(), weights.tensors.size());
}

TEST(LoadPretrained, RefusesMetasSettingsThatNoModelHas) {
  const auto hugging_face = [](const std::string& more) {
    SafetensorsFile weights;
    weights.tensors.emplace("tok_embeddings.weight", StoredTensor::from(zeros({})));
    return from_meta_config(
        Config::parse(R"({"dim": 8, "n_layers": 1, "n_heads": 2, )" + more + "}", "params.json"),
        weights);
  };
  for (const char* factor : {"1e300", "-1e300", "-1", "0", "1e-9"})
    EXPECT_ERROR(hugging_face(R"("vocab_size": 9, "ffn_dim_multiplier": )" + std::string(factor)),
                 ValueError, "params.json: dim = 8 and ffn_dim_multiplier = ");
  EXPECT_ERROR(hugging_face(R"("vocab_size": -1)"), ValueError,
               "tok_embeddings.weight must have a row for each word, and has shape ()");
}

TEST(LoadPretrained, StretchesRotaryPositions) {
  const Array usual = some_logits(*small_model("llama_tiny"));
  const auto scaled = [](const char* key, const json& value) {
    return load_changed("llama_tiny", key, value);
  };
  EXPECT_EQ(scaled("rope_scaling", {{"type", "linear"}, {"factor", 2.0}})->info.positions,
            "rotary, q and k rotated in pairs (i, i + 4); base 10000, linear scaling by 2");
  EXPECT_FALSE(near(some_logits(*scaled("rope_scaling", {{"type", "linear"}, {"factor", 2.0}})),
                    usual, 1e-3));
  EXPECT_FALSE(near(some_logits(*scaled("rope_theta", 100)), usual, 1e-3));
  // As newer configs have it.
  EXPECT_TRUE(
      same(some_logits(*scaled("rope_parameters", {{"rope_type", "default"}, {"rope_theta", 100}})),
           some_logits(*scaled("rope_theta", 100))));
  EXPECT_ERROR(scaled("rope_scaling", {{"type", "spiral"}, {"factor", 2.0}}), ValueError,
               "config.json: rope_scaling type \"spiral\" is not supported");
}

TEST(LoadPretrained, NamesAnUnsupportedSetting) {
  const std::string who = "[load_pretrained] config.json: ";
  EXPECT_ERROR(load_changed("gpt2_tiny", "model_type", "falcon"), ValueError,
               who + "model_type = \"falcon\" is not supported; choose one of ");
  EXPECT_ERROR(load_changed("gpt2_tiny", "model_type", nullptr), ValueError,
               who + "model_type is missing");
  EXPECT_ERROR(load_changed("gpt2_tiny", "architectures", {"GPT2ForSequenceClassification"}),
               ValueError,
               who +
                   "architectures = [\"GPT2ForSequenceClassification\"] is not supported; choose "
                   "one of GPT2LMHeadModel, GPT2Model");
  EXPECT_ERROR(load_changed("gpt2_tiny", "activation_function", "gelu_10"), ValueError,
               who + "activation_function = \"gelu_10\" is not supported; choose one of gelu,");
  EXPECT_ERROR(load_changed("gpt2_tiny", "add_cross_attention", true), ValueError,
               who + "add_cross_attention = true is not supported; only false is");
  EXPECT_ERROR(load_changed("gpt2_tiny", "qk_norm", true), ValueError,
               who + "qk_norm = true is unknown");
  EXPECT_ERROR(load_changed("llama_tiny", "hidden_size", -32), ValueError,
               who + "hidden_size = -32 must be a natural number");
  for (const auto& [name, key] :
       {std::pair{"llama_tiny", "num_attention_heads"}, {"gpt2_tiny", "n_head"}})
    EXPECT_ERROR(load_changed(name, key, 5), ValueError,
                 who + "a width of 32 cannot be divided evenly among 5 heads");
  EXPECT_ERROR(load_changed("llama_tiny", "num_key_value_heads", 3), ValueError,
               who + "num_key_value_heads = 3 is not supported; it must divide the 4 query");
}

TEST(LoadPretrained, BuildsNoModelBeyondItsFiles) {
  const auto asks_for = [](const char* name, const char* key, double size) {
    return load_changed(name, key, static_cast<std::int64_t>(size));
  };
  const std::string who = "[load_pretrained] config.json: ";
  const std::string in_all = " numbers each, but the weights hold only 29568 numbers";
  for (const auto& [key, what] : {std::pair<const char*, std::string>{"n_layer", "layers of 10240"},
                                  {"vocab_size", "words of 32"},
                                  {"n_positions", "positions of 32"},
                                  {"n_inner", "feed-forward units of 32"}})
    EXPECT_ERROR(asks_for("gpt2_tiny", key, 9e8), ValueError,
                 who + "it asks for 900000000 " + what + in_all);
  EXPECT_ERROR(asks_for("llama_tiny", "head_dim", 9e8), ValueError,
               who + "it asks for 4 heads of 900000000 numbers");
  EXPECT_ERROR(asks_for("llama_tiny", "intermediate_size", 1e15), ValueError,
               who + "intermediate_size = 1000000000000000 must be a natural number from 1 to 1e9");
}

// The memory in which a model is made holds anything at first: here, what was no number.
TEST(LoadPretrained, LeavesNoWeightAsTheMemoryWas) {
  for (const char* name : {"gpt2_tiny", "llama_gqa_tiny", "bert_tiny", "transfo_xl_tiny"}) {
    {
      std::vector<Array> used;
      for (std::size_t n = 1; n < 200; ++n)
        used.push_back(full({n, 64}, std::numeric_limits<real>::quiet_NaN()));
    }
    const auto model = small_model(name);
    for (const auto& [weight, tensor] : model->state_dict())
      for (const real number : tensor.array())
        ASSERT_FALSE(std::isnan(number)) << name << " " << weight;
  }
}

TEST(LoadPretrained, NamesAWeightThatDoesNotFit) {
  ChangedCheckpoint missing("gpt2_tiny");
  missing.weights.tensors.erase("transformer.h.1.attn.c_attn.weight");
  EXPECT_ERROR(missing.load(), ValueError,
               "[load_pretrained] config.json: h.1.attn.c_attn.weight (32, 96) is missing");

  ChangedCheckpoint surplus("gpt2_tiny");
  surplus.weights.tensors.emplace("transformer.h.2.ln_1.weight", StoredTensor::from(zeros({32})));
  EXPECT_ERROR(surplus.load(), ValueError,
               "transformer.h.2.ln_1.weight (32,) is not part of this model");

  ChangedCheckpoint wider = changed("llama_tiny", "vocab_size", 101);
  EXPECT_ERROR(wider.load(), ShapeError,
               "model.embed_tokens.weight has shape (100, 32), but the config asks for (101, 32); "
               "lm_head.weight has shape (100, 32), but the config asks for (101, 32)");
}

TEST(LoadPretrained, SaysWhichFileIsMissingOrBroken) {
  const TemporaryFolder folder;
  EXPECT_ERROR(load_pretrained(folder / "nowhere"), FileError, "there is no folder");
  EXPECT_ERROR(load_pretrained(folder.path()), FileError, "the folder has no config.json");
  write_text(folder / "config.json", "{");
  EXPECT_ERROR(load_pretrained(folder.path()), FileError, "config.json: must be valid JSON");
  fs::copy_file(small_checkpoint("gpt2_tiny") / "config.json", folder / "config.json",
                fs::copy_options::overwrite_existing);
  EXPECT_ERROR(load_pretrained(folder.path()), FileError,
               "the folder has neither model.safetensors nor model.safetensors.index.json");
  write_text(folder / "model.safetensors", "broken");
  EXPECT_ERROR(load_pretrained(folder.path()), FileError, "model.safetensors");
}

}  // namespace
}  // namespace horloge
