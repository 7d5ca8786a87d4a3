// DistilBERT (Sanh et al., "DistilBERT, a distilled version of BERT", arXiv 1910.01108): half of
// BERT's layers, no segments and no pooler.

#include "horloge/models/architectures.h"
#include "horloge/models/bert.h"

namespace horloge {
namespace {

WeightTable distilbert_table() {
  return {
      {
          {"embeddings.word_embeddings", "embeddings.words"},
          {"embeddings.position_embeddings", "positions"},
          {"embeddings.LayerNorm", "embeddings.norm"},
          {"transformer.layer.*.attention.q_lin", "stack.blocks.*.attention.q_proj"},
          {"transformer.layer.*.attention.k_lin", "stack.blocks.*.attention.k_proj"},
          {"transformer.layer.*.attention.v_lin", "stack.blocks.*.attention.v_proj"},
          {"transformer.layer.*.attention.out_lin", "stack.blocks.*.attention.out_proj"},
          {"transformer.layer.*.sa_layer_norm", "stack.blocks.*.attention_norm"},
          {"transformer.layer.*.ffn.lin1", "stack.blocks.*.feed_forward.up"},
          {"transformer.layer.*.ffn.lin2", "stack.blocks.*.feed_forward.down"},
          {"transformer.layer.*.output_layer_norm", "stack.blocks.*.feed_forward_norm"},
      },
      {"distilbert."},
      {"embeddings.position_ids"},
  };
}

}  // namespace

EncoderRecipe distilbert_recipe(const Checkpoint& checkpoint, Rng& rng) {
  const Config& c = checkpoint.config;
  const std::string masked = "DistilBertForMaskedLM", bare = "DistilBertModel";
  const std::string kind = architecture_class(c, {masked, bare});
  const std::size_t D = c.size({"dim", "hidden_size"}, 768);
  const NormOptions norm = {NormKind::layer, 1e-12};
  const double dropout = c.number("dropout", 0.1);

  EncoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size", 30522);
  r.embeddings.d_model = D;
  r.embeddings.norm = norm;
  r.embeddings.padding_idx = bert_padding(c);
  r.embeddings.dropout = dropout;

  BlockOptions& block = r.stack.block;
  block.norm_place = NormPlace::after;
  block.norm = norm;
  block.attention.num_heads = c.size({"n_heads", "num_attention_heads"}, 12);
  block.attention.head_dim = head_dim_setting(checkpoint, D, block.attention.num_heads);
  block.attention.dropout = c.number("attention_dropout", 0.1);
  block.feed_forward.d_ff = c.size("hidden_dim", 3072);
  block.feed_forward.activation = activation_setting(c, "activation", "gelu");
  block.dropout = dropout;

  r.stack.num_layers = c.size({"n_layers", "num_hidden_layers"}, 6);
  r.stack.d_model = D;
  r.stack.causal = false;
  r.stack.final_norm = false;

  r.info.architecture = "DistilBERT";
  r.info.vocab_size = r.embeddings.vocab_size;
  r.info.causal = false;
  r.info.eos_ids = c.ids("eos_token_id");
  r.info.padding_id = r.embeddings.padding_idx;
  add_learned_positions(checkpoint, r, rng);

  r.head = {HeadKind::none, block.feed_forward.activation, norm};
  r.table = distilbert_table();
  if (kind == masked)
    add_masked_language_head(
        c, r, {"vocab_transform", "vocab_layer_norm", "vocab_projector", "vocab_projector.bias"});
  // The sines that its positions may have started from are in the file as they were trained.
  c.ignore({"qa_dropout", "seq_classif_dropout", "sinusoidal_pos_embds", "tie_weights_",
            "tie_word_embeddings"});
  return r;
}

}  // namespace horloge
