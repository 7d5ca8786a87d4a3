#pragma once

// Models that read one text and write another: an encoder, and a decoder that attends to its output
// (Vaswani et al. 2017). Or the encoder alone.

#include <memory>
#include <optional>

#include "horloge/models/language_model.h"
#include "horloge/models/parts/embeddings.h"
#include "horloge/models/parts/language_head.h"
#include "horloge/models/parts/run_stack.h"

namespace horloge {

/// All that tells one of these models from another.
struct EncoderDecoderRecipe {
  ModelInfo info;
  InputEmbeddingsOptions embeddings;  ///< of both
  std::shared_ptr<PositionScheme> encoder_positions, decoder_positions;
  BlockStackOptions encoder;
  std::optional<BlockStackOptions> decoder;  ///< absent: the encoder alone
  HeadKind head = HeadKind::none;
  double head_scale = 1;  ///< of what the head sees
  double dropout = 0;     ///< of the outputs of encoder and decoder
  WeightTable table;
};

class EncoderDecoderModel : public LanguageModel {
 public:
  EncoderDecoderModel(const EncoderDecoderRecipe& recipe, Rng& rng);

  /// The decoder's logits and states, with the encoder's in `encoder`; the encoder's own if there
  /// is no decoder. A cache holds the keys and values of the decoder's tokens and of the encoder's
  /// output, so that the encoder runs once. ValueError for a cache without a decoder.
  ModelOutput forward(const ModelInput& in) const override;

  /// What the decoder writes when the encoder reads the prompt.
  ///   prompt (B, T) -> (B, 1 + N), the start id first
  Ids generate(const Ids& prompt, const GenerateOptions& options = {}) const override;

  InputEmbeddings embeddings;
  std::shared_ptr<PositionScheme> encoder_positions, decoder_positions;
  BlockStack encoder;
  std::optional<BlockStack> decoder;
  std::optional<LanguageHead> head;

 private:
  ModelOutput encode(const ModelInput& in) const;
  ModelInput decoder_input(const ModelInput& in) const;

  double head_scale_;
  Dropout dropout_;
};

}  // namespace horloge
