#include "course/runner/own_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <vector>

#include "course/content/lines.h"
#include "horloge/core/atomic_file.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace runner {
void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && fs::is_directory(folder)) return;
  throw horloge::FileError(
      fmt::format("cannot create the folder {}: {}", folder.string(),
                  error ? error.message() : "a file is in its place"));
}

void write_file(const fs::path& file, std::string_view text) try {
  horloge::write_file_atomically(file, text);
} catch (const horloge::FileError& e) {
  const std::string whole = e.what();  // "[who] file: what: why"
  throw horloge::FileError(fmt::format("cannot write {}: {}", file.string(),
                                       whole.substr(whole.rfind(": ") + 2)));
}

std::string why_not_writable(const fs::path& folder) {
  std::string name = folder / ".probe-XXXXXX";
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) return std::generic_category().message(errno);
  close(descriptor);
  unlink(name.c_str());
  return "";
}

bool lacked_space(const fs::path& folder, std::string_view messages) {
  for (const int error : {ENOSPC, EDQUOT})
    if (messages.find(std::generic_category().message(error)) != messages.npos)
      return true;
  constexpr std::uintmax_t little = std::uintmax_t{64} << 10U;
  std::error_code unknown;
  const fs::space_info space = fs::space(folder, unknown);
  return !unknown && space.available < little;
}

void sweep(const fs::path& folder, std::string_view prefix) {
  const auto an_hour_ago =
      fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code ignored;  // another command may be sweeping too
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const auto time = fs::last_write_time(entry.path(), ignored);
    const std::string name = entry.path().filename();
    if (!ignored && time < an_hour_ago && content::begins_with(name, prefix))
      old.push_back(entry.path());
  }
  for (const fs::path& path : old) fs::remove_all(path, ignored);
}

FolderLock::FolderLock(const fs::path& folder)
    : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR)
    continue;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

fs::path make_scratch_folder(const Course& course) {
  const fs::path folder = course.own_folder() / "build";
  make_folder(folder);
  sweep(folder);
  return folder;
}

}  // namespace runner
