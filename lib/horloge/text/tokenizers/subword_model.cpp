#include "horloge/text/tokenizers/subword_model.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/tokenizers/bpe.h"
#include "horloge/text/tokenizers/unigram.h"
#include "horloge/text/tokenizers/word_piece.h"

namespace horloge {
namespace {

// {"the": 262, …}
void read_vocabulary(const PartSettings& settings, TokenTable& tokens) {
  const nlohmann::json& vocabulary = settings.value("vocab");
  if (!vocabulary.is_object()) settings.fail("vocab", "must be a JSON object");
  for (const auto& [token, id] : vocabulary.items()) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= TokenTable::most)
      settings.fail(fmt::format("vocab[\"{}\"]", excerpt(token)), "must be an id");
    tokens.add(token, id.get<std::int64_t>());
  }
}

// Files from before 2020 do not say which one it is.
std::string kind_of(const PartSettings& settings) {
  if (settings.has("type")) return settings.text("type");
  return settings.has("merges")               ? "BPE"
         : settings.value("vocab").is_array() ? "Unigram"
                                              : "WordPiece";
}

std::unique_ptr<SubwordModel> read_kind(const PartSettings& settings, TokenTable& tokens) {
  const std::string kind = kind_of(settings);
  if (kind == "Unigram") return read_unigram(settings, tokens);
  if (kind != "BPE" && kind != "WordPiece") settings.refuse("type");
  read_vocabulary(settings, tokens);
  return kind == "BPE" ? read_bpe(settings, tokens) : read_word_piece(settings, tokens);
}

}  // namespace

std::unique_ptr<SubwordModel> read_subword_model(const PartSettings& settings,
                                                 TokenTable& tokens) try {
  auto model = read_kind(settings, tokens);
  settings.finish();
  return model;
} catch (const ValueError& e) {
  settings.fail("vocab", "does not fit: " + without_who(e.what()));
}

}  // namespace horloge
