// Settings of published configs that change what a model computes: understood, or named.

#include "horloge/nn/activations.h"
#include "support/arrays.h"
#include "support/checkpoints.h"

namespace horloge {
namespace {

using nlohmann::json;

Array changed_logits(const LanguageModel& model) {
  return model.forward(input_of(random_ids(2, 7, 60, 1))).logits.array();
}

const std::string who = "[load_pretrained] config.json: ";

TEST(Settings, OfRotaryScalingAreAllRead) {
  const auto scaled = [](const json& value) {
    return load_changed("llama_tiny", "rope_scaling", value);
  };
  EXPECT_ERROR(scaled({{"factor", 2.0}}), ValueError,
               who + "rope_scaling = {\"factor\":2.0} is not supported; it has no rope_type");
  EXPECT_ERROR(scaled({{"type", "linear"}, {"factor", 2.0}, {"mode", "fast"}}), ValueError,
               who + "rope_scaling.mode = \"fast\" is unknown");
  EXPECT_ERROR(scaled({{"rope_type", "default"}, {"mrope_section", {2, 1, 1}}}), ValueError,
               who + "rope_scaling.mrope_section = [2,1,1] is unknown");
  EXPECT_ERROR(scaled({{"type", "linear"}, {"factor", "2"}}), ValueError,
               who + "rope_scaling type \"linear\" has no factor");
  EXPECT_ERROR(scaled({{"type", "linear"}, {"factor", 0.5}}), ValueError,
               who + "rope_scaling factor must be 1 or more, got 0.5");
  EXPECT_ERROR(load_changed("llama_tiny", "rope_parameters",
                            {{"full_attention", {{"rope_type", "linear"}, {"factor", 2.0}}}}),
               ValueError, who + "rope_parameters.full_attention = {");
}

TEST(Settings, OfRotaryScalingMayBeNullOrSaidTwice) {
  const Array linear = changed_logits(
      *load_changed("llama_tiny", "rope_scaling", {{"rope_type", "linear"}, {"factor", 2.0}}));
  // Newer versions of the library write the type under both names; the newer one counts.
  EXPECT_TRUE(near(changed_logits(*load_changed("llama_tiny", "rope_scaling",
                                                {{"rope_type", "linear"},
                                                 {"type", "linear"},
                                                 {"factor", 2.0},
                                                 {"attention_factor", nullptr}})),
                   linear, 0));
  EXPECT_TRUE(near(
      changed_logits(*load_changed("llama_tiny", "rope_parameters", {{"rope_theta", 10000.0}})),
      changed_logits(*load_changed("llama_tiny", "rope_scaling", nullptr)), 0));
}

TEST(Settings, OfAnglesThatCannotBeAreNamed) {
  EXPECT_ERROR(load_changed("llama_tiny", "rope_theta", -1.0), ValueError,
               who + "rope_theta = -1.0 is not supported; the base of the angles");
  EXPECT_ERROR(load_changed("llama_tiny", "rope_parameters", {{"rope_theta", 0}}), ValueError,
               who + "rope_parameters.rope_theta = 0 is not supported");
  EXPECT_ERROR(load_changed("llama_tiny", "head_dim", 5), ValueError,
               who + "heads of width 5 cannot rotate");
}

TEST(Settings, OfBucketsThatCannotBeAreNamed) {
  EXPECT_ERROR(load_changed("t5_encoder_tiny", "relative_attention_max_distance", 8), ValueError,
               who + "relative_attention_max_distance = 8 is not supported; the first 8 distances");
  EXPECT_ERROR(load_changed("t5_encoder_tiny", "relative_attention_num_buckets", 3), ValueError,
               who + "relative_attention_num_buckets = 3 is not supported; it is too small");
}

// In the library that they are of, products cut into pieces have no biases.
TEST(Settings, ThatLeaveOutBiasesAreNamed) {
  ChangedCheckpoint bloom = changed("bloom_tiny", "slow_but_exact", true);
  EXPECT_NO_THROW(bloom.load());
  bloom.config["pretraining_tp"] = 2;
  EXPECT_ERROR(bloom.load(), ValueError, who + "slow_but_exact = true is not supported");
  bloom.config["slow_but_exact"] = false;
  EXPECT_NO_THROW(bloom.load());

  ChangedCheckpoint llama = changed("llama_gqa_tiny", "pretraining_tp", 2);
  EXPECT_NO_THROW(llama.load());
  llama.config["mlp_bias"] = true;
  EXPECT_ERROR(llama.load(), ValueError, who + "pretraining_tp = 2 is not supported");
}

TEST(Settings, NameActivations) {
  const Tensor x(Array{-2, 0.5, 1});
  const auto y = [&](const char* name) { return activation_named(name)(x).array(); };
  EXPECT_TRUE(near(y("quick_gelu"),
                   Array{real(-2 / (1 + std::exp(2 * 1.702))), real(0.5 / (1 + std::exp(-0.851))),
                         real(1 / (1 + std::exp(-1.702)))},
                   1e-6));
  EXPECT_TRUE(near(y("linear"), x.array(), 0));
  EXPECT_TRUE(near(y("leaky_relu"), Array{real(-0.02), 0.5, 1}, 1e-7));
  for (const char* same : {"gelu_new", "gelu_fast", "gelu_accurate", "gelu_python_tanh"})
    EXPECT_TRUE(near(y(same), y("gelu_pytorch_tanh"), 0)) << same;
  EXPECT_TRUE(near(y("gelu_python"), y("gelu"), 0));
  EXPECT_FALSE(near(y("gelu"), y("gelu_new"), 1e-5));
  EXPECT_EQ(activation_named("gelu_10"), nullptr);
}

TEST(Settings, OfPartsAreSaidOfTheConfig) {
  EXPECT_ERROR(load_changed("llama_tiny", "pad_token_id", 100), ValueError,
               who + "padding_idx 100 is outside a vocabulary of 100");
  EXPECT_ERROR(load_changed("gpt2_tiny", "attn_pdrop", 1.5), ValueError,
               who + "the probability must");
}

TEST(Settings, OfGpt2HaveTwoNames) {
  ChangedCheckpoint other("gpt2_tiny");
  for (const auto& [usual, name] : {std::pair{"n_head", "num_attention_heads"},
                                    {"n_layer", "num_hidden_layers"},
                                    {"n_embd", "hidden_size"},
                                    {"n_positions", "max_position_embeddings"}}) {
    other.config[name] = other.config.at(usual);
    other.config.erase(usual);
  }
  EXPECT_TRUE(near(changed_logits(*other.load()),
                   changed_logits(*ChangedCheckpoint("gpt2_tiny").load()), 0));
}

}  // namespace
}  // namespace horloge
