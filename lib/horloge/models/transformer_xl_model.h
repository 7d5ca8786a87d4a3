#pragma once

// A decoder with a memory: each segment of a text attends to the hidden states of those before it
// (Dai et al., "Attentive Language Models beyond a Fixed-Length Context", arXiv 1901.02860).

#include <memory>
#include <optional>
#include <vector>

#include "horloge/models/language_model.h"
#include "horloge/models/parts/adaptive.h"
#include "horloge/models/parts/run_stack.h"
#include "horloge/nn/position/transformer_xl.h"

namespace horloge {

/// All that tells one of these models from another.
struct TransformerXLRecipe {
  ModelInfo info;
  AdaptiveOptions words;
  TransformerXLOptions positions;
  bool shared_biases = false;  ///< one u and v for all layers; else each has its own
  BlockStackOptions stack;
  std::size_t mem_len = 0;  ///< how many tokens before a segment it attends to
  std::optional<AdaptiveHead::Tying> head;
  double dropout = 0;  ///< of what enters the first block, and of what leaves the last
  WeightTable table;
};

class TransformerXLModel : public LanguageModel {
 public:
  TransformerXLModel(const TransformerXLRecipe& recipe, Rng& rng);

  /// With `mems`, the segment after the one that returned them; without, a first segment, whose
  /// mems are zeros. A cache is for the tokens of one segment: they attend to its mems and to the
  /// segment so far, as in one pass. ValueError for padding and for position_ids, of which the mems
  /// have no record.
  ModelOutput forward(const ModelInput& in) const override;

  /// The prompt is one segment, and each token after it is one of its own.
  Ids generate(const Ids& prompt, const GenerateOptions& options = {}) const override;

  AdaptiveEmbedding embeddings;
  std::vector<std::shared_ptr<TransformerXLPositions>> positions;  ///< of each block
  BlockStack stack;
  std::optional<AdaptiveHead> head;

 private:
  std::vector<Tensor> mems_of(const ModelInput& in) const;
  std::vector<PositionContext> contexts(const ModelInput& in, const AttentionPositions& at) const;

  std::vector<TransformerXLPositions> both_ways_;  // the positions for a model that is not causal
  std::size_t d_model_, mem_len_;
  Dropout dropout_;
};

}  // namespace horloge
