// Universal Sentence Encoder Lite (Cer et al., "Universal Sentence Encoder", arXiv 1803.11175): a
// text to a vector of length 1, near to those of texts that mean the same.

#include <fmt/format.h>

#include "horloge/models/architectures.h"
#include "horloge/nn/position/sinusoidal.h"

namespace horloge {
namespace {

// The names that are given to the weights when they are converted; matrices are (in, out).
WeightTable use_lite_table() {
  const std::string theirs = "layers.*.", ours = "stack.blocks.*.";
  WeightTable table;
  table.rules = {
      {"words", "embeddings.words"},
      {theirs + "attention_norm", ours + "attention_norm"},
      {theirs + "attention.qkv", ours + "attention.{qkv}_proj", Stored::fused_transposed},
      {theirs + "attention.out", ours + "attention.out_proj", Stored::transposed},
      {theirs + "residual", ours + "residual", Stored::transposed},
      {theirs + "feed_forward_norm", ours + "feed_forward_norm"},
      {theirs + "feed_forward.up", ours + "feed_forward.up", Stored::transposed},
      {theirs + "feed_forward.down", ours + "feed_forward.down", Stored::transposed},
      {"pooler", "pooler", Stored::transposed},
  };
  return table;
}

}  // namespace

EncoderRecipe use_lite_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  architecture_class(c, {"UniversalSentenceEncoderLite"});
  const std::size_t E = c.size("embedding_size"), D = c.size("hidden_size");
  const std::size_t max_seq_len = c.size("max_position_embeddings");
  check_fits(checkpoint, "positions", max_seq_len, E);

  EncoderRecipe r;
  r.embeddings.vocab_size = c.size("vocab_size");
  r.embeddings.d_model = E;
  r.embeddings.scale = c.number("embedding_scale");
  SinusoidOptions sinusoid;
  sinusoid.layout = SinusoidLayout::tensor2tensor;
  r.positions = std::make_shared<SinusoidalPositions>(max_seq_len, E, sinusoid);

  BlockOptions& block = r.stack.block;
  block.norm_place = NormPlace::before;
  block.norm = {NormKind::layer, c.number("layer_norm_eps")};
  block.attention.num_heads = c.size("num_attention_heads");
  block.feed_forward.d_ff = c.size("intermediate_size");
  block.feed_forward.activation = activation_setting(c, "hidden_act", "relu");

  r.stack.num_layers = c.size("num_hidden_layers");
  r.stack.d_model = D;
  r.stack.d_in = E;
  r.stack.causal = false;
  r.stack.final_norm = false;
  r.head.kind = HeadKind::none;
  r.pooler = true;
  r.pooling = Pooling::mean;

  r.info.architecture = "Universal Sentence Encoder Lite";
  r.info.positions = fmt::format("sinusoidal, added to x; {} positions", max_seq_len);
  r.info.vocab_size = r.embeddings.vocab_size;
  r.info.causal = false;
  r.info.embeds_texts = true;
  r.info.max_seq_len = max_seq_len;
  r.table = use_lite_table();
  return r;
}

}  // namespace horloge
