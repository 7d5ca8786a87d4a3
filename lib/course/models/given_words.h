#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "horloge/models/language_model.h"

namespace models {

/// The words that --ids gives: "5,17,42". WrongUse for anything else.
std::vector<std::int64_t> read_ids(const std::string& text);

/// WrongUse for a word that the model does not have.
void need_words(const std::vector<std::int64_t>& ids,
                const horloge::ModelInfo& info);

}  // namespace models
