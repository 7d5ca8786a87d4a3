#pragma once

#include <filesystem>

namespace web {

/// Writes CodeMirror and its mode for C++, of the system, as one script that is
/// packed by gzip, into a quarter of its size. horloge::FileError where it is
/// not installed.
void write_editor_script(const std::filesystem::path& file);

}  // namespace web
