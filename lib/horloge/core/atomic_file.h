#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace horloge {

/// Appends bytes to the file that is being written.
using AppendBytes = std::function<void(std::string_view)>;

/// Writes a whole file or nothing: a temporary file in the same folder is written, flushed to the
/// disk and renamed to `path`. A program that opens `path`, even after a crash, finds the old
/// content or the new, never a part. If anything fails, including an exception from `write`, the
/// old file is left as it was and the temporary one is removed; what a killed writer leaves behind
/// is removed by the next one of the same file. A link stays a link, and its target is written.
///
/// FileError `[who] path: …` for a missing folder, missing permission, a full disk, and a folder, a
/// device or a pipe instead of the file.
void write_file_atomically(const std::filesystem::path& path,
                           const std::function<void(const AppendBytes&)>& write,
                           const char* who = "write_file_atomically");

void write_file_atomically(const std::filesystem::path& path, std::string_view content,
                           const char* who = "write_file_atomically");

}  // namespace horloge
