// Models of 2024 to 2026, whose layers are of several kinds: what their settings mean, and which
// are refused. Their numbers are those of data/golden/models; how their parts compute is in
// tests/nn.

#include "horloge/models/decoder.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

using nlohmann::json;

Array scores_of(const ChangedCheckpoint& checkpoint) {
  return logits_of(*checkpoint.load(), random_ids(2, 9, 40, 8));
}

// What the model gives under a setting is not what it gives without.
void expect_effect(const std::string& name, const std::string& key, const json& value) {
  EXPECT_FALSE(near(scores_of(changed(name, key, value)), scores_of(ChangedCheckpoint(name)), 1e-4))
      << name << ": " << key;
}

void expect_refused(const ChangedCheckpoint& checkpoint, const std::string& what) {
  EXPECT_ERROR(checkpoint.load(), ValueError, "[load_pretrained] config.json: " + what);
}

const DecoderRecipe& recipe_of(const std::shared_ptr<LanguageModel>& model) {
  return dynamic_cast<const DecoderModel&>(*model).recipe();
}

// config_5.json is what transformers 5 writes of the folder.
TEST(RecentConfigs, MakeTheModelThatOldOnesMake) {
  int folders = 0;
  const auto all = small_checkpoint("");
  for (const auto& entry : std::filesystem::directory_iterator(all)) {
    const auto later = entry.path() / "config_5.json";
    if (!std::filesystem::exists(later)) continue;
    ++folders;
    const std::string name = entry.path().filename().string();
    SCOPED_TRACE(name);
    ChangedCheckpoint old(name), now(name);
    now.config = json::parse(test::read_text(later));
    const auto a = old.load(), b = now.load();
    EXPECT_EQ(b->info.positions, a->info.positions);
    const ModelInput in = input_of(random_ids(2, 6, a->info.vocab_size, 1));
    const NoGrad no_grad;
    EXPECT_TRUE(same(b->forward(in).last_hidden.array(), a->forward(in).last_hidden.array()));
  }
  EXPECT_EQ(folders, 12);
}

TEST(RecentConfigs, HaveTheRotaryPartInside) {
  const json whole = {
      {"rope_type", "default"}, {"rope_theta", 10000.0}, {"partial_rotary_factor", 1.0}};
  json half = whole;
  half["partial_rotary_factor"] = 0.5;
  EXPECT_NO_THROW(changed("llama_gqa_tiny", "rope_parameters", whole).load());
  expect_refused(
      changed("llama_gqa_tiny", "rope_parameters", half),
      "rope_parameters.partial_rotary_factor = 0.5 is not supported; heads rotate whole");
  half["partial_rotary_factor"] = 0.34;  // Phi-3's heads are 6 wide
  EXPECT_THAT(changed("phi3_tiny", "rope_parameters", half).load()->info.positions,
              HasSubstr("the first 2 dimensions of q and k"));
  EXPECT_THAT(changed("phi3_tiny", "partial_rotary_factor", 0.34).load()->info.positions,
              HasSubstr("the first 2 dimensions of q and k"));
  half["rope_type"] = "proportional";
  expect_refused(changed("phi3_tiny", "rope_parameters", half),
                 "rope_parameters type \"proportional\" is not supported");
}

TEST(T5, ScalesAsTodaysConfigsSay) {
  const ChangedCheckpoint t5("t5_tiny");
  EXPECT_EQ(t5.config.at("scale_decoder_outputs"), true);
  const auto scores = [](const ChangedCheckpoint& checkpoint) {
    ModelInput in = input_of(random_ids(1, 5, 40, 2));
    in.decoder_ids = in.ids;
    return logits_of(*checkpoint.load(), in);
  };
  const Array usual = scores(t5),
              unscaled = scores(changed("t5_tiny", "scale_decoder_outputs", false));
  EXPECT_TRUE(near(Array(unscaled / real{4}), usual, bound(1e-5, 1e-13)));  // sqrt of 16
  ChangedCheckpoint own = changed("t5_tiny", "scale_decoder_outputs", false);
  own.weights.tensors.insert_or_assign("lm_head.weight", StoredTensor::from(zeros({40, 16})));
  EXPECT_TRUE(same(scores(own), zeros(usual.shape())));
}

