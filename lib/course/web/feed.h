#pragma once

#include <string>

#include "course/web/page_frame.h"

namespace web {

/// What changed, for programs that follow pages (Atom, RFC 4287): feed.xml. One
/// entry for each section of CHANGELOG.md whose heading has a date, "## 0.1.0 -
/// 2026-11-22". What is not released has none, and is left out: it grows, and a
/// program shows an entry once. `url` is where the pages will be.
/// horloge::FileError if no section has a date.
std::string feed(const Maker& maker, const std::string& url);

}  // namespace web
