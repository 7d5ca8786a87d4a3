// RoFormer (Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", arXiv
// 2104.09864): BERT with rotary positions, the first to have them.

#include "horloge/models/architectures.h"
#include "horloge/models/bert.h"
#include "horloge/nn/position/sinusoidal.h"

namespace horloge {

EncoderRecipe roformer_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  const std::string masked = "RoFormerForMaskedLM", bare = "RoFormerModel";
  const std::string kind = architecture_class(c, {masked, bare});

  EncoderRecipe r = bert_like_recipe(checkpoint, 50000);
  r.embeddings.d_model = c.size("embedding_size", r.stack.d_model);
  RotaryOptions rotary;
  rotary.pairing = Pairing::interleaved;
  const std::size_t K = r.stack.block.attention.head_dim;
  r.positions = std::make_shared<RotaryPositions>(K, rotary);
  r.stack.block.attention.values_as_keys = c.flag("rotary_value", false);
  r.info.architecture = "RoFormer";
  set_rotary(r.info, rotary, K);
  r.info.trained_len = trained_length(c, "max_position_embeddings");
  if (r.stack.block.attention.values_as_keys) r.info.positions += "; v, too";

  r.table = bert_like_table("roformer.");
  r.table.rules.push_back({"embeddings_project", "projection"});
  // Sines and cosines, not learned.
  const std::string table = "encoder.embed_positions.weight";
  const std::size_t rows = c.size("max_position_embeddings", 1536);
  r.table.ignored.push_back(table);
  r.table.constants.emplace_back("roformer." + table, [rows, K] {
    return sinusoidal_table(rows, K, SinusoidOptions().with_layout(SinusoidLayout::halves));
  });
  if (kind == masked) add_masked_language_head(c, r);
  return r;
}

}  // namespace horloge
