// LLaMA (Touvron et al., arXiv 2302.13971 and 2307.09288).

#include "horloge/models/llama.h"

#include "horloge/models/architectures.h"

namespace horloge {
namespace {

WeightTable hugging_face_table(HeadKind head) {
  return {
      {
          {"embed_tokens", "embeddings.words"},
          {"layers.*.input_layernorm", "stack.blocks.*.attention_norm"},
          {"layers.*.self_attn.q_proj", "stack.blocks.*.attention.q_proj"},
          {"layers.*.self_attn.k_proj", "stack.blocks.*.attention.k_proj"},
          {"layers.*.self_attn.v_proj", "stack.blocks.*.attention.v_proj"},
          {"layers.*.self_attn.o_proj", "stack.blocks.*.attention.out_proj"},
          {"layers.*.post_attention_layernorm", "stack.blocks.*.feed_forward_norm"},
          {"layers.*.mlp.gate_proj", "stack.blocks.*.feed_forward.gate"},
          {"layers.*.mlp.up_proj", "stack.blocks.*.feed_forward.up"},
          {"layers.*.mlp.down_proj", "stack.blocks.*.feed_forward.down"},
          {"norm", "stack.norm"},
          {"lm_head", name_of(head)},
      },
      {"model."},
      {"rotary_emb.inv_freq"},
  };
}

WeightTable meta_table(HeadKind head) {
  return {
      {
          {"tok_embeddings", "embeddings.words"},
          {"layers.*.attention_norm", "stack.blocks.*.attention_norm"},
          {"layers.*.attention.wq", "stack.blocks.*.attention.q_proj"},
          {"layers.*.attention.wk", "stack.blocks.*.attention.k_proj"},
          {"layers.*.attention.wv", "stack.blocks.*.attention.v_proj"},
          {"layers.*.attention.wo", "stack.blocks.*.attention.out_proj"},
          {"layers.*.ffn_norm", "stack.blocks.*.feed_forward_norm"},
          {"layers.*.feed_forward.w1", "stack.blocks.*.feed_forward.gate"},
          {"layers.*.feed_forward.w3", "stack.blocks.*.feed_forward.up"},
          {"layers.*.feed_forward.w2", "stack.blocks.*.feed_forward.down"},
          {"norm", "stack.norm"},
          {"output", name_of(head)},
      },
      {},
      {"rope.freqs"},
  };
}

}  // namespace

bool has_meta_names(const SafetensorsFile& weights) {
  return weights.tensors.count("tok_embeddings.weight") > 0;
}

DecoderRecipe llama_like_recipe(const Checkpoint& checkpoint, const std::string& name,
                                bool usually_tied) {
  const Config& c = checkpoint.config;
  const bool meta = has_meta_names(checkpoint.weights);
  const std::size_t D = c.size("hidden_size");
  const std::size_t H = c.size("num_attention_heads");
  const std::size_t K = head_dim_setting(checkpoint, D, H);

  RotaryOptions rotary = rotary_setting(c, K, c.number("max_position_embeddings", 2048));
  if (meta) rotary.pairing = Pairing::interleaved;

  DecoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size");
  r.embeddings.d_model = D;
  if (const auto padding = c.ids("pad_token_id"); !padding.empty())
    r.embeddings.padding_idx = padding.front();
  r.positions = std::make_shared<RotaryPositions>(K, rotary);

  BlockOptions& block = r.stack.block;
  block.norm_place = NormPlace::before;
  block.norm = {NormKind::rms, c.number("rms_norm_eps", 1e-6)};
  block.attention.num_heads = H;
  block.attention.num_kv_heads = kv_heads_setting(c, H);
  block.attention.head_dim = K;
  block.attention.bias = block.attention.out_bias = bias_setting(c, "attention_bias", false);
  block.attention.dropout = c.number("attention_dropout", 0);
  block.feed_forward.d_ff = c.size("intermediate_size");
  block.feed_forward.activation = activation_setting(c, "hidden_act", "silu");
  block.feed_forward.gated = true;
  block.feed_forward.bias = bias_setting(c, "mlp_bias", false);

  r.stack.num_layers = c.size("num_hidden_layers");
  r.stack.d_model = D;

  r.head = head_setting(c, name + "ForCausalLM", name + "Model", usually_tied);
  r.info = decoder_info(c, name, r.embeddings.vocab_size);
  set_rotary(r.info, rotary, K);
  r.info.trained_len = trained_length(c, "max_position_embeddings");
  r.table = meta ? meta_table(r.head) : hugging_face_table(r.head);
  // It cuts products into pieces, and then leaves out biases.
  if (c.number("pretraining_tp", 1) > 1 &&
      (block.attention.bias == Bias::yes || block.feed_forward.bias == Bias::yes))
    c.refuse("pretraining_tp",
             "above 1 it means products without the biases that the config asks for");
  c.ignore({"max_sequence_length"});
  return r;
}

DecoderRecipe llama_recipe(const Checkpoint& checkpoint, Rng&) {
  DecoderRecipe r = llama_like_recipe(checkpoint, "Llama");
  r.info.architecture = "LLaMA";
  return r;
}

}  // namespace horloge
