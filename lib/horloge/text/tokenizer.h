#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/core/with.h"
#include "horloge/text/vocabulary.h"

namespace horloge {

struct [[nodiscard]] TokenizerOptions {
  bool lower_case = false;  ///< applies to_lower first
  VocabularyOrder order = VocabularyOrder::first_occurrence;
  std::size_t min_count = 1;   ///< rarer tokens are unknown
  bool special_tokens = true;  ///< `<pad>` and `<unk>`; without, ids begin with the text's tokens

  using Self = TokenizerOptions;
  Self with_lower_case(bool on) const { return with(*this, &Self::lower_case, on); }
  Self with_order(VocabularyOrder x) const { return with(*this, &Self::order, x); }
  Self with_min_count(std::size_t n) const { return with(*this, &Self::min_count, n); }
  Self with_special_tokens(bool on) const { return with(*this, &Self::special_tokens, on); }
};

/// A batch of sequences of different lengths.
struct PaddedIds {
  Ids ids;    ///< (B, T), T the longest length; padding at the end
  Mask mask;  ///< (B, T); true = a token, false = padding
};

/// Text to ids and back. Texts are UTF-8: ValueError, with the offending byte, for one that is not,
/// and for one without tokens: empty or, for words, only white space. Without special tokens, also
/// for an unknown one, and for a batch of texts of different lengths.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  std::size_t vocab_size() const { return vocabulary_.size(); }
  bool lower_case() const { return lower_case_; }

  /// The tokens of a text, known or not.
  std::vector<std::string> tokens(std::string_view text) const;

  /// text -> ids (T)
  Ids encode(std::string_view text) const;

  /// B texts -> ids (B, T), mask (B, T)
  PaddedIds encode_batch(const std::vector<std::string>& texts) const;

  /// ids of any shape, read in order -> text. Padding is left out, unknown is `<unk>`, where there
  /// are these.
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

/// Words: split at white space and after an apostrophe within a word (`l'|homme`, `don'|t`); each
/// punctuation mark, symbol and Chinese character is a token.
class WordTokenizer : public Tokenizer {
 public:
  explicit WordTokenizer(const std::vector<std::string>& texts,
                         const TokenizerOptions& options = {});
  static WordTokenizer load(const std::filesystem::path& path,
                            const TokenizerOptions& options = {});

 protected:
  using Tokenizer::Tokenizer;
  std::vector<std::string> split(std::string_view text) const override;
  /// Puts spaces between words, but not after an apostrophe, around Chinese characters, or before a
  /// comma, full stop or closing bracket: readable, if not always as the original was spaced.
  std::string join(const std::vector<std::string>& tokens) const override;
};

/// Characters, white space included: decode(encode(text)) is the text.
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
