// LLaMA (Touvron et al., arXiv 2302.13971 and 2307.09288).

#include "horloge/models/llama.h"

#include <fmt/format.h>

#include <algorithm>

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

void normalise_queries_and_keys(DecoderRecipe& r) {
  r.stack.block.attention.qk_norm = r.stack.block.norm;
  for (const char* norm : {"q_norm", "k_norm"})
    r.table.rules.push_back({std::string("layers.*.self_attn.") + norm,
                             std::string("stack.blocks.*.attention.") + norm});
}

void redirect(WeightTable& table, const std::string& theirs, const std::string& ours) {
  auto& rules = table.rules;
  const auto is_it = [&](const WeightRule& r) { return r.theirs == "layers.*." + theirs; };
  if (ours.empty())
    rules.erase(std::remove_if(rules.begin(), rules.end(), is_it), rules.end());
  else
    std::find_if(rules.begin(), rules.end(), is_it)->ours = "stack.blocks.*." + ours;
}

std::vector<bool> rotating_layers(const Config& c, std::size_t num_layers) {
  const std::size_t interval = c.size("no_rope_layer_interval", 4);
  const std::vector<std::int64_t> said = c.ids("no_rope_layers");
  if (!said.empty() && said.size() < num_layers)
    c.refuse("no_rope_layers", fmt::format("it has to name each of the {} layers", num_layers));
  std::vector<bool> rotates;
  for (std::size_t i = 0; i < num_layers; ++i)
    rotates.push_back(said.empty() ? (i + 1) % interval != 0 : said[i] != 0);
  return rotates;
}

DecoderRecipe llama_like_recipe(const Checkpoint& checkpoint, const std::string& name,
                                const LlamaDetails& details) {
  const Config& c = checkpoint.config;
  const bool meta = has_meta_names(checkpoint.weights);
  const std::size_t D = c.size("hidden_size");
  const std::size_t H = c.size("num_attention_heads");
  const std::size_t K =
      details.head_dim > 0 ? details.head_dim : head_dim_setting(checkpoint, D, H);

  RotaryOptions rotary =
      rotary_setting(c, K, c.number("max_position_embeddings", 2048), details.rotary);
  rotary.pairing = meta ? Pairing::interleaved : details.pairing;

  DecoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size");
  r.embeddings.d_model = D;
  if (const auto padding = c.ids("pad_token_id"); !padding.empty())
    r.embeddings.padding_idx = padding.front();
  r.positions = std::make_shared<RotaryPositions>(K, rotary);

  BlockOptions& block = r.stack.block;
  block.norm_place = NormPlace::before;
  block.norm = {NormKind::rms, c.number("rms_norm_eps", details.usual_eps)};
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

  r.head = head_setting(c, name + "ForCausalLM", name + "Model", details.usually_tied);
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
