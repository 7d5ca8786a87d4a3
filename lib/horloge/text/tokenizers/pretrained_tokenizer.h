#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "horloge/core/array.h"

namespace horloge {

struct TokenizerParts;

/// The tokenizer of a published model: a text in, ids out, and back. It agrees id by id with the
/// reference, Hugging Face's `tokenizers`.
///
/// On the way in special tokens such as `[MASK]` or `<|endoftext|>` are found in the text, what is
/// between them is normalised and cut into words, the words into tokens, and the special tokens of
/// the model's template (`[CLS] … [SEP]`) are put around all of it.
class PretrainedTokenizer {
 public:
  explicit PretrainedTokenizer(std::shared_ptr<const TokenizerParts> parts);

  /// text -> ids (T). An empty text has no ids but those of the template. ValueError for a text
  /// that is not UTF-8.
  Ids encode(std::string_view text, bool add_special_tokens = true) const;

  /// ids of any shape, read in order -> text, in UTF-8: bytes that are no character become U+FFFD.
  /// An id without a token, such as those that fill up a model's table, is written `<7>`.
  std::string decode(const Ids& ids, bool skip_special_tokens = false) const;

  /// The largest id, and 1. A model may have more ids than its tokenizer.
  std::size_t vocab_size() const;

  /// The token as the vocabulary spells it: "Ġthe", "▁the", "##s". IndexError for an id without
  /// one.
  const std::string& token(std::int64_t id) const;

  /// The id of a token, spelled as the vocabulary does; none for one that it does not have.
  std::optional<std::int64_t> id(std::string_view token) const;

  /// Whether an id stands for something that is no text: a beginning, an end, a mask, padding.
  bool is_special(std::int64_t id) const;

  /// The bytes that an id adds to a text, which may be a part of a character only: " the", "the",
  /// "s". The first one of a text has no space before it, if the spaces are the tokenizer's.
  std::string bytes(std::int64_t id, bool first = false) const;

 private:
  std::shared_ptr<const TokenizerParts> parts_;
};

/// The tokenizer of a model's folder: of its tokenizer.json, else of vocab.json with merges.txt
/// (GPT-2, RoBERTa), of a vocab.json that is a list (Universal Sentence Encoder Lite), of
/// vocab.txt (BERT), or of SentencePiece's tokenizer.model (LLaMA 2) or spiece.model (T5).
/// Families: BPE on bytes, BPE with byte fallback, Unigram, WordPiece. FileError
/// `[load_tokenizer] FILE: …` for a file that is malformed, or has a part that is not known here,
/// which is named by its key; and for a folder without any of these.
std::shared_ptr<const PretrainedTokenizer> load_tokenizer(const std::filesystem::path& folder);

/// The same from the text of a tokenizer.json; `where` stands for the file in errors.
std::shared_ptr<const PretrainedTokenizer> parse_tokenizer(std::string_view text,
                                                           const std::string& where);

/// Only the names of a folder's tokens, for where its tokenizer cannot be loaded: ids are spelled
/// by the mark that most of them have, and encode() is a ValueError that ends with `why`. FileError
/// if no list of tokens can be read.
std::shared_ptr<const PretrainedTokenizer> load_token_names(const std::filesystem::path& folder,
                                                            const std::string& why);

}  // namespace horloge
