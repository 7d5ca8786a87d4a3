#include "horloge/text/tokenizers/word_piece.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/shown.h"
#include "horloge/text/utf8.h"

namespace horloge {

WordPieceModel::WordPieceModel(const TokenTable& tokens, const WordPieceOptions& options)
    : tokens_(tokens), options_(options), unknown_(0) {
  const auto id = tokens.id(options.unk_token);
  if (!id)
    throw ValueError(
        fmt::format("[WordPieceModel] \"{}\" is not in the vocabulary", shown(options.unk_token)));
  unknown_ = *id;
}

void WordPieceModel::encode(std::string_view piece, std::vector<std::int64_t>& ids) const {
  const auto characters = utf8_characters(piece, "WordPieceModel");
  const std::size_t before = ids.size();
  const auto give_up = [&] {
    ids.resize(before);
    ids.push_back(unknown_);
  };
  if (characters.size() > options_.max_input_chars_per_word) return give_up();
  const std::string& prefix = options_.continuing_subword_prefix;
  for (std::size_t from = 0; from < piece.size();) {
    std::string candidate = (from > 0 ? prefix : "") + std::string(piece.substr(from));
    const std::size_t least = from > 0 ? prefix.size() : 0;
    std::optional<std::int64_t> id;
    for (auto last = characters.rbegin(); candidate.size() > least; ++last) {
      if ((id = tokens_.id(candidate))) break;
      candidate.resize(candidate.size() - last->bytes.size());
    }
    if (!id) return give_up();
    ids.push_back(*id);
    from += candidate.size() - least;
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
