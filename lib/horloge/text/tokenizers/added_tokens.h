#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "horloge/text/tokenizers/part_settings.h"
#include "horloge/text/tokenizers/token_trie.h"

namespace horloge {

/// A token that is looked for in the text itself, before it is cut into words.
struct AddedToken {
  std::string content;
  std::int64_t id = 0;
  bool single_word = false;  ///< not as a part of a word
  bool lstrip = false;       ///< takes the white space before it along
  bool rstrip = false;       ///< and that after it
  bool normalized = true;    ///< is looked for in the normalised text
  bool special = false;      ///< no text: a beginning, a mask, padding
};

/// From an entry of a tokenizer.json's `added_tokens`.
AddedToken read_added_token(const PartSettings& settings);

/// A part of a text: an added token, or what is between two of them.
struct AddedSpan {
  std::size_t begin, end;
  std::optional<std::int64_t> id;
};

/// Finds the added tokens of a text: from left to right, and the longest of those that begin at the
/// same place.
class AddedTokens {
 public:
  explicit AddedTokens(std::vector<AddedToken> tokens = {});

  std::vector<AddedSpan> spans(std::string_view text) const;

 private:
  const AddedToken* longest_at(std::string_view text, std::size_t place) const;

  std::vector<AddedToken> tokens_;
  TokenTrie trie_;  // of their places
};

}  // namespace horloge
