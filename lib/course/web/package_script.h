#pragma once

#include <filesystem>
#include <string>

namespace web {

/// A script that a Debian package brings. FileError, with the command that
/// helps, where it is not installed.
///   used: "Figures are drawn"
std::string package_script(const std::filesystem::path& file,
                           const std::string& used, const std::string& package);

}  // namespace web
