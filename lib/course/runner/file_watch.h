#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace runner {

/// What the learner's file is doing.
class FileWatch {
 public:
  enum class Event { none, saved, gone };

  /// From now on `path` is watched; what it holds now is known.
  void begin(std::filesystem::path path);

  /// Looks again. A save counts when the file has stayed the same from one
  /// look to the next, for editors write in pieces; an empty file, or none,
  /// has to stay so for longer, for to many editors that is a piece too.
  Event look();

 private:
  // What tells one save from the next.
  struct Stamp {
    std::filesystem::file_time_type time;
    off_t size = 0;
    ino_t file = 0;
    bool operator==(const Stamp& other) const;
  };
  static std::optional<Stamp> stamp_of(const std::filesystem::path& path);

  std::filesystem::path path_;
  std::optional<Stamp> known_;  // what was told
  std::optional<Stamp> seen_;   // at the last look
  int times_seen_ = 0;
};

}  // namespace runner
