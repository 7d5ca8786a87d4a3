#pragma once

#include <string>
#include <vector>

#include "course/runner/notebooks.h"
#include "course/web/page_frame.h"

namespace web {

/// What the search of the pages reads, as a script for the browser: all spots
/// that `./learn find` knows, each {"kind", "n", "at": page#step, "in": what it
/// belongs to, "title", "names", "text", "code"}, packed; and the names of
/// lessons/names.txt.
std::string search_script(const Maker& maker,
                          const std::vector<runner::Notebook>& notebooks);

}  // namespace web
