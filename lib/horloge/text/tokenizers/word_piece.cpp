#include "horloge/text/tokenizers/word_piece.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/utf8.h"

namespace horloge {

namespace {

// The tokens that begin with a prefix, without it.
TokenTrie tokens_behind(const std::string& prefix, const TokenTable& tokens) {
  std::vector<std::pair<std::string_view, std::int64_t>> all;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto id = static_cast<std::int64_t>(i);
    const std::string* const token = tokens.token(id);
    if (token != nullptr && token->rfind(prefix, 0) == 0 && tokens.id(*token) == id)
      all.emplace_back(std::string_view(*token).substr(prefix.size()), id);
  }
  return TokenTrie(std::move(all));
}

}  // namespace

WordPieceModel::WordPieceModel(const TokenTable& tokens, const WordPieceOptions& options)
    : longest_word_(options.max_input_chars_per_word),
      first_(tokens_behind("", tokens)),
      further_(tokens_behind(options.continuing_subword_prefix, tokens)) {
  const auto id = tokens.id(options.unk_token);
  if (!id)
    throw ValueError(fmt::format("[WordPieceModel] \"{}\" is not in the vocabulary",
                                 excerpt(options.unk_token)));
  unknown_ = *id;
}

void WordPieceModel::encode(std::string_view piece, std::vector<std::int64_t>& ids) const {
  const std::size_t before = ids.size();
  const auto give_up = [&] {
    ids.resize(before);
    ids.push_back(unknown_);
  };
  if (utf8_characters(piece, "WordPieceModel").size() > longest_word_) return give_up();
  for (std::size_t from = 0; from < piece.size();) {
    std::size_t longest = 0;
    std::int64_t id = 0;
    (from > 0 ? further_ : first_).prefixes(piece.substr(from), [&](std::size_t n, std::int64_t i) {
      longest = n;
      id = i;
    });
    if (longest == 0) return give_up();
    ids.push_back(id);
    from += longest;
  }
}

std::unique_ptr<SubwordModel> read_word_piece(const PartSettings& settings,
                                              const TokenTable& tokens) {
  WordPieceOptions options;
  options.unk_token = settings.text("unk_token", options.unk_token);
  options.continuing_subword_prefix =
      settings.text("continuing_subword_prefix", options.continuing_subword_prefix);
  options.max_input_chars_per_word =
      settings.size("max_input_chars_per_word", options.max_input_chars_per_word);
  constexpr std::size_t longest_word = 1000;  // characters; the work grows with the square
  if (options.max_input_chars_per_word > longest_word) settings.refuse("max_input_chars_per_word");
  try {
    return std::make_unique<WordPieceModel>(tokens, options);
  } catch (const ValueError& e) {
    settings.fail("unk_token", "does not fit: " + without_who(e.what()));
  }
}

}  // namespace horloge
