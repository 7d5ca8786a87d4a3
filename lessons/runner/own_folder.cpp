#include "runner/own_folder.h"

#include <fmt/format.h>

#include <chrono>
#include <vector>

#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

void sweep(const fs::path& folder) {
  const auto an_hour_ago =
      fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code ignored;  // another command may be sweeping too
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const auto time = fs::last_write_time(entry.path(), ignored);
    if (!ignored && time < an_hour_ago) old.push_back(entry.path());
  }
  for (const fs::path& path : old) fs::remove_all(path, ignored);
}

}  // namespace

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && fs::is_directory(folder)) return;
  throw horloge::FileError(
      fmt::format("cannot make the folder {}: {}", folder.string(),
                  error ? error.message() : "a file stands in its place"));
}

fs::path make_scratch_folder(const Course& course) {
  const fs::path folder = course.own_folder() / "build";
  make_folder(folder);
  sweep(folder);
  return folder;
}

}  // namespace runner
