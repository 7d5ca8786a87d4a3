// Transformer-XL (Dai et al., "Attentive Language Models beyond a Fixed-Length Context", arXiv
// 1901.02860).

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/models/architectures.h"
#include "horloge/ops/activation.h"

namespace horloge {
namespace {

// A file has shared weights under one of their names, or under all.
void add_head(WeightTable& table, const TransformerXLRecipe& r) {
  const bool tied = r.head->tables;
  table.rules.push_back(
      {"crit.out_layers.*.weight", tied ? "embeddings.tables.*" : "head.tables.*"});
  table.rules.push_back({"crit.out_layers.*.bias", "head.biases.*"});
  table.rules.push_back({"crit.cluster_weight", "head.cluster_weight"});
  table.rules.push_back({"crit.cluster_bias", "head.cluster_bias"});
  const auto& projections = r.head->projections;
  for (std::size_t i = 0; r.words.projects() && i <= r.words.cutoffs.size(); ++i) {
    const bool shared = i < projections.size() && projections[i];
    const std::size_t theirs = r.words.div_val == 1 ? 0 : i;
    table.rules.push_back({fmt::format("crit.out_projs.{}", i),
                           shared ? fmt::format("embeddings.projections.{}", theirs)
                                  : fmt::format("head.projections.{}", i)});
  }
}

WeightTable table_of(const TransformerXLRecipe& r) {
  WeightTable table = {
      {
          {"word_emb.emb_layers.*.weight", "embeddings.tables.*"},
          {"word_emb.emb_projs.*", "embeddings.projections.*"},
          {"layers.*.dec_attn.qkv_net", "stack.blocks.*.attention.{qkv}_proj", Stored::fused},
          {"layers.*.dec_attn.o_net", "stack.blocks.*.attention.out_proj"},
          {"layers.*.dec_attn.layer_norm", "stack.blocks.*.attention_norm"},
          {"layers.*.dec_attn.r_net", "positions.*.r_net"},
          {"layers.*.dec_attn.r_w_bias", "positions.*.r_w_bias"},
          {"layers.*.dec_attn.r_r_bias", "positions.*.r_r_bias"},
          {"layers.*.pos_ff.CoreNet.0", "stack.blocks.*.feed_forward.up"},
          {"layers.*.pos_ff.CoreNet.3", "stack.blocks.*.feed_forward.down"},
          {"layers.*.pos_ff.layer_norm", "stack.blocks.*.feed_forward_norm"},
      },
      {"transformer."},
      {"pos_emb.inv_freq"},
  };
  for (const std::string bias : {"r_w_bias", "r_r_bias"}) {
    if (!r.shared_biases) continue;
    table.rules.push_back({bias, "positions.0." + bias});
    for (std::size_t i = 1; i < r.stack.num_layers; ++i)
      table.rules.push_back({fmt::format("layers.{}.dec_attn.{}", i, bias), "positions.0." + bias});
  }
  if (r.head) add_head(table, r);
  return table;
}

AdaptiveOptions words_setting(const Config& c, std::size_t d_model) {
  AdaptiveOptions words;
  words.vocab_size = c.size({"vocab_size", "n_token"}, 267735);
  words.d_model = d_model;
  words.d_embed = c.size("d_embed", 1024);
  words.div_val = c.size("div_val", 4);
  words.cutoffs = {20000, 40000, 200000};
  if (c.has("cutoffs")) words.cutoffs.clear();
  for (const std::int64_t cutoff : c.ids("cutoffs")) {
    if (cutoff <= 0) c.refuse("cutoffs", "they must be positive");
    words.cutoffs.push_back(static_cast<std::size_t>(cutoff));
  }
  try {
    words.check();
  } catch (const ValueError& e) {
    c.fail(e);
  }
  return words;
}

AdaptiveHead::Tying tying_setting(const Config& c, std::size_t clusters) {
  AdaptiveHead::Tying tying;
  tying.tables = c.flag("tie_word_embeddings", true);
  tying.projections.assign(clusters, c.flag("proj_share_all_but_first", true));
  tying.projections[0] = false;
  if (c.has("tie_projs")) tying.projections = c.flags("tie_projs");
  return tying;
}

// A size that may be 0, too.
std::size_t length_setting(const Config& c, const char* key, std::size_t usual) {
  return c.number(key, 1) == 0 ? 0 : c.size(key, usual);
}

BlockStackOptions transformer_xl_stack(const Config& c, std::size_t d_model) {
  BlockStackOptions stack;
  stack.num_layers = c.size("n_layer", 18);
  stack.d_model = d_model;
  stack.final_norm = false;
  BlockOptions& block = stack.block;
  block.norm_place = c.flag("pre_lnorm", false) ? NormPlace::before : NormPlace::after;
  block.norm = {NormKind::layer, c.number("layer_norm_epsilon", 1e-5)};
  block.attention.num_heads = c.size("n_head", 16);
  block.attention.head_dim = c.size("d_head", 64);
  block.attention.bias = block.attention.out_bias = Bias::no;
  block.attention.dropout = c.number("dropatt", 0);
  block.feed_forward.d_ff = c.size("d_inner", 4096);
  block.feed_forward.activation = relu;
  block.feed_forward.dropout = block.dropout = c.number("dropout", 0.1);
  return stack;
}

}  // namespace

TransformerXLRecipe transformer_xl_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  const std::size_t D = c.size("d_model", 1024);
  TransformerXLRecipe r;
  r.words = words_setting(c, D);
  r.stack = transformer_xl_stack(c, D);
  r.dropout = r.positions.dropout = c.number("dropout", 0.1);
  if (c.number("clamp_len", 1000) > 0) r.positions.clamp_len = c.size("clamp_len", 1000);
  r.shared_biases = !c.flag("untie_r", true);
  r.mem_len = length_setting(c, "mem_len", 1600);
  if (c.flag("same_length", true)) {
    if (r.mem_len == 0)
      c.refuse("mem_len", "with same_length it is how many tokens each token attends to");
    r.stack.sliding_window = r.mem_len;
  }
  const AdaptiveHead::Tying tying = tying_setting(c, r.words.cutoffs.size() + 1);
  const std::string model = architecture_class(c, {"TransfoXLLMHeadModel", "TransfoXLModel"});
  if (model == "TransfoXLLMHeadModel") r.head = tying;

  r.info.architecture = "Transformer-XL";
  r.info.positions = fmt::format(
      "relative, added to the scores as each query sees it; remembers {} tokens", r.mem_len);
  r.info.vocab_size = r.words.vocab_size;
  r.info.eos_ids = c.has("eos_token_id") ? c.ids("eos_token_id") : std::vector<std::int64_t>{0};
  r.table = table_of(r);
  if (c.number("attn_type", 0) != 0) c.refuse("attn_type", "only 0 is");
  if (c.number("sample_softmax", -1) > 0) c.refuse("sample_softmax", "only -1 is");
  c.ignore({"adaptive", "init", "init_range", "init_std", "proj_init_std", "tgt_len", "ext_len",
            "tie_weight", "trainer_compatible"});
  return r;
}

}  // namespace horloge
