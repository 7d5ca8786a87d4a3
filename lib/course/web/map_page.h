#pragma once

#include "course/runner/notebooks.h"
#include "course/web/page_frame.h"

namespace web {

/// Ways in: from the start, a notebook or a question; and all lessons with
/// their subjects, steps, minutes and exercises. What was read is the browser's
/// to show.
PageText map_page(const Maker& maker,
                  const std::vector<runner::Notebook>& notebooks);

}  // namespace web
