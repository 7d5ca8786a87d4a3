// ModernBERT (Warner et al., "Smarter, Better, Faster, Longer", arXiv 2412.13663): an encoder with
// rotary positions, norms before each part and a gated net, two of three of whose layers see a
// window to either side, with a rotary base of their own.

#include <fmt/format.h>

#include "horloge/models/architectures.h"
#include "horloge/models/layer_types.h"

namespace horloge {
namespace {

WeightTable modernbert_table(bool has_head, bool tied, bool score_bias) {
  WeightTable table = {
      {
          {"embeddings.tok_embeddings", "embeddings.words"},
          {"embeddings.norm", "embeddings.norm"},
          {"layers.*.attn_norm", "stack.blocks.*.attention_norm"},
          {"layers.*.attn.Wqkv", "stack.blocks.*.attention.{qkv}_proj", Stored::fused},
          {"layers.*.attn.Wo", "stack.blocks.*.attention.out_proj"},
          {"layers.*.mlp_norm", "stack.blocks.*.feed_forward_norm"},
          {"layers.*.mlp.Wi", "stack.blocks.*.feed_forward.{gate,up}", Stored::fused},
          {"layers.*.mlp.Wo", "stack.blocks.*.feed_forward.down"},
          {"final_norm", "stack.norm"},
      },
      {"model."},
      {},
  };
  if (!has_head) return table;
  table.rules.insert(table.rules.end(),
                     {{"head.dense", "head.transform"},
                      {"head.norm", "head.norm"},
                      {"decoder.weight", tied ? "embeddings.words.weight" : "head.scores.weight"}});
  if (score_bias) table.rules.push_back({"decoder.bias", "head.scores.bias"});
  return table;
}

RotaryOptions modernbert_rotary(const Config& c, std::size_t head_dim, bool local) {
  RotaryKeys keys;
  keys.base = local ? "local_rope_theta" : "global_rope_theta";
  keys.usual_base = local ? 10000 : 160000;
  keys.layer_type = local ? "sliding_attention" : "full_attention";
  return rotary_setting(c, head_dim, c.number("max_position_embeddings", 8192), keys);
}

}  // namespace

EncoderRecipe modernbert_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  const bool has_head = architecture_class(c, {"ModernBertForMaskedLM", "ModernBertModel"}) ==
                        "ModernBertForMaskedLM";
  const bool tied = c.flag("tie_word_embeddings", true);
  const std::size_t D = c.size("hidden_size", 768);
  const NormOptions norm =
      NormOptions().with_eps(c.number("norm_eps", 1e-5)).with_bias(c.flag("norm_bias", false));

  EncoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size", 50368);
  r.embeddings.d_model = D;
  r.embeddings.norm = norm;
  r.embeddings.padding_idx = padding_setting(c);
  r.embeddings.dropout = c.number("embedding_dropout", 0);

  BlockOptions& block = r.stack.block;
  block.norm = norm;
  block.attention.num_heads = c.size("num_attention_heads", 12);
  block.attention.head_dim = head_dim_setting(checkpoint, D, block.attention.num_heads);
  block.attention.bias = block.attention.out_bias = bias_setting(c, "attention_bias", false);
  block.attention.dropout = c.number("attention_dropout", 0);
  block.feed_forward.d_ff = c.size("intermediate_size", 1152);
  block.feed_forward.activation = activation_setting(c, "hidden_activation", "gelu");
  block.feed_forward.gated = true;
  block.feed_forward.bias = bias_setting(c, "mlp_bias", false);
  block.feed_forward.dropout = c.number("mlp_dropout", 0);
  r.stack.num_layers = c.size("num_hidden_layers", 22);
  r.stack.d_model = D;
  r.stack.causal = false;
  check_fits(checkpoint, r.stack);
  // The embeddings are normalised already.
  r.stack.blocks.assign(r.stack.num_layers, block);
  r.stack.blocks.front().attention_norm = NormOptions().with_kind(NormKind::none);

  const std::size_t K = block.attention.head_dim;
  const RotaryOptions global = modernbert_rotary(c, K, false),
                      local = modernbert_rotary(c, K, true);
  r.positions = std::make_shared<RotaryPositions>(K, global);
  r.info.architecture = "ModernBERT";
  r.info.vocab_size = r.embeddings.vocab_size;
  r.info.causal = false;
  r.info.eos_ids = c.ids("eos_token_id");
  r.info.padding_id = r.embeddings.padding_idx;
  r.info.trained_len = trained_length(c, "max_position_embeddings");
  set_rotary(r.info, global, K);

  const std::size_t every = c.size("global_attn_every_n_layers", 3), L = r.stack.num_layers;
  std::vector<std::string> usual;
  for (std::size_t i = 0; i < L; ++i)
    usual.emplace_back(i % every == 0 ? "full_attention" : "sliding_attention");
  set_layers(r,
             layer_types(c,
                         {{"full_attention"},
                          {"sliding_attention", true, std::make_shared<RotaryPositions>(K, local)}},
                         usual));
  const std::size_t width = c.size("local_attention", 128);
  if (width < 2) c.refuse("local_attention", "half of it is to either side of a token");
  set_window(r.stack, r.info, width / 2, WindowKind::around);
  r.info.positions += fmt::format(", base {:.10g} there", local.base);

  const bool score_bias = c.flag("decoder_bias", true);
  r.head = {HeadKind::none, activation_setting(c, "classifier_activation", "gelu"), norm};
  if (has_head) r.head.kind = tied ? HeadKind::tied : HeadKind::own;
  r.head.transform_bias = bias_setting(c, "classifier_bias", false);
  r.head.score_bias = score_bias ? Bias::yes : Bias::no;
  r.table = modernbert_table(has_head, tied, score_bias);
  c.ignore({"classifier_pooling", "classifier_dropout", "cls_token_id", "deterministic_flash_attn",
            "initializer_cutoff_factor", "sparse_prediction", "sparse_pred_ignore_index",
            "reference_compile", "repad_logits_with_grad", "layer_norm_eps",
            "position_embedding_type"});
  return r;
}

}  // namespace horloge
