#pragma once

#include <functional>
#include <string>
#include <vector>

#include "horloge/text/tokenizers/part_settings.h"

namespace horloge {

/// A part of a text on its way to the vocabulary.
struct TextPiece {
  std::string text;
  bool at_start = false;  ///< of the whole text
};

using TextPieces = std::vector<TextPiece>;

/// Cuts a piece, such as a sentence, into smaller ones, such as words; no token reaches from one to
/// the next. What comes out is added to the second argument.
using PreTokenizer = std::function<void(const TextPiece&, TextPieces&)>;

/// From a `pre_tokenizer` of a tokenizer.json. FileError for one that is not known here.
PreTokenizer read_pre_tokenizer(const PartSettings& settings);

/// GPT-2's: words with the space before them, by its regular expression, in letters for bytes.
PreTokenizer byte_level_words();

/// BERT's: at white space, which is left out, and around each mark of punctuation.
PreTokenizer bert_words();

}  // namespace horloge
