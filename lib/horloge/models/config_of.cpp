// A config.json for a decoder that was put together by hand.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <typeinfo>

#include "horloge/core/error.h"
#include "horloge/models/save_pretrained.h"
#include "horloge/nn/activations.h"
#include "horloge/nn/position/learned.h"

namespace horloge {
namespace {

using nlohmann::json;

// `rotary, …` of its settings, up to the comma.
std::string scheme_name(const PositionScheme& positions) {
  for (const NamedSetting& entry : positions.named_settings())
    if (entry.name == "scheme") return entry.value.substr(0, entry.value.find(','));
  return "of their own kind";
}

// What a family of models has no setting for.
class Family {
 public:
  explicit Family(const char* name) : name_(name) {}

  void need(bool fits, const char* its_own, const std::string& here) const {
    if (!fits)
      throw ValueError(
          fmt::format("[save_pretrained] {} has {}, and this model {}", name_, its_own, here));
  }

 private:
  const char* name_;
};

const char* norm_name(NormKind kind) { return kind == NormKind::rms ? "RMSNorm" : "LayerNorm"; }

// What GPT-2 and LLaMA have in common.
void check_shared(const Family& family, const DecoderRecipe& r) {
  const BlockOptions& block = r.stack.block;
  const InputEmbeddingsOptions& words = r.embeddings;
  family.need(words.scale == 1 && !words.norm && words.num_types == 0, "plain token embeddings",
              "scaled, normalised or typed ones");
  family.need(words.d_model == r.stack.d_model && r.stack.d_in == 0, "one width",
              "a first block that widens");
  family.need(block.norm_place == NormPlace::before && !block.parallel,
              "a norm before each of two parts in a row",
              block.parallel ? "parallel ones" : "a norm elsewhere");
  family.need(r.stack.final_norm, "a norm at the end", "none");
  const GroupedQueryAttentionOptions& attention = block.attention;
  family.need(!block.cross_attention && !attention.values_as_keys && !attention.qk_norm &&
                  !attention.latent && !attention.sinks && attention.softcap == 0,
              "plain self-attention", "another kind");
  family.need(r.stack.blocks.empty() && r.layer_positions.empty(), "layers that are all alike",
              "some that differ");
  family.need(!block.experts && block.feed_forward.clip == 0, "a plain feed-forward net",
              "experts or a clipped one");
  family.need(!block.output_norms && !block.attention_norm, "a norm for each part", "others");
  family.need(r.logit_cap == 0, "logits as they are", "capped ones");
  family.need(r.stack.causal && !r.stack.sliding_window, "a causal mask alone",
              r.stack.causal ? "a sliding window" : "none");
  family.need(r.head_bias == Bias::no, "a head without bias", "one with a bias");
  family.need(!r.count_unmasked, "positions by place", "positions that skip padding");
  family.need(!name_of(block.feed_forward.activation).empty(), "an activation with a name",
              "a function of its own");
}

void add_ids(json& config, const ModelInfo& info) {
  if (!info.eos_ids.empty())
    config["eos_token_id"] = info.eos_ids.size() == 1 ? json(info.eos_ids[0]) : json(info.eos_ids);
  if (info.padding_id) config["pad_token_id"] = *info.padding_id;
}

std::size_t hidden_width(const DecoderRecipe& r) {
  const std::size_t d_ff = r.stack.block.feed_forward.d_ff;
  return d_ff > 0 ? d_ff : 4 * r.stack.d_model;
}

json gpt2_config(const DecoderRecipe& r, const LearnedPositions& positions) {
  const Family family("GPT-2");
  check_shared(family, r);
  const BlockOptions& block = r.stack.block;
  const auto& attention = block.attention;
  const std::size_t H = attention.num_heads;
  family.need(block.norm.kind == NormKind::layer, "LayerNorm", norm_name(block.norm.kind));
  family.need(!block.feed_forward.gated, "a plain feed-forward net", "a gated one");
  family.need(attention.bias == Bias::yes && attention.out_bias == Bias::yes &&
                  block.feed_forward.bias == Bias::yes,
              "a bias in every layer", "lacks some");
  family.need(attention.num_kv_heads == 0 || attention.num_kv_heads == H,
              "as many key-value heads as heads",
              fmt::format("{} for {}", attention.num_kv_heads, H));
  family.need(attention.head_dim == 0 || attention.head_dim * H == r.stack.d_model,
              "heads that share the width", fmt::format("{} of {}", H, attention.head_dim));
  family.need(!attention.scale || *attention.scale == 1, "scores scaled by 1/sqrt(K) or not at all",
              "another scale");
  return {{"model_type", "gpt2"},
          {"architectures", {r.head == HeadKind::none ? "GPT2Model" : "GPT2LMHeadModel"}},
          {"vocab_size", r.embeddings.vocab_size},
          {"n_positions", positions.weight.shape()[0]},
          {"n_embd", r.stack.d_model},
          {"n_layer", r.stack.num_layers},
          {"n_head", H},
          {"n_inner", hidden_width(r)},
          {"activation_function", name_of(block.feed_forward.activation)},
          {"layer_norm_epsilon", block.norm.eps},
          {"scale_attn_weights", !attention.scale},
          {"scale_attn_by_inverse_layer_idx", r.stack.scale_by_layer},
          {"embd_pdrop", r.embeddings.dropout},
          {"attn_pdrop", attention.dropout},
          {"resid_pdrop", block.dropout},
          {"tie_word_embeddings", r.head == HeadKind::tied}};
}

json scaling_config(const Family& family, const RotaryScaling& scaling) {
  if (scaling.kind == RotaryScalingKind::none) return nullptr;
  if (scaling.kind == RotaryScalingKind::linear)
    return {{"rope_type", "linear"}, {"type", "linear"}, {"factor", scaling.factor}};
  family.need(scaling.kind == RotaryScalingKind::llama3, "rotary scaling linear or llama3",
              "another kind" + describe(scaling));
  return {{"rope_type", "llama3"},
          {"factor", scaling.factor},
          {"low_freq_factor", scaling.low_freq_factor},
          {"high_freq_factor", scaling.high_freq_factor},
          {"original_max_position_embeddings",
           static_cast<std::size_t>(scaling.original_max_position_embeddings)}};
}

json llama_config(const DecoderRecipe& r, const RotaryOptions& rotary) {
  const Family family("LLaMA");
  check_shared(family, r);
  const BlockOptions& block = r.stack.block;
  const auto& attention = block.attention;
  const std::size_t H = attention.num_heads;
  const std::size_t K = attention.head_dim > 0 ? attention.head_dim : r.stack.d_model / H;
  family.need(block.norm.kind == NormKind::rms, "RMSNorm", norm_name(block.norm.kind));
  family.need(block.feed_forward.gated, "a gated feed-forward net", "a plain one");
  family.need(attention.bias == attention.out_bias,
              "biases in all projections of its attention, "
              "or in none",
              "in some");
  family.need(!attention.scale && !r.stack.scale_by_layer, "scores scaled by 1/sqrt(K)",
              "another scale");
  family.need(rotary.pairing == Pairing::half && rotary.rotary_dim.value_or(K) == K,
              "heads that rotate whole, in halves", describe(rotary, K));
  const std::size_t usual_length = 2048;
  json config = {{"model_type", "llama"},
                 {"architectures", {r.head == HeadKind::none ? "LlamaModel" : "LlamaForCausalLM"}},
                 {"vocab_size", r.embeddings.vocab_size},
                 {"max_position_embeddings", r.info.trained_len.value_or(usual_length)},
                 {"hidden_size", r.stack.d_model},
                 {"num_hidden_layers", r.stack.num_layers},
                 {"num_attention_heads", H},
                 {"num_key_value_heads", attention.num_kv_heads > 0 ? attention.num_kv_heads : H},
                 {"head_dim", K},
                 {"intermediate_size", hidden_width(r)},
                 {"hidden_act", name_of(block.feed_forward.activation)},
                 {"rms_norm_eps", block.norm.eps},
                 {"rope_theta", rotary.base},
                 {"rope_scaling", scaling_config(family, rotary.scaling)},
                 {"attention_bias", attention.bias == Bias::yes},
                 {"mlp_bias", block.feed_forward.bias == Bias::yes},
                 {"attention_dropout", attention.dropout},
                 {"tie_word_embeddings", r.head == HeadKind::tied}};
  return config;
}

}  // namespace

std::string config_of(const DecoderModel& model) {
  const DecoderRecipe& r = model.recipe();
  const PositionScheme& positions = *model.positions;
  json config;
  if (typeid(positions) == typeid(LearnedPositions))
    config = gpt2_config(r, dynamic_cast<const LearnedPositions&>(positions));
  else if (typeid(positions) == typeid(RotaryPositions))
    config = llama_config(r, dynamic_cast<const RotaryPositions&>(positions).options());
  else
    throw ValueError(
        fmt::format("[save_pretrained] GPT-2 has learned positions and LLaMA rotary ones, and this "
                    "model's are {}",
                    scheme_name(positions)));
  add_ids(config, r.info);
  return config.dump(2);
}

}  // namespace horloge
