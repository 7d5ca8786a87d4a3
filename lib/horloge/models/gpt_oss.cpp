// gpt-oss (OpenAI, arXiv 2508.10925): LLaMA with a sink for each head in the softmax, a sliding
// window in each other layer, and experts whose gated net is clipped.

#include "horloge/models/architectures.h"
#include "horloge/models/layer_types.h"
#include "horloge/models/llama.h"
#include "horloge/nn/activations.h"

namespace horloge {
namespace {

// As its authors have them; no setting says so.
constexpr double gate_clip = 7;
const char* const gate_activation = "quick_gelu";

ExpertsOptions gpt_oss_experts(const Checkpoint& checkpoint, std::size_t d_model) {
  const Config& c = checkpoint.config;
  ExpertsOptions o;
  o.num_experts = c.size("num_local_experts", 128);
  o.experts_per_token = c.size({"num_experts_per_tok", "experts_per_token"}, 4);
  o.expert.d_ff = c.size("intermediate_size");
  o.expert.activation = activation_named(gate_activation);
  o.expert.gated = true;
  o.expert.clip = gate_clip;
  o.router_bias = Bias::yes;
  check_fits(checkpoint, "experts", o.num_experts, d_model);
  check_fits(checkpoint, "expert units", o.expert.d_ff, d_model);
  check_fits(checkpoint, "experts", o.num_experts, o.expert.d_ff * d_model);
  if (o.experts_per_token > o.num_experts)
    c.refuse({"num_experts_per_tok", "experts_per_token"}, "there are not so many experts");
  return o;
}

void add_gpt_oss_rules(WeightTable& table) {
  const std::string theirs = "layers.*.mlp.", each = "stack.blocks.*.experts.each.*.";
  const WeightRule rules[] = {
      {"layers.*.self_attn.sinks", "stack.blocks.*.attention.sinks"},
      {theirs + "router", "stack.blocks.*.experts.router"},
      {theirs + "experts.gate_up_proj", each + "{gate,up}.weight", Stored::experts_interleaved},
      {theirs + "experts.gate_up_proj_bias", each + "{gate,up}.bias", Stored::experts_interleaved},
      {theirs + "experts.down_proj", each + "down.weight", Stored::experts_transposed},
      {theirs + "experts.down_proj_bias", each + "down.bias", Stored::experts_transposed},
  };
  table.rules.insert(table.rules.end(), std::begin(rules), std::end(rules));
}

}  // namespace

DecoderRecipe gpt_oss_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  (void)c.group({"rope_scaling", "rope_parameters"});  // not plain angles where nothing is said
  LlamaDetails details;
  details.usual_eps = 1e-5;
  details.rotary.usual_base = 150000;
  DecoderRecipe r = llama_like_recipe(checkpoint, "GptOss", details);
  r.info.architecture = "gpt-oss";
  if (c.text("hidden_act", "silu") != "silu") c.refuse("hidden_act", "only silu is");
  BlockOptions& block = r.stack.block;
  block.attention.sinks = true;
  block.attention.bias = block.attention.out_bias = bias_setting(c, "attention_bias", true);
  block.experts = gpt_oss_experts(checkpoint, r.stack.d_model);
  check_fits(checkpoint, r.stack);
  set_layers(r,
             layer_types(c, {{"full_attention"}, {"sliding_attention", true}},
                         each_nth(2, "full_attention", "sliding_attention", r.stack.num_layers)));
  set_window(r.stack, r.info, c.size("sliding_window", 128), WindowKind::behind);
  add_gpt_oss_rules(r.table);
  c.require("output_router_logits", false);
  if (c.number("swiglu_limit", gate_clip) != gate_clip)
    c.refuse("swiglu_limit", "it is 7 in its authors' code");
  // Of training, and what other settings say as well.
  c.ignore({"router_aux_loss_coef", "initial_context_length"});
  return r;
}

}  // namespace horloge
