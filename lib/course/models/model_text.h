#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "course/runner/session.h"
#include "horloge/models/language_model.h"

namespace models {

/// Whether a model turns a text into a vector: it predicts no words, or its
/// folder says how vectors are made.
bool makes_vectors(const horloge::LanguageModel& model,
                   const std::filesystem::path& folder);

/// Shows what a model is, and how near the vector that it makes of a text is to
/// those of the same words in other orders, with positions and without.
/// WrongUse for a text with no other order, or too long; horloge::Error for a
/// model that makes no such vector, or whose folder has no tokenizer.
void show_text(const runner::Session& session,
               const std::shared_ptr<const horloge::LanguageModel>& model,
               const std::filesystem::path& folder, const std::string& text);

}  // namespace models
