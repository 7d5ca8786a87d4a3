#pragma once

#include <filesystem>
#include <string>

namespace web {

/// A text packed by gzip, a third of its size; the same text gives the same
/// bytes. Stands in `scratch`, a file that is not there, meanwhile.
/// horloge::FileError if it cannot.
std::string packed(const std::string& text,
                   const std::filesystem::path& scratch);

/// The same in letters (base64), for scripts: pages that are opened as files
/// may read nothing else.
std::string packed_letters(const std::string& text,
                           const std::filesystem::path& scratch);

}  // namespace web
