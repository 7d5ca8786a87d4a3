// DeepSeek-V3 (DeepSeek-AI, arXiv 2412.19437): LLaMA whose keys and values are made from one narrow
// vector, with positions in a part of each head that is made apart; and experts, chosen by group.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "horloge/models/architectures.h"
#include "horloge/models/llama.h"

namespace horloge {
namespace {

ExpertsOptions deepseek_experts(const Checkpoint& checkpoint, std::size_t d_model,
                                const FeedForwardOptions& net) {
  const Config& c = checkpoint.config;
  ExpertsOptions o;
  o.num_experts = c.size("n_routed_experts", 256);
  o.experts_per_token = c.size("num_experts_per_tok", 8);
  o.num_groups = c.size("n_group", 8);
  o.groups_per_token = c.size("topk_group", 4);
  o.expert = net;
  o.expert.d_ff = c.size("moe_intermediate_size", 2048);
  o.share = ExpertShare::sigmoid;
  o.choice_bias = true;
  o.shares_sum_to_one = c.flag("norm_topk_prob", true);
  o.scale = c.number("routed_scaling_factor", 2.5);
  const std::size_t shared = c.size("n_shared_experts", 1);
  check_fits(checkpoint, "experts", shared, o.expert.d_ff);
  o.shared = o.expert;
  o.shared->d_ff = shared * o.expert.d_ff;
  check_fits(checkpoint, "experts", o.num_experts, d_model);
  check_fits(checkpoint, "expert units", o.expert.d_ff, d_model);
  if (o.num_experts % o.num_groups != 0 || (o.num_groups > 1 && o.num_experts / o.num_groups < 2))
    c.refuse("n_group", fmt::format("the {} experts fall into groups of equal size, each of two or "
                                    "more",
                                    o.num_experts));
  if (o.groups_per_token > o.num_groups) c.refuse("topk_group", "there are not so many groups");
  if (o.experts_per_token > o.groups_per_token * (o.num_experts / o.num_groups))
    c.refuse("num_experts_per_tok", "the groups of a token have not so many experts");
  if (c.text("scoring_func", "sigmoid") != "sigmoid") c.refuse("scoring_func", "only sigmoid is");
  if (c.text("topk_method", "noaux_tc") != "noaux_tc") c.refuse("topk_method", "only noaux_tc is");
  if (c.number("moe_layer_freq", 1) != 1) c.refuse("moe_layer_freq", "only 1 is");
  return o;
}

// Rotary scores are scaled once more where YaRN's mscale_all_dim says so.
double score_scale(const RotaryScaling& scaling, std::size_t head_dim) {
  double scale = 1 / std::sqrt(static_cast<double>(head_dim));
  if (scaling.mscale_all_dim != 0 && scaling.factor > 1)
    scale *= std::pow(0.1 * scaling.mscale_all_dim * std::log(scaling.factor) + 1, 2);
  return scale;
}

void set_latent_attention(const Checkpoint& checkpoint, std::size_t R, DecoderRecipe& r) {
  const Config& c = checkpoint.config;
  GroupedQueryAttentionOptions& a = r.stack.block.attention;
  if (a.num_kv_heads != a.num_heads)
    c.refuse("num_key_value_heads", "each head has keys and values of its own");
  LatentOptions latent;
  latent.query_rank =
      c.mentions("q_lora_rank") && !c.has("q_lora_rank") ? 0 : c.size("q_lora_rank", 1536);
  latent.kv_rank = c.size("kv_lora_rank", 512);
  latent.rotary_dim = R;
  latent.value_dim = c.size("v_head_dim", 128);
  latent.norm = NormOptions().with_kind(NormKind::rms).with_eps(1e-6);
  latent.bias = a.bias;
  a.bias = Bias::no;
  a.head_dim = R + c.size("qk_nope_head_dim", 128);
  a.scale = score_scale(r.info.rotary->scaling, a.head_dim);
  a.latent = latent;
  check_fits(checkpoint, "heads", a.num_heads, a.head_dim + latent.value_dim);
  check_fits(checkpoint, "numbers between", latent.kv_rank + latent.query_rank, r.stack.d_model);
  check_fits(checkpoint, "heads", a.num_heads,
             a.head_dim * std::max<std::size_t>(1, latent.query_rank));
}

void add_deepseek_rules(WeightTable& table, std::size_t num_heads, bool narrow_queries) {
  const std::string theirs = "layers.*.self_attn.", ours = "stack.blocks.*.attention.";
  const std::string mlp = "layers.*.mlp.", experts = "stack.blocks.*.experts.";
  redirect(table, "self_attn.k_proj", "");
  redirect(table, "self_attn.v_proj", "");
  if (narrow_queries) redirect(table, "self_attn.q_proj", "");
  std::vector<WeightRule> rules = {
      {theirs + "kv_a_proj_with_mqa", ours + "latent.{kv_down,k_rotary}", Stored::fused},
      {theirs + "kv_a_layernorm", ours + "latent.kv_norm"},
      {theirs + "kv_b_proj", ours + "{kv}_proj", Stored::fused_by_head, num_heads},
      {mlp + "gate", experts + "router"},
      {mlp + "gate.e_score_correction_bias", experts + "choice_bias"},
      {mlp + "shared_experts.gate_proj", experts + "shared.gate"},
      {mlp + "shared_experts.up_proj", experts + "shared.up"},
      {mlp + "shared_experts.down_proj", experts + "shared.down"},
      {mlp + "experts.*.gate_proj", experts + "each.*.gate"},
      {mlp + "experts.*.up_proj", experts + "each.*.up"},
      {mlp + "experts.*.down_proj", experts + "each.*.down"},
  };
  if (narrow_queries)
    rules.insert(rules.end(), {{theirs + "q_a_proj", ours + "latent.q_down"},
                               {theirs + "q_a_layernorm", ours + "latent.q_norm"},
                               {theirs + "q_b_proj", ours + "q_proj"}});
  table.rules.insert(table.rules.end(), rules.begin(), rules.end());
}

}  // namespace

DecoderRecipe deepseek_v3_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  const std::size_t R = c.size("qk_rope_head_dim", 64);
  check_fits(checkpoint, "heads", c.size("num_attention_heads"), R);
  LlamaDetails details;
  details.head_dim = R;
  if (c.flag("rope_interleave", true)) details.pairing = Pairing::interleaved;
  DecoderRecipe r = llama_like_recipe(checkpoint, "DeepseekV3", details);
  r.info.architecture = "DeepSeek-V3";
  set_latent_attention(checkpoint, R, r);
  RotaryOptions rotary = *r.info.rotary;
  const std::size_t K = r.stack.block.attention.head_dim;
  rotary.rotary_dim = R;
  r.positions = std::make_shared<RotaryPositions>(K, rotary);
  set_rotary(r.info, rotary, K);

  const ExpertsOptions experts =
      deepseek_experts(checkpoint, r.stack.d_model, r.stack.block.feed_forward);
  check_fits(checkpoint, r.stack);
  const double dense = c.number("first_k_dense_replace", 3);
  if (dense > static_cast<double>(r.stack.num_layers))
    c.refuse("first_k_dense_replace", "there are not so many layers");
  for (std::size_t i = 0; i < r.stack.num_layers; ++i) {
    r.stack.blocks.push_back(r.stack.block);
    if (static_cast<double>(i) >= dense) r.stack.blocks.back().experts = experts;
  }
  add_deepseek_rules(r.table, r.stack.block.attention.num_heads,
                     r.stack.block.attention.latent->query_rank > 0);
  // Of training, and what follows from the rest.
  c.ignore({"qk_head_dim", "head_dim", "ep_size", "aux_loss_alpha", "seq_aux",
            "num_nextn_predict_layers"});
  return r;
}

}  // namespace horloge
