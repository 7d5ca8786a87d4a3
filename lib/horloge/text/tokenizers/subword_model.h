#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "horloge/text/tokenizers/part_settings.h"
#include "horloge/text/tokenizers/token_table.h"

namespace horloge {

/// Cuts a word, or whatever a pre-tokenizer leaves, into tokens of a vocabulary.
class SubwordModel {
 public:
  virtual ~SubwordModel() = default;
  /// Adds the ids of a piece, which is not empty and in UTF-8.
  virtual void encode(std::string_view piece, std::vector<std::int64_t>& ids) const = 0;
};

/// From the `model` of a tokenizer.json: BPE, Unigram or WordPiece; its vocabulary is added to
/// `tokens`, which must outlive the model. FileError for one that is not known here.
std::unique_ptr<SubwordModel> read_subword_model(const PartSettings& settings, TokenTable& tokens);

}  // namespace horloge
