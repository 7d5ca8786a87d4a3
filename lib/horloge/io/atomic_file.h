#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace horloge {

/// Appends bytes to the file that is being written.
using AppendBytes = std::function<void(std::string_view)>;

/// Writes a whole file or nothing: into a temporary file in the same folder, which is flushed to
/// the disk and then takes the file's name. Whoever opens `path`, even after a crash, finds the old
/// content or the new, never a part. If anything fails, an exception of `write` too, the old file
/// stands and the temporary one is gone.
///
/// FileError `[who] path: …` for a missing folder, no permission or a full disk.
void write_file_atomically(const std::filesystem::path& path,
                           const std::function<void(const AppendBytes&)>& write,
                           const char* who = "write_file_atomically");

void write_file_atomically(const std::filesystem::path& path, std::string_view content,
                           const char* who = "write_file_atomically");

}  // namespace horloge
