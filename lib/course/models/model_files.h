#pragma once

#include <filesystem>
#include <memory>

#include "course/runner/session.h"
#include "horloge/models/language_model.h"

namespace models {

/// The model of a folder; while it is long in coming, a live line says so.
/// horloge::Error for a folder that holds none, with the nearest name for one
/// that is not there, and for a model that is larger than the free memory.
std::shared_ptr<horloge::LanguageModel> open_model(
    const runner::Session& session, const std::filesystem::path& folder);

}  // namespace models
