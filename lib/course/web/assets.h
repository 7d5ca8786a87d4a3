#pragma once

#include <filesystem>

#include "course/runner/course.h"

namespace web {

/// Copies what pages stand on into a site: the files of `page/`, KaTeX and lunr
/// of the system, the scripts of lessons, and the library for the browser from
/// the folder `engine`. horloge::FileError names what is missing.
void copy_assets(const runner::Course& course,
                 const std::filesystem::path& engine,
                 const std::filesystem::path& folder);

}  // namespace web
