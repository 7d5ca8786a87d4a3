#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "course/runner/course.h"
#include "course/web/assets.h"

namespace web {

/// Writes the whole course as one PDF, printed by Chromium: all of it or, if
/// something fails, nothing. std::runtime_error with what Chromium said if it
/// could not print. `wait` is told what takes a moment.
void write_pdf(const runner::Course& course, const Built& built,
               const std::filesystem::path& file,
               const std::function<void(const std::string&)>& wait);

}  // namespace web
