#pragma once

#include "course/runner/notebooks.h"
#include "course/web/page_frame.h"

namespace web {

/// The way in: all lessons with their subjects, steps and exercises, and the
/// notebooks. What was read is the browser's to show.
PageText map_page(const Maker& maker,
                  const std::vector<runner::Notebook>& notebooks);

}  // namespace web
