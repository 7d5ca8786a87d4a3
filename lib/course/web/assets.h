#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "course/runner/course.h"

namespace web {

/// Folders with what was built for the browser.
struct Built {
  std::filesystem::path engine;   ///< the library
  std::filesystem::path answers;  ///< what checks answers; empty: nothing does
};

/// Copies what pages stand on into a site: the files of `page/`, KaTeX of the
/// system, the scripts of lessons, and what was built for the browser.
/// `made` has the texts of scripts that were made for it. horloge::FileError
/// names what is missing.
void copy_assets(const runner::Course& course, const Built& built,
                 std::map<std::string, std::string> made,
                 const std::filesystem::path& folder);

}  // namespace web
