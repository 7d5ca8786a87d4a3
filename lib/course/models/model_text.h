#pragma once

#include <filesystem>
#include <string>

#include "course/runner/session.h"
#include "horloge/models/language_model.h"

namespace models {

/// Whether a model makes a vector of a text, and predicts no words.
bool makes_only_vectors(const horloge::LanguageModel& model);

/// Shows what a model is, and how near the vector that it makes of a text is to
/// those of the same words in other orders, with positions and without.
/// WrongUse for a text with no other order, or too long; horloge::Error for a
/// model that makes no such vector, or whose folder has no tokenizer.
void show_text(const runner::Session& session,
               const horloge::LanguageModel& model,
               const std::filesystem::path& folder, const std::string& text);

}  // namespace models
