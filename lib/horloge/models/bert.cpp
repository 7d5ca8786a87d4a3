// BERT (Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers", arXiv 1810.04805).

#include "horloge/models/bert.h"

#include <fmt/format.h>

#include "horloge/models/architectures.h"
#include "horloge/nn/position/learned.h"

namespace horloge {
namespace {

bool has_pooler(const SafetensorsFile& weights) {
  return weights.tensors.count("pooler.dense.weight") > 0 ||
         weights.tensors.count("bert.pooler.dense.weight") > 0;
}

}  // namespace

std::optional<std::int64_t> bert_padding(const Config& config) {
  const auto ids = config.ids("pad_token_id");
  if (!ids.empty()) return ids.front();
  return config.mentions("pad_token_id") ? std::nullopt : std::optional<std::int64_t>(0);
}

WeightTable bert_like_table(const std::string& prefix) {
  return {
      {
          {"embeddings.word_embeddings", "embeddings.words"},
          {"embeddings.token_type_embeddings", "embeddings.types"},
          {"embeddings.LayerNorm", "embeddings.norm"},
          {"encoder.layer.*.attention.self.query", "stack.blocks.*.attention.q_proj"},
          {"encoder.layer.*.attention.self.key", "stack.blocks.*.attention.k_proj"},
          {"encoder.layer.*.attention.self.value", "stack.blocks.*.attention.v_proj"},
          {"encoder.layer.*.attention.output.dense", "stack.blocks.*.attention.out_proj"},
          {"encoder.layer.*.attention.output.LayerNorm", "stack.blocks.*.attention_norm"},
          {"encoder.layer.*.intermediate.dense", "stack.blocks.*.feed_forward.up"},
          {"encoder.layer.*.output.dense", "stack.blocks.*.feed_forward.down"},
          {"encoder.layer.*.output.LayerNorm", "stack.blocks.*.feed_forward_norm"},
      },
      {prefix},
      {"embeddings.position_ids"},
      {{"LayerNorm.gamma", "LayerNorm.weight"}, {"LayerNorm.beta", "LayerNorm.bias"}},
  };
}

EncoderRecipe bert_like_recipe(const Checkpoint& checkpoint, std::size_t usual_vocab_size) {
  const Config& c = checkpoint.config;
  const std::size_t D = c.size("hidden_size", 768);
  const NormOptions norm = {NormKind::layer, c.number("layer_norm_eps", 1e-12)};
  const double dropout = c.number("hidden_dropout_prob", 0.1);

  EncoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size", usual_vocab_size);
  r.embeddings.d_model = D;
  r.embeddings.num_types = c.size("type_vocab_size", 2);
  r.embeddings.norm = norm;
  r.embeddings.padding_idx = bert_padding(c);
  r.embeddings.dropout = dropout;

  BlockOptions& block = r.stack.block;
  block.norm_place = NormPlace::after;
  block.norm = norm;
  block.attention.num_heads = c.size("num_attention_heads", 12);
  block.attention.head_dim = head_dim_setting(checkpoint, D, block.attention.num_heads);
  block.attention.dropout = c.number("attention_probs_dropout_prob", 0.1);
  block.feed_forward.d_ff = c.size("intermediate_size", 3072);
  block.feed_forward.activation = activation_setting(c, "hidden_act", "gelu");
  block.dropout = dropout;

  r.stack.num_layers = c.size("num_hidden_layers", 12);
  r.stack.d_model = D;
  r.stack.causal = false;
  r.stack.final_norm = false;

  r.head = {HeadKind::none, block.feed_forward.activation, norm};
  r.info.vocab_size = r.embeddings.vocab_size;
  r.info.causal = false;
  r.info.eos_ids = c.ids("eos_token_id");
  r.info.padding_id = r.embeddings.padding_idx;
  c.require("is_decoder", false);
  c.require("add_cross_attention", false);
  c.ignore({"classifier_dropout", "directionality", "pooler_fc_size", "pooler_num_attention_heads",
            "pooler_num_fc_layers", "pooler_size_per_head", "pooler_type", "tie_word_embeddings"});
  return r;
}

void add_learned_positions(const Checkpoint& checkpoint, EncoderRecipe& recipe, Rng& rng,
                           std::size_t reserved) {
  const Config& c = checkpoint.config;
  if (c.text("position_embedding_type", "absolute") != "absolute")
    c.refuse("position_embedding_type", "only absolute is");
  const std::size_t rows = c.size("max_position_embeddings", 512), D = recipe.stack.d_model;
  check_fits(checkpoint, "positions", rows, D);
  if (rows <= reserved)
    c.refuse("max_position_embeddings", fmt::format("the first {} are no token's", reserved));
  recipe.positions = std::make_shared<LearnedPositions>(rows, D, rng);
  recipe.info.max_seq_len = rows - reserved;
  recipe.info.positions = fmt::format("learned, added to x; {} positions", rows - reserved);
}

void add_masked_language_head(const Config& config, EncoderRecipe& recipe,
                              const MaskedHeadNames& names) {
  const bool tied = config.flag("tie_word_embeddings", true);
  recipe.head.kind = tied ? HeadKind::tied : HeadKind::own;
  const WeightRule rules[] = {
      {names.transform, "head.transform"},
      {names.norm, "head.norm"},
      {names.decoder + ".weight", tied ? "embeddings.words.weight" : "head.scores.weight"},
      {names.bias, "head.scores.bias"},
      {names.decoder + ".bias", "head.scores.bias"},
  };
  recipe.table.rules.insert(recipe.table.rules.end(), std::begin(rules), std::end(rules));
}

EncoderRecipe bert_recipe(const Checkpoint& checkpoint, Rng& rng) {
  const Config& c = checkpoint.config;
  const std::string masked = "BertForMaskedLM", both = "BertForPreTraining",
                    next = "BertForNextSentencePrediction", bare = "BertModel";
  const std::string kind = architecture_class(c, {masked, both, next, bare});

  EncoderRecipe r = bert_like_recipe(checkpoint, 30522);
  add_learned_positions(checkpoint, r, rng);
  r.info.architecture = "BERT";

  r.table = bert_like_table("bert.");
  r.table.rules.push_back({"embeddings.position_embeddings", "positions"});
  r.table.rules.push_back({"pooler.dense", "pooler"});
  r.table.rules.push_back({"cls.seq_relationship", "next_sentence"});
  if (kind == masked || kind == both) add_masked_language_head(c, r);
  r.next_sentence = kind == both || kind == next;
  r.pooler = r.next_sentence || (kind == bare && has_pooler(checkpoint.weights));
  // Files of pre-training often say that they fill in words, and hold the rest as well.
  if (kind == masked)
    r.table.ignored.insert(r.table.ignored.end(),
                           {"pooler.dense.weight", "pooler.dense.bias",
                            "cls.seq_relationship.weight", "cls.seq_relationship.bias"});
  return r;
}

}  // namespace horloge
