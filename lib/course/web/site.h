#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "course/runner/course.h"
#include "course/web/assets.h"
#include "course/web/page_frame.h"

namespace web {

/// Writes the whole course as pages into a folder: all of it or, if something
/// fails, nothing. What was there is replaced if it was such a site, or empty;
/// runner::WrongUse for any other folder. `wait` is told what takes a moment.
void write_site(const runner::Course& course, const Built& built,
                const std::filesystem::path& folder, const Addresses& addresses,
                const std::function<void(const std::string&)>& wait);

}  // namespace web