TEST(LayerTypes, AreNamedForEachLayer) {
  for (const auto& [name, windowed] : {std::pair{"qwen3_tiny", "sliding_attention"},
                                       {"smollm3_tiny", "sliding_attention"},
                                       {"gemma2_tiny", "sliding_attention"},
                                       {"gemma3_tiny", "sliding_attention"},
                                       {"gpt_oss_tiny", "sliding_attention"},
                                       {"modernbert_tiny", "sliding_attention"},
                                       {"llama4_tiny", "chunked_attention"}}) {
    SCOPED_TRACE(name);
    ChangedCheckpoint checkpoint(name);
    json types = checkpoint.config.at("layer_types");
    types[0] = "linear_attention";
    checkpoint.config["layer_types"] = types;
    expect_refused(checkpoint, "layer_types = " + types.dump() +
                                   " is not supported; each is full_attention or " + windowed);
    types.erase(0);
    checkpoint.config["layer_types"] = types;
    expect_refused(checkpoint,
                   "layer_types = " + types.dump() + " is not supported; it has to name each of");
  }
}

TEST(LayerTypes, AreAsUsualWhereNobodySays) {
  for (const char* name : {"gemma2_tiny", "gpt_oss_tiny", "modernbert_tiny", "llama4_tiny",
                           "smollm3_tiny", "qwen3_tiny"}) {
    SCOPED_TRACE(name);
    ChangedCheckpoint unsaid(name);
    for (const char* key : {"layer_types", "no_rope_layers", "moe_layers"})
      unsaid.config.erase(key);
    EXPECT_TRUE(same(scores_of(unsaid), scores_of(ChangedCheckpoint(name))));
  }
  ChangedCheckpoint gemma("gemma3_tiny");
  gemma.config.erase("layer_types");
  EXPECT_EQ(recipe_of(gemma.load()).stack.windowed_layers, (std::vector<bool>{true, true, true}));
  gemma.config["sliding_window_pattern"] = 2;
  EXPECT_EQ(recipe_of(gemma.load()).stack.windowed_layers, (std::vector<bool>{true, false, true}));
  EXPECT_TRUE(same(scores_of(gemma), scores_of(ChangedCheckpoint("gemma3_tiny"))));
}

TEST(LayerTypes, AreSaidOfTheModel) {
  const auto positions = [](const char* name) {
    return ChangedCheckpoint(name).load()->info.positions;
  };
  EXPECT_EQ(
      positions("qwen3_tiny"),
      "rotary, q and k rotated in pairs (i, i + 3); base 10000; a window of 4 tokens in 2 of 3 "
      "layers");
  EXPECT_EQ(positions("smollm3_tiny"),
            "rotary, q and k rotated in pairs (i, i + 2); base 2000000; none in 1 of 4 layers");
  EXPECT_EQ(
      positions("gemma3_tiny"),
      "rotary, q and k rotated in pairs (i, i + 3); base 10000, linear scaling by 8; a window "
      "of 4 tokens in 2 of 3 layers, base 100 there");
  EXPECT_EQ(
      positions("modernbert_tiny"),
      "rotary, q and k rotated in pairs (i, i + 2); base 10000; a window of 3 tokens to either "
      "side in 2 of 4 layers, base 100 there");
  EXPECT_EQ(positions("llama4_tiny"),
            "rotary, q and k rotated in pairs (2i, 2i + 1); base 500000; none in 1 of 4 layers; "
            "chunks of 4 tokens in 3 of 4 layers");
  EXPECT_EQ(
      positions("deepseek_v3_tiny"),
      "rotary, the first 4 dimensions of q and k rotated in pairs (2i, 2i + 1); base 100, yarn "
      "scaling by 4");
}

TEST(Gemma3, ReadsTheConfigsOfItsAuthors) {
  ChangedCheckpoint old("gemma3_tiny");
  old.config.erase("rope_parameters");
  old.config["rope_theta"] = 10000.0;
  old.config["rope_local_base_freq"] = 100.0;
  old.config["rope_scaling"] = {{"rope_type", "linear"}, {"factor", 8.0}};
  old.config["cache_implementation"] = "hybrid";
  EXPECT_TRUE(same(scores_of(old), scores_of(ChangedCheckpoint("gemma3_tiny"))));
  old.config["rope_local_base_freq"] = 50.0;
  EXPECT_FALSE(near(scores_of(old), scores_of(ChangedCheckpoint("gemma3_tiny")), 1e-4));
  expect_refused(changed("gemma3_tiny", "attn_logit_softcapping", 50.0),
                 "attn_logit_softcapping = 50.0 is not supported; only null is");
  expect_refused(changed("gemma3_tiny", "use_bidirectional_attention", true),
                 "use_bidirectional_attention = true is not supported; only false is");
  ChangedCheckpoint unknown("gemma3_tiny");
  unknown.config["rope_parameters"]["linear_attention"] = {{"rope_type", "default"}};
  expect_refused(unknown, "rope_parameters.linear_attention = {");
}

