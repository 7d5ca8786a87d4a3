#pragma once

// Models that see a text from both sides at once, to fill in words that are masked, or to judge it
// as a whole.

#include <memory>
#include <optional>

#include "horloge/models/language_model.h"
#include "horloge/models/parts/embeddings.h"
#include "horloge/models/parts/masked_language_head.h"
#include "horloge/models/parts/run_stack.h"

namespace horloge {

/// What a vector for a whole text is made of.
enum class Pooling {
  first_place,  ///< a token that stands before every text
  mean,         ///< all tokens, and the vector has length 1
};

/// All that tells one encoder-only model from another.
struct EncoderRecipe {
  ModelInfo info;
  InputEmbeddingsOptions embeddings;  ///< of a width of their own if the stack has another one
  std::shared_ptr<PositionScheme> positions;
  BlockStackOptions stack;  ///< whose first block may make the embeddings wider
  MaskedLanguageHeadOptions head;
  bool pooler = false;  ///< a vector for the text as a whole
  Pooling pooling = Pooling::first_place;
  bool next_sentence = false;  ///< and what it says of the text's second sentence
  WeightTable table;
};

class EncoderModel : public LanguageModel {
 public:
  EncoderModel(const EncoderRecipe& recipe, Rng& rng);
  /// ValueError if a cache is given: with every token that comes, all others change.
  ModelOutput forward(const ModelInput& in) const override;

  InputEmbeddings embeddings;
  std::optional<Linear> projection;  ///< from the embeddings' width to the stack's
  std::shared_ptr<PositionScheme> positions;
  BlockStack stack;
  std::optional<MaskedLanguageHead> head;
  std::optional<Linear> pooler;         ///< (D, D)
  std::optional<Linear> next_sentence;  ///< (2, D)

 private:
  Tensor pooled(const Tensor& x, const std::optional<Mask>& tokens) const;

  Pooling pooling_;
};

}  // namespace horloge
