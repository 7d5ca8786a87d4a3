#pragma once

// Decoder-only models: a stack of blocks with a head, each token predicted from those before it.

#include <memory>
#include <optional>
#include <vector>

#include "horloge/models/language_model.h"
#include "horloge/models/parts/embeddings.h"
#include "horloge/models/parts/language_head.h"
#include "horloge/models/parts/run_stack.h"

namespace horloge {

/// All that tells one decoder-only model from another.
struct DecoderRecipe {
  ModelInfo info;
  InputEmbeddingsOptions embeddings;
  std::shared_ptr<PositionScheme> positions;
  /// The scheme of each layer, where they differ; what is added to x is that of `positions` alone.
  std::vector<std::shared_ptr<PositionScheme>> layer_positions{};
  BlockStackOptions stack;
  HeadKind head = HeadKind::own;
  Bias head_bias = Bias::no;
  double logit_cap = 0;  ///< as LanguageHead has it
  /// Positions count tokens, not padding, as BLOOM's do.
  bool count_unmasked = false;
  WeightTable table;
};

/// A decoder-only model. Its weights start as init::gpt() says.
class DecoderModel : public LanguageModel {
 public:
  DecoderModel(const DecoderRecipe& recipe, Rng& rng);
  ModelOutput forward(const ModelInput& in) const override;

  const DecoderRecipe& recipe() const { return recipe_; }

  InputEmbeddings embeddings;
  std::shared_ptr<PositionScheme> positions;
  std::vector<std::shared_ptr<PositionScheme>> layer_positions;
  BlockStack stack;
  std::optional<LanguageHead> head;

 private:
  DecoderRecipe recipe_;
};

}  // namespace horloge
