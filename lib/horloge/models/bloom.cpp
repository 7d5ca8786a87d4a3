// BLOOM (BigScience, "BLOOM: A 176B-Parameter Open-Access Multilingual Language Model", arXiv
// 2211.05100): ALiBi, and a norm right after the embeddings.

#include "horloge/models/architectures.h"
#include "horloge/nn/position/alibi.h"
#include "horloge/ops/activation.h"

namespace horloge {
namespace {

WeightTable bloom_table(std::size_t num_heads, HeadKind head) {
  return {
      {
          {"word_embeddings", "embeddings.words"},
          {"word_embeddings_layernorm", "embeddings.norm"},
          {"h.*.input_layernorm", "stack.blocks.*.attention_norm"},
          {"h.*.self_attention.query_key_value", "stack.blocks.*.attention.{qkv}_proj",
           Stored::fused_by_head, num_heads},
          {"h.*.self_attention.dense", "stack.blocks.*.attention.out_proj"},
          {"h.*.post_attention_layernorm", "stack.blocks.*.feed_forward_norm"},
          {"h.*.mlp.dense_h_to_4h", "stack.blocks.*.feed_forward.up"},
          {"h.*.mlp.dense_4h_to_h", "stack.blocks.*.feed_forward.down"},
          {"ln_f", "stack.norm"},
          {"lm_head", name_of(head)},
      },
      {"transformer."},
      {},
  };
}

}  // namespace

DecoderRecipe bloom_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  const std::size_t D = c.size({"n_embed", "hidden_size"}, 64);
  const std::size_t H = c.size({"n_head", "num_attention_heads"}, 8);
  const std::size_t K = head_dim_setting(checkpoint, D, H);

  DecoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size", 250880);
  r.embeddings.d_model = D;
  r.embeddings.norm = NormOptions{NormKind::layer, c.number("layer_norm_epsilon", 1e-5)};
  r.positions = std::make_shared<AlibiPositions>(H, AlibiForm::key);
  r.count_unmasked = true;

  BlockOptions& block = r.stack.block;
  block.norm_place = c.flag("apply_residual_connection_post_layernorm", false) ? NormPlace::kept
                                                                               : NormPlace::before;
  block.norm = *r.embeddings.norm;
  block.attention.num_heads = H;
  block.attention.head_dim = K;
  block.attention.dropout = c.number("attention_dropout", 0);
  block.feed_forward.d_ff = 4 * D;
  block.feed_forward.activation = gelu_tanh;
  block.dropout = c.number("hidden_dropout", 0);

  r.stack.num_layers = c.size({"n_layer", "num_hidden_layers"}, 2);
  r.stack.d_model = D;

  r.head = head_setting(c, "BloomForCausalLM", "BloomModel", true);
  r.info = decoder_info(c, "BLOOM", r.embeddings.vocab_size);
  r.info.positions = "ALiBi, added to the scores";
  r.info.trained_len = trained_length(c, "seq_length");
  r.table = bloom_table(H, r.head);
  // The library that this setting is of then leaves out biases: another model than the trained one.
  if (c.flag("slow_but_exact", false) && c.number("pretraining_tp", 1) > 1)
    c.refuse("slow_but_exact", "with pretraining_tp above 1 it means products without biases");
  // How its training was spread and fused.
  c.ignore({"attention_softmax_in_fp32", "bias_dropout_fusion", "hidden_size",
            "masked_softmax_fusion", "n_inner", "offset_alibi", "pretraining_tp", "skip_bias_add",
            "skip_bias_add_qkv", "slow_but_exact"});
  return r;
}

}  // namespace horloge
