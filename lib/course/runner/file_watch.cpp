#include "course/runner/file_watch.h"

#include <sys/stat.h>

#include <system_error>
#include <utility>

namespace runner {

bool FileWatch::Stamp::operator==(const Stamp& other) const {
  return time == other.time && size == other.size && file == other.file;
}

std::optional<FileWatch::Stamp> FileWatch::stamp_of(
    const std::filesystem::path& path) {
  struct stat info {};
  std::error_code gone;
  const auto time = std::filesystem::last_write_time(path, gone);
  if (gone || stat(path.c_str(), &info) != 0) return {};
  return Stamp{time, info.st_size, info.st_ino};
}

void FileWatch::begin(std::filesystem::path path) {
  path_ = std::move(path);
  known_ = seen_ = stamp_of(path_);
  times_seen_ = 0;
}

FileWatch::Event FileWatch::look() {
  constexpr int a_while = 10;
  const auto now = stamp_of(path_);
  if (!(now == seen_)) {
    seen_ = now;
    times_seen_ = 0;
    return Event::none;
  }
  if (now == known_) return Event::none;
  const bool whole = now && now->size > 0;
  if (++times_seen_ < (whole ? 1 : a_while)) return Event::none;
  known_ = now;
  return now ? Event::saved : Event::gone;
}

}  // namespace runner