TEST(ModernBert, ReadsTheConfigsOfItsAuthors) {
  ChangedCheckpoint old("modernbert_tiny");
  for (const char* key : {"rope_parameters", "layer_types"}) old.config.erase(key);
  old.config["global_rope_theta"] = 10000.0;
  old.config["local_rope_theta"] = 100.0;
  old.config["global_attn_every_n_layers"] = 3;
  old.config["reference_compile"] = true;
  EXPECT_TRUE(same(scores_of(old), scores_of(ChangedCheckpoint("modernbert_tiny"))));
  expect_effect("modernbert_tiny", "local_attention", 2);
  expect_refused(changed("modernbert_tiny", "local_attention", 1),
                 "local_attention = 1 is not supported");
  ChangedCheckpoint bare = changed("modernbert_tiny", "architectures", {"ModernBertModel"});
  test::rename(bare.weights, [](const std::string& name) {
    return name.rfind("model.", 0) == 0 ? name.substr(6) : std::string();
  });
  EXPECT_FALSE(bare.load()->forward(input_of(random_ids(1, 4, 40, 1))).logits.defined());
}

TEST(RecentModels, FollowTheirSettings) {
  expect_effect("gemma2_tiny", "query_pre_attn_scalar", 6);
  expect_effect("gemma2_tiny", "attn_logit_softcapping", nullptr);
  expect_effect("gemma2_tiny", "final_logit_softcapping", nullptr);
  expect_effect("gemma2_tiny", "sliding_window", 3);
  expect_effect("gpt_oss_tiny", "num_experts_per_tok", 1);
  expect_effect("llama4_tiny", "attn_scale", 0.1);
  expect_effect("llama4_tiny", "floor_scale", 2);
  expect_effect("llama4_tiny", "attn_temperature_tuning", false);
  expect_effect("llama4_tiny", "use_qk_norm", false);
  expect_effect("llama4_tiny", "attention_chunk_size", 3);
  expect_effect("llama4_tiny", "no_rope_layers", {1, 0, 1, 1});
  expect_effect("deepseek_v3_tiny", "topk_group", 3);
  expect_effect("deepseek_v3_tiny", "norm_topk_prob", false);
  expect_effect("deepseek_v3_tiny", "routed_scaling_factor", 1);
  expect_effect("deepseek_v3_tiny", "rope_interleave", false);
  expect_effect("smollm3_tiny", "no_rope_layers", {1, 1, 1, 1});
}

TEST(RecentModels, RefuseWhatTheyCannotCompute) {
  expect_refused(changed("gpt_oss_tiny", "hidden_act", "gelu"),
                 "hidden_act = \"gelu\" is not supported; only silu is");
  expect_refused(changed("gpt_oss_tiny", "rope_parameters", nullptr), "rope_scaling is missing");
  expect_refused(changed("gpt_oss_tiny", "swiglu_limit", 5.0),
                 "swiglu_limit = 5.0 is not supported; it is 7 in its authors' code");
  expect_refused(changed("gpt_oss_tiny", "num_experts_per_tok", 5),
                 "num_experts_per_tok = 5 is not supported; there are not so many experts");
  expect_refused(changed("gpt_oss_tiny", "quantization_config", {{"quant_method", "mxfp4"}}),
                 "quantization_config = {\"quant_method\":\"mxfp4\"} is unknown");
  expect_refused(changed("llama4_tiny", "num_experts_per_tok", 4),
                 "num_experts_per_tok = 4 is not supported; there are not so many experts");
  expect_refused(changed("llama4_tiny", "moe_layers", {1, 4}),
                 "moe_layers = [1,4] is not supported; it names a layer that there is not");
  expect_refused(changed("llama4_tiny", "no_rope_layers", {1, 0}),
                 "no_rope_layers = [1,0] is not supported; it has to name each of the 4 layers");
  expect_refused(
      changed("llama4_tiny", "rope_parameters", {{"rope_type", "yarn"}, {"factor", 2.0}}),
      "use_qk_norm = true is not supported; rope_scaling of this type");
  expect_refused(changed("deepseek_v3_tiny", "n_group", 3),
                 "n_group = 3 is not supported; the 8 experts fall into groups of equal size");
  expect_refused(changed("deepseek_v3_tiny", "topk_group", 5),
                 "topk_group = 5 is not supported; there are not so many groups");
  expect_refused(changed("deepseek_v3_tiny", "num_experts_per_tok", 5),
                 "num_experts_per_tok = 5 is not supported; the groups of a token");
  expect_refused(changed("deepseek_v3_tiny", "scoring_func", "softmax"),
                 "scoring_func = \"softmax\" is not supported; only sigmoid is");
  expect_refused(changed("deepseek_v3_tiny", "topk_method", "greedy"),
                 "topk_method = \"greedy\" is not supported; only noaux_tc is");
  expect_refused(changed("deepseek_v3_tiny", "num_key_value_heads", 2),
                 "num_key_value_heads = 2 is not supported; each head has keys and values");
  expect_refused(changed("olmo2_tiny", "clip_qkv", true),
                 "clip_qkv = true is not supported; only false is");
  expect_refused(changed("gemma2_tiny", "final_logit_softcapping", -1),
                 "final_logit_softcapping = -1 is not supported; a cap must be positive");
}

