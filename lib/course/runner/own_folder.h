#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "course/runner/course.h"

namespace runner {

/// Makes a folder of the learner's, and those above it. horloge::FileError says
/// in one sentence if that cannot be.
void make_folder(const std::filesystem::path& folder);

/// Writes a whole file or nothing. horloge::FileError says in one sentence why
/// that cannot be.
void write_file(const std::filesystem::path& file, std::string_view text);

/// Why no file can be made in a folder, in the system's words; nothing if it
/// can.
std::string why_not_writable(const std::filesystem::path& folder);

/// Removes what commands that were killed left in a folder, after an hour. The
/// names of such files begin with `prefix`.
void sweep(const std::filesystem::path& folder, std::string_view prefix = "");

/// The folder for files that live no longer than a command, .learn/build. What
/// commands that were killed left in it goes after an hour.
std::filesystem::path make_scratch_folder(const Course& course);

/// Removes a file or folder at the end of a scope, also when something is
/// thrown.
class RemoveAtEnd {
 public:
  explicit RemoveAtEnd(std::filesystem::path path) : path_(std::move(path)) {}
  ~RemoveAtEnd() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  RemoveAtEnd(const RemoveAtEnd&) = delete;
  RemoveAtEnd& operator=(const RemoveAtEnd&) = delete;

 private:
  std::filesystem::path path_;
};

}  // namespace runner
