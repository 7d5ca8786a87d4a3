#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace horloge {

/// A sequence of bytes and the owner that keeps it alive: a string, or a file mapped into memory.
/// Copies and slices share the owner.
struct Bytes {
  std::string_view view;
  std::shared_ptr<const void> owner;

  /// `count` bytes from `begin` on, all of them inside.
  Bytes slice(std::size_t begin, std::size_t count) const {
    return {view.substr(begin, count), owner};
  }
};

/// Bytes that own a string.
Bytes own_bytes(std::string text);

/// Whether there is a file or folder of that name; false where permissions forbid a look.
bool is_there(const std::filesystem::path& path);

/// The content of a file, mapped into memory: pages are read when they are first touched. Replacing
/// the file meanwhile, as write_file_atomically does, is safe; truncating it in place is not.
/// FileError `[who] path: …` if the file does not exist, cannot be read, is not a regular file (or
/// a link to one), or has more than `most` bytes.
Bytes map_file(const std::filesystem::path& path, const char* who,
               std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace horloge
