#pragma once

// Encoder-only models: every token attends to the whole text, to fill in masked tokens or to judge
// the text as a whole.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "horloge/models/language_model.h"
#include "horloge/models/parts/embeddings.h"
#include "horloge/models/parts/masked_language_head.h"
#include "horloge/models/parts/run_stack.h"

namespace horloge {

/// What the vector of a whole text is made of.
enum class Pooling {
  first_place,  ///< the first token, which opens every text
  mean,         ///< the mean over all tokens, scaled to length 1
};

/// All that tells one encoder-only model from another.
struct EncoderRecipe {
  ModelInfo info;
  InputEmbeddingsOptions embeddings;  ///< may have a width of their own
  std::shared_ptr<PositionScheme> positions;
  /// The scheme of each layer, where they differ; what is added to x is that of `positions` alone.
  std::vector<std::shared_ptr<PositionScheme>> layer_positions{};
  /// As in RoBERTa: padding is this id, its position the same number, and tokens are counted from
  /// the next one on.
  std::optional<std::int64_t> positions_after;
  BlockStackOptions stack;  ///< whose first block may widen them
  MaskedLanguageHeadOptions head;
  bool pooler = false;  ///< whether there is a vector of the whole text
  Pooling pooling = Pooling::first_place;
  bool next_sentence = false;  ///< whether it predicts if the second sentence follows
  WeightTable table;
};

/// An encoder-only model. Its weights start as init::gpt() says, with residuals unscaled.
class EncoderModel : public LanguageModel {
 public:
  EncoderModel(const EncoderRecipe& recipe, Rng& rng);
  /// ValueError if a cache is given: every new token changes the states of all others.
  ModelOutput forward(const ModelInput& in) const override;

  InputEmbeddings embeddings;
  std::optional<Linear> projection;  ///< from the embeddings' width to the stack's
  std::shared_ptr<PositionScheme> positions;
  std::vector<std::shared_ptr<PositionScheme>> layer_positions;
  BlockStack stack;
  std::optional<MaskedLanguageHead> head;
  std::optional<Linear> pooler;         ///< (D, D)
  std::optional<Linear> next_sentence;  ///< (2, D)

 private:
  AttentionPositions positions_in(const ModelInput& in) const;
  Tensor pooled(const Tensor& x, const std::optional<Mask>& tokens) const;

  Pooling pooling_;
  std::optional<std::int64_t> positions_after_;
};

}  // namespace horloge