TEST(RecentModels, RefuseKindsThatNobodyKnows) {
  const auto with_type = [](json parameters) {
    parameters["rope_type"] = "spiral";
    return parameters;
  };
  const std::string unknown = " type \"spiral\" is not supported; choose one of default";
  for (const char* name : {"qwen3_tiny", "gemma2_tiny", "smollm3_tiny", "olmo2_tiny",
                           "gpt_oss_tiny", "llama4_tiny", "deepseek_v3_tiny"}) {
    SCOPED_TRACE(name);
    const json parameters = ChangedCheckpoint(name).config.at("rope_parameters");
    expect_refused(changed(name, "rope_parameters", with_type(parameters)),
                   "rope_parameters" + unknown);
  }
  for (const char* name : {"gemma3_tiny", "modernbert_tiny"})
    for (const char* kind : {"full_attention", "sliding_attention"}) {
      SCOPED_TRACE(std::string(name) + ", " + kind);
      json parameters = ChangedCheckpoint(name).config.at("rope_parameters");
      parameters[kind] = with_type(parameters.at(kind));
      const std::string where = std::string("rope_parameters.") + kind;
      expect_refused(changed(name, "rope_parameters", parameters), where + unknown);
      parameters[kind].erase("rope_type");
      parameters[kind]["factor"] = 2;
      expect_refused(changed(name, "rope_parameters", parameters), where + " = {");
    }
  for (const char* name : {"gpt_oss_tiny", "llama4_tiny", "deepseek_v3_tiny"}) {
    SCOPED_TRACE(name);
    expect_refused(changed(name, "expert_capacity", 4), "expert_capacity = 4 is unknown");
    expect_refused(changed(name, "num_experts_per_tok", "all"), "num_experts_per_tok = \"all\"");
  }
}

// Experts of a layer that lie in one tensor, in the file of gpt-oss in turn.
TEST(GptOss, ItsExpertsAreTakenApart) {
  const ChangedCheckpoint gpt("gpt_oss_tiny");
  const auto model = gpt.load();
  const auto& expert = dynamic_cast<const DecoderModel&>(*model).stack.blocks[1].experts->each[3];
  const std::string theirs = "model.layers.1.mlp.experts.";
  const Array both = gpt.weights.at(theirs + "gate_up_proj").to_array();       // (E, D, 2 F)
  const Array bias = gpt.weights.at(theirs + "gate_up_proj_bias").to_array();  // (E, 2 F)
  const Array down = gpt.weights.at(theirs + "down_proj").to_array();          // (E, F, D)
  for (std::size_t f = 0; f < 20; ++f)
    for (std::size_t d = 0; d < 16; ++d) {
      EXPECT_EQ(expert.gate->weight.array()(f, d), both(3, d, 2 * f));
      EXPECT_EQ(expert.up.weight.array()(f, d), both(3, d, 2 * f + 1));
      EXPECT_EQ(expert.up.bias.array()(f), bias(3, 2 * f + 1));
      EXPECT_EQ(expert.down.weight.array()(d, f), down(3, f, d));
    }
  ChangedCheckpoint fewer("gpt_oss_tiny");
  fewer.weights.tensors.insert_or_assign(theirs + "down_proj",
                                         StoredTensor::from(zeros({3, 20, 16})));
  EXPECT_ERROR(fewer.load(), ShapeError,
               "down_proj has shape (3, 20, 16), but the config asks for (4, 20, 16)");
}

}  // namespace
}  // namespace horloge
