#pragma once

// One vector of a whole text, near to those of texts that mean the same.

#include <filesystem>
#include <memory>

#include "horloge/core/with.h"
#include "horloge/models/language_model.h"

namespace horloge {

/// What the vector of a text is made of.
enum class SentencePooling {
  own,          ///< of a model that was trained to make one: ModelOutput::pooled
  first_token,  ///< the hidden state of the first token, [CLS] of BERT
  mean,         ///< the mean of the hidden states of all tokens, without padding
};

struct [[nodiscard]] SentenceEncoderOptions {
  SentencePooling pooling = SentencePooling::mean;
  bool normalize = false;  ///< to length 1

  using Self = SentenceEncoderOptions;
  Self with_pooling(SentencePooling how) const { return with(*this, &Self::pooling, how); }
  Self with_normalize(bool on) const { return with(*this, &Self::normalize, on); }
};

/// Whether a folder says how its model's hidden states become the vector of a text: a
/// `modules.json` or a `1_Pooling/config.json`, as sentence-transformers writes them (Reimers and
/// Gurevych, "Sentence-BERT", arXiv 1908.10084).
bool says_sentence_pooling(const std::filesystem::path& folder);

/// What such a folder says; the mean, not normalised, of one that does not. FileError for a file
/// that is malformed, or asks for what is not here: another module, another pooling, or two at
/// once.
SentenceEncoderOptions read_sentence_pooling(const std::filesystem::path& folder);

/// Texts to vectors, by a published encoder: MiniLM and its like, or Universal Sentence Encoder
/// Lite.
class SentenceEncoder {
 public:
  /// ValueError for a causal model, whose first words would see none of the others, and for one
  /// that reads one text and writes another.
  SentenceEncoder(std::shared_ptr<const LanguageModel> model,
                  const SentenceEncoderOptions& options);

  /// The model of a folder, as the folder says; where it says nothing, with the model's own vector
  /// if it was trained to make one, else with the mean, as sentence-transformers does.
  static SentenceEncoder load(const std::filesystem::path& folder);
  static SentenceEncoder of(std::shared_ptr<const LanguageModel> model,
                            const std::filesystem::path& folder);

  /// The vectors of texts, whose ids are (B, T), with attention_mask if there is padding.
  ///   -> (B, D)
  Tensor operator()(const ModelInput& in) const;

  const LanguageModel& model() const { return *model_; }
  const SentenceEncoderOptions& options() const { return options_; }

 private:
  std::shared_ptr<const LanguageModel> model_;
  SentenceEncoderOptions options_;
};

}  // namespace horloge
