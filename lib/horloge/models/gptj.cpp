// GPT-J (Wang and Komatsuzaki, "GPT-J-6B", 2021): neighbouring dimensions rotate in pairs, in a
// part of each head, and attention and feed-forward net are parallel and share a norm.

#include <fmt/format.h>

#include "horloge/models/architectures.h"

namespace horloge {
namespace {

WeightTable gptj_table(HeadKind head) {
  return {
      {
          {"wte", "embeddings.words"},
          {"h.*.ln_1", "stack.blocks.*.attention_norm"},
          {"h.*.attn.q_proj", "stack.blocks.*.attention.q_proj"},
          {"h.*.attn.k_proj", "stack.blocks.*.attention.k_proj"},
          {"h.*.attn.v_proj", "stack.blocks.*.attention.v_proj"},
          {"h.*.attn.out_proj", "stack.blocks.*.attention.out_proj"},
          {"h.*.mlp.fc_in", "stack.blocks.*.feed_forward.up"},
          {"h.*.mlp.fc_out", "stack.blocks.*.feed_forward.down"},
          {"ln_f", "stack.norm"},
          {"lm_head.weight", std::string(name_of(head)) + ".weight"},
          {"lm_head.bias", "head.bias"},
      },
      {"transformer."},
      {"attn.bias", "attn.masked_bias", "attn.embed_positions"},
  };
}

std::size_t rotary_dim_setting(const Config& c, std::size_t head_dim) {
  const std::size_t turning = c.size("rotary_dim", 64);
  if (c.mentions("rotary_dim") && !c.has("rotary_dim"))
    c.fail("rotary_dim = null is not supported; it says how many dimensions of each head rotate");
  if (turning > head_dim || turning % 2 != 0)
    c.fail(fmt::format(
        "rotary_dim = {} is not supported; it must be even, and no more than head_dim {}", turning,
        head_dim));
  return turning;
}

}  // namespace

DecoderRecipe gptj_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  const std::size_t D = c.size({"n_embd", "hidden_size"}, 4096);
  const std::size_t H = c.size({"n_head", "num_attention_heads"}, 16);
  const std::size_t K = head_dim_setting(checkpoint, D, H);

  RotaryOptions rotary;
  rotary.pairing = Pairing::interleaved;
  rotary.rotary_dim = rotary_dim_setting(c, K);

  DecoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size", 50400);
  r.embeddings.d_model = D;
  r.embeddings.types_are_words = true;
  r.embeddings.dropout = c.number("embd_pdrop", 0);
  r.positions = std::make_shared<RotaryPositions>(K, rotary);

  BlockOptions& block = r.stack.block;
  block.parallel = true;
  block.one_norm = true;
  block.norm = {NormKind::layer, c.number("layer_norm_epsilon", 1e-5)};
  block.attention.num_heads = H;
  block.attention.head_dim = K;
  block.attention.bias = block.attention.out_bias = Bias::no;
  block.attention.dropout = c.number("attn_pdrop", 0);
  block.feed_forward.d_ff = c.size("n_inner", 4 * D);
  block.feed_forward.activation = activation_setting(c, "activation_function", "gelu_new");
  block.dropout = c.number("resid_pdrop", 0);

  r.stack.num_layers = c.size({"n_layer", "num_hidden_layers"}, 28);
  r.stack.d_model = D;

  r.head = head_setting(c, "GPTJForCausalLM", "GPTJModel", false);
  r.head_bias = Bias::yes;
  r.info = decoder_info(c, "GPT-J", r.embeddings.vocab_size);
  set_rotary(r.info, rotary, K);
  r.info.trained_len = trained_length(c, {"n_positions", "max_position_embeddings"});
  r.table = gptj_table(r.head);
  c.require("rotary", true);
  c.require("scale_attn_weights", true);
  c.ignore({"summary_activation", "summary_first_dropout", "summary_proj_to_labels", "summary_type",
            "summary_use_proj"});
  return r;
}

}  // namespace horloge
