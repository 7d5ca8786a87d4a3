#pragma once

#include <filesystem>
#include <string>

#include "course/web/page_frame.h"

namespace web {

/// What a phone shows of the course that is kept on it: course.webmanifest.
std::string web_manifest(const Words& words);

/// The script of a service worker that keeps the site that is written in
/// `folder`, sw.js. It begins with the names of all files and a checksum of
/// them and of the script, so that it changes with whatever changes.
std::string service_worker(const Maker& maker,
                           const std::filesystem::path& folder);

}  // namespace web
