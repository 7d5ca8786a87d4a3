#pragma once

#include <functional>
#include <string>
#include <vector>

#include "horloge/text/tokenizers/part_settings.h"
#include "horloge/text/tokenizers/token_table.h"

namespace horloge {

/// How a token is spelled within a text: "Ġthe", "▁the" -> " the", "##s" -> "s", "<0xE6>" -> a
/// byte. Each token is spelled by itself, so that a text can be written as its ids come.
class TokenDecoder {
 public:
  /// `first` says that no token stands before it in its text.
  using Step = std::function<std::string(std::string token, bool first)>;

  /// With no steps, a space is put between two tokens.
  explicit TokenDecoder(std::vector<Step> steps = {});

  /// ValueError for a token that becomes far longer than it was.
  std::string operator()(const std::string& token, bool first) const;

 private:
  std::vector<Step> steps_;
};

/// From a `decoder` of a tokenizer.json. FileError for one that is not known here.
TokenDecoder read_decoder(const PartSettings& settings);

/// For tokens that come without one: by the mark that most of them begin with, since a vocabulary
/// may hold the others as well; `otherwise` if none begins with any.
TokenDecoder guess_decoder(const TokenTable& tokens, const TokenDecoder& otherwise);

/// Letters for bytes, as GPT-2 has them; a token with any other letter was added as it is.
TokenDecoder::Step decode_byte_level();

/// A space before all but the first one, and those that begin with the prefix; with `cleanup` none
/// before a full stop, a comma and the like.
TokenDecoder::Step decode_word_piece(const std::string& prefix = "##", bool cleanup = true);

/// A space for the mark, which is ▁; none for those of the first token if one was put there.
TokenDecoder::Step decode_metaspace(const std::string& mark = "▁", bool is_prepended = true);

/// "<0x0A>" -> "\n"
TokenDecoder::Step decode_byte_fallback();

}  // namespace horloge
