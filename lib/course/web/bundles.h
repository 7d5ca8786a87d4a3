#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace web {

/// Writes the style sheets and scripts of `page/scripts.json` into the folder
/// `page`: each a file of several parts, so that a page asks for few. A part is
/// a text of `made`, or a file of `source`.
void write_bundles(const std::filesystem::path& source,
                   const std::map<std::string, std::string>& made,
                   const std::filesystem::path& page);

/// The same of all scripts, or all style sheets, in a folder.
std::string bundle_of(const std::filesystem::path& folder, const char* kind);

/// A script without indentation and without the lines that are comments.
std::string shortened(const std::string& script);

}  // namespace web
