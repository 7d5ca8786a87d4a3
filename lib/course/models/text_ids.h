#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "course/models/token_names.h"
#include "course/runner/session.h"
#include "horloge/models/language_model.h"

namespace models {

/// The words that --text gives, by number, with the special ones around them.
/// WrongUse for a text without a word; horloge::Error if it cannot be cut.
std::vector<std::int64_t> ids_of_text(const TokenNames& names,
                                      const std::string& text);

/// The id of the mask; none without a tokenizer that has one.
std::optional<std::int64_t> mask_of(const TokenNames& names);

/// Those of the ids that stand for no word: a beginning, an end, a mask.
std::vector<std::int64_t> special_ids(const TokenNames& names,
                                      const std::vector<std::int64_t>& ids);

/// The place to look at where nobody has said one: the last word, or, in a
/// model that sees both sides, the first mask, or else the last word that is no
/// special one.
std::size_t place_in_text(const TokenNames& names,
                          const horloge::LanguageModel& model,
                          const std::vector<std::int64_t>& ids);

/// What became of a text: its pieces, and their ids.
std::string show_pieces(const runner::Session& session, const TokenNames& names,
                        const std::vector<std::int64_t>& ids);

}  // namespace models
