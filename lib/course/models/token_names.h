#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "horloge/text/tokenizers/pretrained_tokenizer.h"

namespace models {

/// What a model's ids stand for, as far as its folder tells, and the ids of a
/// text. To spell ids takes only a list of tokens, so that works for tokenizers
/// with parts that are not known here, too.
class TokenNames {
 public:
  /// Names are an extra: where no list can be read, no id has one.
  static TokenNames read(const std::filesystem::path& folder);

  bool empty() const { return tokenizer_ == nullptr; }

  /// Why what is there could not be read; empty if there is nothing, or if it
  /// could.
  const std::string& trouble() const { return trouble_; }

  /// What one id spells within a text, with the space before it; <7> for an id
  /// without a name. A line break becomes \n, and the like: see
  /// horloge::escape_controls().
  std::string piece(std::int64_t id) const;

  /// What the ids spell together, up to the last whole character.
  std::string text(const std::vector<std::int64_t>& ids) const;

  /// The ids of a text, with the special tokens around it. horloge::Error if
  /// nothing here says how to cut it, or if it is not UTF-8.
  std::vector<std::int64_t> ids(const std::string& text) const;

  /// Null if there are no names.
  const horloge::PretrainedTokenizer* tokenizer() const {
    return tokenizer_.get();
  }

 private:
  std::shared_ptr<const horloge::PretrainedTokenizer> tokenizer_;
  std::string trouble_;
};

}  // namespace models
