#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/runner/session.h"

namespace models {

/// A published model that ./learn get fetches.
struct KnownModel {
  std::string name;   ///< "use-lite"
  std::string title;  ///< what it is
  std::string size;   ///< of what is fetched: "26 MB"
};

/// All of them.
const std::vector<KnownModel>& known_models();

/// The one of that name; WrongUse if there is none.
const KnownModel& find_known_model(const std::string& name);

/// Where it is kept: ~/.cache/horloge/NAME, or as XDG_CACHE_HOME says.
std::filesystem::path cache_folder(const std::string& name);

/// Whether a folder has all that was fetched.
bool is_complete(const std::filesystem::path& folder);

/// What can be fetched, and where what was fetched is.
std::string show_downloads(const runner::Session& session);

/// The folder of a model: the one given, or where a known one of that name is.
/// horloge::FileError if that is not there yet.
std::filesystem::path model_folder(const std::filesystem::path& given);

/// horloge::FileError, with the nearest name, for a folder that is not there.
void need_folder(const std::filesystem::path& folder);

}  // namespace models
