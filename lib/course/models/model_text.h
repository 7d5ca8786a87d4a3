#pragma once

#include <filesystem>
#include <string>

#include "course/runner/session.h"

namespace models {

/// Shows what a folder's model is, and how near the vector that it makes of a
/// text is to those of the same words in other orders, with positions and
/// without. WrongUse for a text with no other order, or too long;
/// horloge::Error for a model that makes no such vector, or whose folder has no
/// vocab.json for a SentencePieceTokenizer.
void show_text(const runner::Session& session,
               const std::filesystem::path& folder, const std::string& text);

}  // namespace models
