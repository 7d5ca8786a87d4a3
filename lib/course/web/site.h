#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "course/runner/course.h"

namespace web {

/// Writes the whole course as pages into a folder: all of it or, if something
/// fails, nothing. What was there is replaced if it was such a site, or empty;
/// runner::WrongUse for any other folder. The folder `engine` has the library
/// for the browser. `wait` is told what takes a moment.
void write_site(const runner::Course& course,
                const std::filesystem::path& engine,
                const std::filesystem::path& folder,
                const std::function<void(const std::string&)>& wait);

}  // namespace web
