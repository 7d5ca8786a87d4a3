#include "course/models/model_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "course/runner/screen.h"
#include "course/runner/wrong_use.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"

namespace fs = std::filesystem;

namespace models {

using namespace runner;
namespace {

// Folders have an empty last part when a / ends their name.
fs::path without_slash(const fs::path& folder) {
  return folder.has_filename() ? folder : folder.parent_path();
}

// "; did you mean models/gpt2?", or nothing.
std::string near_miss(const fs::path& missing) {
  const std::string name = missing.filename();
  std::string nearest;
  std::size_t least = name.size() / 2 + 1;
  std::error_code unreadable;
  const fs::path around =
      missing.has_parent_path() ? missing.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(around, unreadable)) {
    const std::string other = entry.path().filename();
    const std::size_t distance = edit_distance(name, other);
    if (!entry.is_directory(unreadable) || distance >= least) continue;
    nearest = other;
    least = distance;
  }
  if (nearest.empty()) return "";
  return fmt::format("; did you mean {}?",
                     (missing.parent_path() / nearest).string());
}

}  // namespace

const std::vector<KnownModel>& known_models() {
  static const std::vector<KnownModel> all = {
      {"use-lite",
       "Universal Sentence Encoder Lite, an English encoder with sinusoidal "
       "positions",
       "26 MB"}};
  return all;
}

const KnownModel& find_known_model(const std::string& name) {
  std::vector<std::string> names;
  for (const KnownModel& model : known_models()) {
    if (model.name == name) return model;
    names.push_back(model.name);
  }
  throw WrongUse(fmt::format("./learn get: there is no '{}'; there is {}", name,
                             horloge::joined(names)));
}

fs::path cache_folder(const std::string& name) {
  const auto variable = [](const char* of) {
    const char* const value = std::getenv(of);
    return fs::path(value == nullptr ? "" : value);
  };
  // A relative one counts as none: that is how the variable is defined.
  if (const fs::path cache = variable("XDG_CACHE_HOME"); cache.is_absolute())
    return cache / "horloge" / name;
  const fs::path home = variable("HOME");
  if (!home.is_absolute())
    throw horloge::FileError(
        "there is nowhere to keep models: neither HOME nor XDG_CACHE_HOME "
        "names a folder");
  return home / ".cache" / "horloge" / name;
}

bool is_complete(const fs::path& folder) {
  std::error_code unreadable;
  const auto has = [&](const char* name) {
    return fs::exists(folder / name, unreadable);
  };
  return has("config.json") && has("model.safetensors") && has("vocab.json");
}

std::string show_downloads(const Session& session) {
  std::string text;
  for (const KnownModel& model : known_models()) {
    const fs::path folder = cache_folder(model.name);
    const std::string start = fmt::format("{:<10}", model.name);
    text += wrapped(
        session, start,
        is_complete(folder)
            ? fmt::format("{}; it is in {}", model.title, folder.string())
            : fmt::format("{}, {}; `./learn get {}` fetches it", model.title,
                          model.size, model.name),
        start.size());
  }
  return text;
}

fs::path model_folder(const fs::path& given) {
  const auto is_given = [&](const KnownModel& m) { return given == m.name; };
  const auto found =
      std::find_if(known_models().begin(), known_models().end(), is_given);
  std::error_code unreadable;
  if (found == known_models().end() || fs::exists(given, unreadable))
    return given;
  const fs::path folder = cache_folder(found->name);
  if (is_complete(folder)) return folder;
  throw horloge::FileError(
      fmt::format("{} is not there yet: `./learn get {}` fetches its {}",
                  found->name, found->name, found->size));
}

void need_folder(const fs::path& folder) {
  const fs::path path = without_slash(folder);
  std::error_code unreachable;
  if (fs::is_regular_file(path, unreachable))
    throw horloge::FileError(fmt::format(
        "{} is a file; name the folder that it is in, with its config.json",
        path.string()));
  if (!fs::exists(path, unreachable))
    throw horloge::FileError(
        fmt::format("there is no folder {}{}", path.string(), near_miss(path)));
}

}  // namespace models
