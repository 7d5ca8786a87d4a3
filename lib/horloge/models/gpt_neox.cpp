// GPT-NeoX (Black et al., "GPT-NeoX-20B", arXiv 2204.06745): a part of each head rotates, and
// attention and feed-forward net are parallel.

#include "horloge/models/architectures.h"

namespace horloge {
namespace {

WeightTable gpt_neox_table(std::size_t num_heads, HeadKind head) {
  return {
      {
          {"embed_in", "embeddings.words"},
          {"layers.*.input_layernorm", "stack.blocks.*.attention_norm"},
          {"layers.*.attention.query_key_value", "stack.blocks.*.attention.{qkv}_proj",
           Stored::fused_by_head, num_heads},
          {"layers.*.attention.dense", "stack.blocks.*.attention.out_proj"},
          {"layers.*.post_attention_layernorm", "stack.blocks.*.feed_forward_norm"},
          {"layers.*.mlp.dense_h_to_4h", "stack.blocks.*.feed_forward.up"},
          {"layers.*.mlp.dense_4h_to_h", "stack.blocks.*.feed_forward.down"},
          {"final_layer_norm", "stack.norm"},
          {"embed_out", name_of(head)},
      },
      {"gpt_neox."},
      {"attention.bias", "attention.masked_bias", "rotary_emb.inv_freq", "rotary_emb.cos_cached",
       "rotary_emb.sin_cached"},
  };
}

}  // namespace

DecoderRecipe gpt_neox_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  const std::size_t D = c.size("hidden_size", 6144);
  const std::size_t H = c.size("num_attention_heads", 64);
  const std::size_t K = head_dim_setting(checkpoint, D, H);

  RotaryKeys keys;
  keys.base = {"rotary_emb_base", "rope_theta"};
  keys.part = {"rotary_pct", "partial_rotary_factor"};
  keys.usual_part = 0.25;
  const RotaryOptions rotary =
      rotary_setting(c, K, c.number("max_position_embeddings", 2048), keys);

  DecoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size", 50432);
  r.embeddings.d_model = D;
  r.embeddings.dropout = c.number("hidden_dropout", 0);
  r.positions = std::make_shared<RotaryPositions>(K, rotary);

  BlockOptions& block = r.stack.block;
  block.parallel = c.flag("use_parallel_residual", true);
  block.norm = {NormKind::layer, c.number("layer_norm_eps", 1e-5)};
  block.attention.num_heads = H;
  block.attention.head_dim = K;
  block.attention.bias = block.attention.out_bias = bias_setting(c, "attention_bias", true);
  block.attention.dropout = c.number("attention_dropout", 0);
  block.feed_forward.d_ff = c.size("intermediate_size", 24576);
  block.feed_forward.activation = activation_setting(c, "hidden_act", "gelu");
  block.dropout = r.embeddings.dropout;

  r.stack.num_layers = c.size("num_hidden_layers", 44);
  r.stack.d_model = D;

  r.head = head_setting(c, "GPTNeoXForCausalLM", "GPTNeoXModel", false);
  r.info = decoder_info(c, "GPT-NeoX", r.embeddings.vocab_size);
  set_rotary(r.info, rotary, K);
  r.info.trained_len = trained_length(c, "max_position_embeddings");
  r.table = gpt_neox_table(H, r.head);
  c.ignore({"classifier_dropout"});
  return r;
}

}  // namespace horloge
