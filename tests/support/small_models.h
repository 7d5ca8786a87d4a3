#pragma once

#include <string>
#include <vector>

#include "horloge/core/rng.h"
#include "support/checkpoints.h"

// Small checkpoints of the architectures missing from data/golden/models: random weights under the
// published names, or the weights of a related model.

namespace horloge::test {

inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

/// Renames every tensor; an empty new name removes it.
template <class F>
void rename(SafetensorsFile& file, const F& renamed) {
  std::map<std::string, StoredTensor> tensors;
  for (const auto& [name, tensor] : file.tensors)
    if (const std::string now = renamed(name); !now.empty()) tensors.emplace(now, tensor);
  file.tensors = tensors;
}

inline ChangedCheckpoint mistral(std::size_t window) {
  ChangedCheckpoint checkpoint = changed("llama_gqa_tiny", "model_type", "mistral");
  checkpoint.config["architectures"] = {"MistralForCausalLM"};
  checkpoint.config["sliding_window"] = window;
  return checkpoint;
}

/// BERT's weights under RoFormer's names, and the table of sines that its files hold.
inline ChangedCheckpoint roformer() {
  ChangedCheckpoint checkpoint = changed("bert_tiny", "model_type", "roformer");
  checkpoint.config["architectures"] = {"RoFormerForMaskedLM"};
  checkpoint.config.erase("position_embedding_type");
  rename(checkpoint.weights, [](const std::string& name) {
    if (name.find("position") != std::string::npos) return std::string();
    return replaced(name, "bert.", "roformer.");
  });
  checkpoint.weights.tensors.emplace("roformer.encoder.embed_positions.weight",
                                     StoredTensor::from(Rng(1).normal({32, 8})));
  return checkpoint;
}

/// The small encoder of T5 with a decoder of two layers.
inline ChangedCheckpoint t5_with_decoder() {
  ChangedCheckpoint t5 =
      changed("t5_encoder_tiny", "architectures", {"T5ForConditionalGeneration"});
  t5.config["decoder_start_token_id"] = 0;
  Rng rng(1);
  const auto encoder = t5.weights.tensors;
  const auto add = [&](const std::string& name, const StoredTensor& like) {
    const Array random = rng.normal(like.shape(), name.find("norm") == name.npos ? 0 : 1, 0.3);
    t5.weights.tensors.emplace(name, StoredTensor::from(random));
  };
  for (const auto& [name, tensor] : encoder) {
    if (name.rfind("encoder.", 0) != 0) continue;
    const std::string same_part = replaced(name, "encoder", "decoder");
    add(replaced(same_part, "layer.1", "layer.2"), tensor);
    if (name.find("layer.0") == name.npos || name.find("relative") != name.npos) continue;
    add(replaced(replaced(same_part, "layer.0", "layer.1"), "SelfAttention", "EncDecAttention"),
        tensor);
  }
  return t5;
}

/// Transformer-XL with a head, its 40 words in three clusters, the vectors of which get shorter.
inline ChangedCheckpoint transformer_xl_with_head() {
  constexpr std::size_t V = 40, D = 16;
  ChangedCheckpoint xl = changed("transfo_xl_tiny", "architectures", {"TransfoXLLMHeadModel"});
  xl.config["cutoffs"] = {10, 24};
  xl.config["div_val"] = 2;
  xl.config["tie_projs"] = {false, true, true};
  Rng rng(1);
  const auto put = [&](const std::string& name, const Shape& shape) {
    xl.weights.tensors.insert_or_assign(name, StoredTensor::from(rng.normal(shape, 0, 0.5)));
  };
  const std::size_t ends[] = {0, 10, 24, V};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t rows = ends[i + 1] - ends[i], width = D >> i;
    const std::string number = std::to_string(i);
    put("word_emb.emb_layers." + number + ".weight", {rows, width});
    put("word_emb.emb_projs." + number, {D, width});
    put("crit.out_layers." + number + ".bias", {rows});
  }
  put("crit.out_projs.0", {D, D});
  put("crit.cluster_weight", {2, D});
  put("crit.cluster_bias", {2});
  return xl;
}

/// A checkpoint built weight by weight.
struct Sample : ChangedCheckpoint {
  void add(const std::string& name, const Shape& shape) {
    weights.tensors.emplace(name, StoredTensor::from(rng.uniform(shape, -0.7, 0.7)));
  }
  void add_linear(const std::string& name, std::size_t out, std::size_t in, bool bias = true) {
    add(name + ".weight", {out, in});
    if (bias) add(name + ".bias", {out});
  }
  void add_norm(const std::string& name, std::size_t D) {
    add(name + ".weight", {D});
    add(name + ".bias", {D});
  }

