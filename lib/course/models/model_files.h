#pragma once

#include <filesystem>
#include <memory>

#include "course/runner/session.h"
#include "horloge/models/language_model.h"

namespace models {

/// The model of a folder; while it is long in coming, a live line says so.
/// horloge::Error for a folder that holds none, with the nearest name for one
/// that is not there, and for a model that is larger than the free memory, with
/// what it says to so many words.
std::shared_ptr<horloge::LanguageModel> open_model(
    const runner::Session& session, const std::filesystem::path& folder,
    std::size_t words = 1);

/// horloge::ValueError if what a model says to so many words is larger than the
/// free memory.
void need_memory_for_answer(const horloge::LanguageModel& model,
                            std::size_t words);

}  // namespace models
