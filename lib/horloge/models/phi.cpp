// Phi (Li et al., "Textbooks Are All You Need II: phi-1.5", arXiv 2309.05463): a part of each head
// rotates, attention and feed-forward net are parallel and share a norm, and all layers have
// biases.

#include "horloge/models/architectures.h"

namespace horloge {
namespace {

WeightTable phi_table(HeadKind head) {
  return {
      {
          {"embed_tokens", "embeddings.words"},
          {"layers.*.input_layernorm", "stack.blocks.*.attention_norm"},
          {"layers.*.self_attn.q_proj", "stack.blocks.*.attention.q_proj"},
          {"layers.*.self_attn.k_proj", "stack.blocks.*.attention.k_proj"},
          {"layers.*.self_attn.v_proj", "stack.blocks.*.attention.v_proj"},
          {"layers.*.self_attn.dense", "stack.blocks.*.attention.out_proj"},
          {"layers.*.mlp.fc1", "stack.blocks.*.feed_forward.up"},
          {"layers.*.mlp.fc2", "stack.blocks.*.feed_forward.down"},
          {"final_layernorm", "stack.norm"},
          {"lm_head.weight", std::string(name_of(head)) + ".weight"},
          {"lm_head.bias", "head.bias"},
      },
      {"model."},
      {"rotary_emb.inv_freq"},
  };
}

}  // namespace

DecoderRecipe phi_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  const std::size_t D = c.size("hidden_size", 2048);
  const std::size_t H = c.size("num_attention_heads", 32);
  const std::size_t K = head_dim_setting(checkpoint, D, H);

  RotaryKeys keys;
  keys.part = "partial_rotary_factor";
  keys.usual_part = 0.5;
  const RotaryOptions rotary =
      rotary_setting(c, K, c.number("max_position_embeddings", 2048), keys);

  DecoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size", 51200);
  r.embeddings.d_model = D;
  r.embeddings.dropout = c.number("embd_pdrop", 0);
  r.positions = std::make_shared<RotaryPositions>(K, rotary);

  BlockOptions& block = r.stack.block;
  block.parallel = true;
  block.one_norm = true;
  block.norm = {NormKind::layer, c.number("layer_norm_eps", 1e-5)};
  block.attention.num_heads = H;
  block.attention.num_kv_heads = kv_heads_setting(c, H);
  block.attention.head_dim = K;
  block.attention.dropout = c.number("attention_dropout", 0);
  block.feed_forward.d_ff = c.size("intermediate_size", 8192);
  block.feed_forward.activation = activation_setting(c, "hidden_act", "gelu_new");
  block.dropout = c.number("resid_pdrop", 0);

  r.stack.num_layers = c.size("num_hidden_layers", 24);
  r.stack.d_model = D;

  r.head = head_setting(c, "PhiForCausalLM", "PhiModel", false);
  r.head_bias = Bias::yes;
  r.info = decoder_info(c, "Phi", r.embeddings.vocab_size);
  set_rotary(r.info, rotary, K);
  r.info.trained_len = trained_length(c, "max_position_embeddings");
  r.table = phi_table(r.head);
  c.require("qk_layernorm", false);
  return r;
}

}  // namespace horloge