  Rng rng{5};
};

/// The sizes of the two that follow: vocabulary, d_model, heads, head size and how much of it is
/// rotary, inner width of the feed-forward net, layers.
struct GptSizes {
  static constexpr std::size_t V = 11, D = 16, H = 2, K = 8, R = 4, F = 20, L = 2;
};

inline Sample gpt_neox() {
  constexpr GptSizes n;
  Sample s;
  s.config = {
      {"model_type", "gpt_neox"},   {"vocab_size", n.V},        {"hidden_size", n.D},
      {"num_attention_heads", n.H}, {"num_hidden_layers", n.L}, {"intermediate_size", n.F},
      {"rotary_pct", 0.5},          {"rotary_emb_base", 100},   {"classifier_dropout", 0.1}};
  s.add("gpt_neox.embed_in.weight", {n.V, n.D});
  for (std::size_t i = 0; i < n.L; ++i) {
    const std::string layer = "gpt_neox.layers." + std::to_string(i) + ".";
    s.add_norm(layer + "input_layernorm", n.D);
    s.add_linear(layer + "attention.query_key_value", 3 * n.D, n.D);
    s.add_linear(layer + "attention.dense", n.D, n.D);
    s.add_norm(layer + "post_attention_layernorm", n.D);
    s.add_linear(layer + "mlp.dense_h_to_4h", n.F, n.D);
    s.add_linear(layer + "mlp.dense_4h_to_h", n.D, n.F);
    s.add(layer + "attention.rotary_emb.inv_freq", {n.R / 2});
    s.add(layer + "attention.bias", {1, 1, 5, 5});
    s.add(layer + "attention.masked_bias", Shape{1});
  }
  s.add_norm("gpt_neox.final_layer_norm", n.D);
  s.add("embed_out.weight", {n.V, n.D});
  return s;
}

inline Sample gptj() {
  constexpr GptSizes n;
  Sample s;
  s.config = {{"model_type", "gptj"}, {"vocab_size", n.V}, {"n_embd", n.D},
              {"n_head", n.H},        {"n_layer", n.L},    {"n_inner", n.F},
              {"rotary_dim", n.R},    {"n_positions", 64}, {"rotary", true}};
  s.add("transformer.wte.weight", {n.V, n.D});
  for (std::size_t i = 0; i < n.L; ++i) {
    const std::string layer = "transformer.h." + std::to_string(i) + ".";
    s.add_norm(layer + "ln_1", n.D);
    for (const char* part : {"q_proj", "k_proj", "v_proj", "out_proj"})
      s.add_linear(layer + "attn." + part, n.D, n.D, false);
    s.add_linear(layer + "mlp.fc_in", n.F, n.D);
    s.add_linear(layer + "mlp.fc_out", n.D, n.F);
    s.add(layer + "attn.bias", {1, 1, 5, 5});
  }
  s.add_norm("transformer.ln_f", n.D);
  s.add_linear("lm_head", n.V, n.D);
  return s;
}

/// At least one of every architecture.
inline std::vector<std::pair<std::string, ChangedCheckpoint>> every_model() {
  std::vector<std::pair<std::string, ChangedCheckpoint>> all;
  for (const char* name :
       {"gpt2_tiny",       "llama_tiny",      "llama_gqa_tiny",  "bloom_tiny",   "bert_tiny",
        "t5_encoder_tiny", "transfo_xl_tiny", "qwen2_tiny",      "gemma_tiny",   "phi_tiny",
        "phi3_tiny",       "roberta_tiny",    "distilbert_tiny", "qwen3_tiny",   "smollm3_tiny",
        "olmo2_tiny",      "gemma2_tiny",     "gemma3_tiny",     "gpt_oss_tiny", "modernbert_tiny",
        "llama4_tiny",     "deepseek_v3_tiny"})
    all.emplace_back(name, ChangedCheckpoint(name));
  all.emplace_back("mistral", mistral(3));
  all.emplace_back("roformer", roformer());
  all.emplace_back("t5", t5_with_decoder());
  all.emplace_back("transformer_xl", transformer_xl_with_head());
  ChangedCheckpoint window = transformer_xl_with_head();
  window.config["same_length"] = true;
  all.emplace_back("transformer_xl of the same length", window);
  all.emplace_back("gpt_neox", gpt_neox());
  all.emplace_back("gptj", gptj());
  return all;
}

}  // namespace horloge::test
