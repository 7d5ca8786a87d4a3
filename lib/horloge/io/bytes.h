#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace horloge {

/// A run of bytes together with what keeps it alive: a string, or a file that is mapped into
/// memory. Copies and slices share that owner.
struct Bytes {
  std::string_view view;
  std::shared_ptr<const void> owner;

  /// `count` bytes from `begin` on; both must lie inside.
  Bytes slice(std::size_t begin, std::size_t count) const {
    return {view.substr(begin, count), owner};
  }
};

/// Bytes that own a string.
Bytes own_bytes(std::string text);

/// Whether there is a file or a folder of that name; not where nobody can look.
bool is_there(const std::filesystem::path& path);

/// The content of a file, mapped: its pages are read when they are touched. To replace the file
/// meanwhile, as write_file_atomically does, is safe; to shorten it in place is not. FileError in
/// `who`'s name if there is no such file, if it cannot be read or is no regular file.
Bytes map_file(const std::filesystem::path& path, const char* who);

}  // namespace horloge
