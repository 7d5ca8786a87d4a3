// Llama 4 (Meta AI, "The Llama 4 herd", 2025), its text: LLaMA whose layers see their own chunk of
// the text alone, but for each fourth, which sees all of it without positions and scales its
// queries by length; with experts in some layers. Images are left out.

#include <algorithm>

#include "horloge/models/architectures.h"
#include "horloge/models/layer_types.h"
#include "horloge/models/llama.h"
#include "horloge/nn/position/none.h"
#include "horloge/nn/position/scaled_queries.h"

namespace horloge {
namespace {

// Which layers have experts.
std::vector<bool> expert_layers(const Config& c, std::size_t num_layers) {
  const std::size_t step = c.size("interleave_moe_layer_step", 1);
  std::vector<bool> has(num_layers, false);
  for (std::size_t i = 0; i < num_layers; ++i) has[i] = (i + 1) % step == 0;
  if (!c.has("moe_layers")) return has;
  std::fill(has.begin(), has.end(), false);
  for (const std::int64_t i : c.ids("moe_layers")) {
    if (i < 0 || static_cast<std::size_t>(i) >= num_layers)
      c.refuse("moe_layers", "it names a layer that there is not");
    has[static_cast<std::size_t>(i)] = true;
  }
  return has;
}

ExpertsOptions llama4_experts(const Checkpoint& checkpoint, std::size_t d_model,
                              const FeedForwardOptions& expert) {
  const Config& c = checkpoint.config;
  ExpertsOptions o;
  o.num_experts = c.size("num_local_experts", 16);
  o.experts_per_token = c.size("num_experts_per_tok", 1);
  o.expert = expert;
  o.shared = expert;
  o.share = ExpertShare::sigmoid;
  o.share_of_input = true;
  if (o.experts_per_token > o.num_experts)
    c.refuse("num_experts_per_tok", "there are not so many experts");
  check_fits(checkpoint, "experts", o.num_experts, d_model);
  return o;
}

// The blocks of the layers, which differ in their net, and in whether heads normalise.
void set_blocks(const Checkpoint& checkpoint, const std::vector<bool>& rotates, DecoderRecipe& r) {
  const Config& c = checkpoint.config;
  BlockOptions& usual = r.stack.block;
  const FeedForwardOptions expert = usual.feed_forward;
  usual.feed_forward.d_ff = c.size("intermediate_size_mlp", 16384);
  const ExpertsOptions experts = llama4_experts(checkpoint, r.stack.d_model, expert);
  const bool normalises = c.flag("use_qk_norm", true);
  // Without factors it is all the same whether heads are normalised before or after they rotate,
  // unless that makes them longer.
  const RotaryScalingKind scaling = r.info.rotary->scaling.kind;
  if (normalises && (scaling == RotaryScalingKind::yarn || scaling == RotaryScalingKind::longrope))
    c.refuse("use_qk_norm", "rope_scaling of this type makes queries and keys longer");
  const auto has_experts = expert_layers(c, r.stack.num_layers);
  for (std::size_t i = 0; i < r.stack.num_layers; ++i) {
    BlockOptions block = usual;
    if (has_experts[i]) block.experts = experts;
    if (normalises && rotates[i])
      block.attention.qk_norm = NormOptions(block.norm).with_factors(false);
    r.stack.blocks.push_back(block);
  }
  const auto count = std::count(has_experts.begin(), has_experts.end(), true);
  check_fits(checkpoint, "experts", static_cast<std::size_t>(count) * experts.num_experts,
             3 * expert.d_ff * r.stack.d_model);
}

void add_llama4_rules(WeightTable& table) {
  const std::string theirs = "layers.*.feed_forward.", ours = "stack.blocks.*.experts.";
  redirect(table, "mlp.gate_proj", "");
  redirect(table, "mlp.up_proj", "");
  redirect(table, "mlp.down_proj", "");
  const WeightRule rules[] = {
      {theirs + "gate_proj", "stack.blocks.*.feed_forward.gate"},
      {theirs + "up_proj", "stack.blocks.*.feed_forward.up"},
      {theirs + "down_proj", "stack.blocks.*.feed_forward.down"},
      {theirs + "router", ours + "router"},
      {theirs + "experts.gate_up_proj", ours + "each.*.{gate,up}.weight",
       Stored::experts_fused_transposed},
      {theirs + "experts.down_proj", ours + "each.*.down.weight", Stored::experts_transposed},
      {theirs + "shared_expert.gate_proj", ours + "shared.gate"},
      {theirs + "shared_expert.up_proj", ours + "shared.up"},
      {theirs + "shared_expert.down_proj", ours + "shared.down"},
  };
  table.rules.insert(table.rules.end(), std::begin(rules), std::end(rules));
}

std::shared_ptr<PositionScheme> tuned_by_length(const Config& c) {
  const double floor = c.number("floor_scale", 8192), scale = c.number("attn_scale", 0.1);
  if (!(floor > 0)) c.refuse("floor_scale", "it divides positions");
  if (!c.flag("attn_temperature_tuning", true)) return std::make_shared<NoPositions>();
  return std::make_shared<ScaledQueries>(floor, scale);
}

}  // namespace

DecoderRecipe llama4_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  LlamaDetails details;
  details.usual_eps = 1e-5;
  details.rotary.usual_base = 500000;
  details.pairing = Pairing::interleaved;
  (void)c.size("head_dim", 128);
  DecoderRecipe r = llama_like_recipe(checkpoint, "Llama4", details);
  r.info.architecture = "Llama 4";
  check_fits(checkpoint, r.stack);
  const std::size_t L = r.stack.num_layers;
  const std::vector<bool> rotates = rotating_layers(c, L);
  std::vector<std::string> usual;
  for (const bool turns : rotates)
    usual.emplace_back(turns ? "chunked_attention" : "full_attention");
  auto layers = layer_types(c, {{"full_attention"}, {"chunked_attention", true}}, usual);
  set_positions(layers, rotates, tuned_by_length(c), r.info);
  set_layers(r, layers);
  set_window(r.stack, r.info, c.size("attention_chunk_size", 8192), WindowKind::chunk);
  set_blocks(checkpoint, rotates, r);
  add_llama4_rules(r.table);
  c.require("output_router_logits", false);
  c.ignore({"router_aux_loss_coef", "router_jitter_noise"});
  return r;
}

}  // namespace horloge
