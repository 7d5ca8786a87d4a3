#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "course/runner/course.h"

namespace runner {

/// Creates a folder of the learner's, and those above it. horloge::FileError
/// says in one sentence why it cannot.
void make_folder(const std::filesystem::path& folder);

/// Writes a whole file or nothing. horloge::FileError says in one sentence why
/// it cannot.
void write_file(const std::filesystem::path& file, std::string_view text);

/// Why no file can be created in a folder, in the system's words; empty if one
/// can.
std::string why_not_writable(const std::filesystem::path& folder);

/// Whether a command failed for want of space, by what it said, or by what is
/// left in the folder where it wrote.
bool lacked_space(const std::filesystem::path& folder,
                  std::string_view messages);

/// Removes what killed commands left in a folder more than an hour ago: files
/// whose names begin with `prefix`.
void sweep(const std::filesystem::path& folder, std::string_view prefix = "");

/// While a lock lives, no other process has one for the same folder: the others
/// wait. Where the system knows no locks, or the folder is not there, nobody
/// waits.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

/// The folder for files that live no longer than a command, .learn/build.
/// Leftovers of killed commands are removed after an hour.
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
  const std::filesystem::path& path() const { return path_; }

  RemoveAtEnd(const RemoveAtEnd&) = delete;
  RemoveAtEnd& operator=(const RemoveAtEnd&) = delete;

 private:
  std::filesystem::path path_;
};

}  // namespace runner
