#include "course/models/text_ids.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/models/model_answer.h"
#include "course/models/model_screen.h"
#include "course/models/refuse.h"
#include "horloge/core/words.h"
#include "horloge/text/escape_controls.h"

namespace models {

using runner::Session;

std::vector<std::int64_t> ids_of_text(const TokenNames& names,
                                      const std::string& text) {
  const std::vector<std::int64_t> ids = names.ids(text);
  if (names.tokenizer()->encode(text, false).size() == 0)
    refuse("--text has to have a token in it");
  return ids;
}

std::optional<std::int64_t> mask_of(const TokenNames& names) {
  if (names.tokenizer() == nullptr) return std::nullopt;
  for (const char* mask : {"[MASK]", "<mask>"})
    if (const auto id = names.tokenizer()->id(mask)) return id;
  return std::nullopt;
}

std::vector<std::int64_t> special_ids(const TokenNames& names,
                                      const std::vector<std::int64_t>& ids) {
  std::vector<std::int64_t> special;
  for (const std::int64_t id : ids)
    if (names.tokenizer()->is_special(id)) special.push_back(id);
  return special;
}

std::size_t place_in_text(const TokenNames& names,
                          const horloge::LanguageModel& model,
                          const std::vector<std::int64_t>& ids) {
  if (looks_back(model)) return ids.size() - 1;
  const horloge::PretrainedTokenizer& tokenizer = *names.tokenizer();
  const auto mask = mask_of(names);
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] == mask) return i;
  for (std::size_t i = ids.size(); i > 0; --i)
    if (!tokenizer.is_special(ids[i - 1])) return i - 1;
  return ids.size() - 1;
}

std::string show_pieces(const Session& session, const TokenNames& names,
                        const std::vector<std::int64_t>& ids) {
  constexpr std::size_t most = 100;
  std::vector<std::string> pieces, numbers;
  for (std::size_t i = 0; i < std::min(most, ids.size()); ++i) {
    const horloge::PretrainedTokenizer& tokenizer = *names.tokenizer();
    pieces.push_back("\"" +
                     (tokenizer.is_special(ids[i])
                          ? horloge::escape_controls(tokenizer.token(ids[i]))
                          : names.piece(ids[i])) +
                     "\"");
    numbers.push_back(std::to_string(ids[i]));
  }
  const std::string rest =
      ids.size() > most ? fmt::format(" … and {} more", ids.size() - most) : "";
  return paragraph(session,
                   "In pieces: " + horloge::joined(pieces, " ") + rest) +
         paragraph(session,
                   "By number: " + horloge::joined(numbers, " ") + rest);
}

}  // namespace models
