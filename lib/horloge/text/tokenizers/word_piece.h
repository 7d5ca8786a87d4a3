#pragma once

#include <string>

#include "horloge/text/tokenizers/subword_model.h"
#include "horloge/text/tokenizers/token_trie.h"

namespace horloge {

struct WordPieceOptions {
  std::string unk_token = "[UNK]";
  std::string continuing_subword_prefix = "##";
  std::size_t max_input_chars_per_word = 100;
};

/// BERT's tokens (Wu et al., "Google's Neural Machine Translation System", arXiv 1609.08144,
/// section 4.1): again and again the longest that a word begins with; those after the first have a
/// prefix. A word that has no such way, or is too long, is unknown as a whole.
class WordPieceModel : public SubwordModel {
 public:
  /// ValueError if the unknown token is not in the vocabulary.
  WordPieceModel(const TokenTable& tokens, const WordPieceOptions& options = {});

  void encode(std::string_view piece, std::vector<std::int64_t>& ids) const override;

 private:
  std::size_t longest_word_;
  TokenTrie first_, further_;  // those that begin a word, and the others without their prefix
  std::int64_t unknown_ = 0;
};

/// The rest of a `model` of type WordPiece.
std::unique_ptr<SubwordModel> read_word_piece(const PartSettings& settings,
                                              const TokenTable& tokens);

}  // namespace horloge
