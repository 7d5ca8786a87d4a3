#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/text/vocabulary.h"

namespace horloge {

struct TokenizerOptions {
  bool lower_case = false;  ///< see to_lower
  VocabularyOrder order = VocabularyOrder::first_occurrence;
  std::size_t min_count = 1;  ///< tokens that are rarer are unknown
};

/// Sequences of different lengths, side by side.
struct PaddedIds {
  Ids ids;    ///< (B, T), T the longest; padding at the end
  Mask mask;  ///< (B, T); true = no padding
};

/// Text to ids and back. Texts are UTF-8; ValueError for one that is not, with the byte where it
/// fails, and for one that is empty or holds white space only.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  std::size_t vocab_size() const { return vocabulary_.size(); }

  /// The pieces of a text, known or not.
  std::vector<std::string> tokens(std::string_view text) const;

  /// text -> ids (T)
  Ids encode(std::string_view text) const;

  /// B texts -> ids (B, T), mask (B, T)
  PaddedIds encode_batch(const std::vector<std::string>& texts) const;

  /// ids of any shape, read in order -> text. Padding is left out, unknown is `<unk>`.
  std::string decode(const Ids& ids) const;

  /// Writes the vocabulary. The options are not in the file: give the same ones to load().
  void save(const std::filesystem::path& path) const { vocabulary_.save(path); }

 protected:
  Tokenizer(Vocabulary vocabulary, bool lower_case)
      : vocabulary_(std::move(vocabulary)), lower_case_(lower_case) {}

  virtual std::vector<std::string> split(std::string_view text) const = 0;
  virtual std::string join(const std::vector<std::string>& tokens) const = 0;

 private:
  Vocabulary vocabulary_;
  bool lower_case_;
};

/// Words: split at white space and after the apostrophe within a word (`l'|homme`, `don'|t`);
/// punctuation marks, symbols and Chinese characters are tokens each.
class WordTokenizer : public Tokenizer {
 public:
  explicit WordTokenizer(const std::vector<std::string>& texts,
                         const TokenizerOptions& options = {});
  static WordTokenizer load(const std::filesystem::path& path,
                            const TokenizerOptions& options = {});

 protected:
  using Tokenizer::Tokenizer;
  std::vector<std::string> split(std::string_view text) const override;
  /// With spaces between words, but not after an apostrophe, around Chinese, or before a comma,
  /// full stop or closing bracket: readable, though not always the spacing of the original.
  std::string join(const std::vector<std::string>& tokens) const override;
};

/// Characters, white space among them: decode(encode(text)) is the text.
class CharTokenizer : public Tokenizer {
 public:
  explicit CharTokenizer(const std::vector<std::string>& texts,
                         const TokenizerOptions& options = {});
  static CharTokenizer load(const std::filesystem::path& path,
                            const TokenizerOptions& options = {});

 protected:
  using Tokenizer::Tokenizer;
  std::vector<std::string> split(std::string_view text) const override;
  std::string join(const std::vector<std::string>& tokens) const override;
};

}  // namespace horloge
