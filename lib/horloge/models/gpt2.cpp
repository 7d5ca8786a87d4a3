// GPT-2 (Radford et al., "Language Models are Unsupervised Multitask Learners", 2019).

#include <fmt/format.h>

#include "horloge/models/architectures.h"
#include "horloge/nn/position/learned.h"

namespace horloge {
namespace {

WeightTable gpt2_table(HeadKind head) {
  return {
      {
          {"wte", "embeddings.words"},
          {"wpe", "positions"},
          {"h.*.ln_1", "stack.blocks.*.attention_norm"},
          {"h.*.attn.c_attn", "stack.blocks.*.attention.{qkv}_proj", Stored::fused_transposed},
          {"h.*.attn.c_proj", "stack.blocks.*.attention.out_proj", Stored::transposed},
          {"h.*.ln_2", "stack.blocks.*.feed_forward_norm"},
          {"h.*.mlp.c_fc", "stack.blocks.*.feed_forward.up", Stored::transposed},
          {"h.*.mlp.c_proj", "stack.blocks.*.feed_forward.down", Stored::transposed},
          {"ln_f", "stack.norm"},
          {"lm_head", name_of(head)},
      },
      {"transformer."},
      {"attn.bias", "attn.masked_bias"},
  };
}

}  // namespace

DecoderRecipe gpt2_recipe(const Checkpoint& checkpoint, Rng& rng) {
  const Config& c = checkpoint.config;
  const std::size_t D = c.size({"n_embd", "hidden_size"});
  const std::size_t max_seq_len = c.size({"n_positions", "max_position_embeddings", "n_ctx"});
  check_fits(checkpoint, "positions", max_seq_len, D);

  DecoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size");
  r.embeddings.d_model = D;
  r.embeddings.types_are_words = true;
  r.embeddings.dropout = c.number("embd_pdrop", 0.1);
  r.positions = std::make_shared<LearnedPositions>(max_seq_len, D, rng);

  BlockOptions& block = r.stack.block;
  block.norm_place = NormPlace::before;
  block.norm = {NormKind::layer, c.number("layer_norm_epsilon", 1e-5)};
  block.attention.num_heads = c.size({"n_head", "num_attention_heads"});
  block.attention.head_dim = head_dim_setting(checkpoint, D, block.attention.num_heads);
  block.attention.dropout = c.number("attn_pdrop", 0.1);
  if (!c.flag("scale_attn_weights", true)) block.attention.scale = 1;
  block.feed_forward.d_ff = c.size("n_inner", 4 * D);
  block.feed_forward.activation = activation_setting(c, "activation_function", "gelu_new");
  block.dropout = c.number("resid_pdrop", 0.1);

  r.stack.num_layers = c.size({"n_layer", "num_hidden_layers"});
  r.stack.d_model = D;
  r.stack.scale_by_layer = c.flag("scale_attn_by_inverse_layer_idx", false);

  r.head = head_setting(c, "GPT2LMHeadModel", "GPT2Model", true);
  r.info = decoder_info(c, "GPT-2", r.embeddings.vocab_size);
  r.info.positions = fmt::format("learned, added to x; {} positions", max_seq_len);
  r.info.max_seq_len = max_seq_len;
  r.table = gpt2_table(r.head);
  c.require("add_cross_attention", false);
  c.ignore({"n_ctx", "reorder_and_upcast_attn", "summary_activation", "summary_first_dropout",
            "summary_proj_to_labels", "summary_type", "summary_use_proj"});
  return r;
}

}  // namespace horloge
