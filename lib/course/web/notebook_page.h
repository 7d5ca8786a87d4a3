#pragma once

#include "course/runner/notebooks.h"
#include "course/web/page_frame.h"

namespace web {

/// A notebook cell by cell, in its own order: what each holds, and links to the
/// steps that show it.
PageText notebook_page(const Maker& maker, const runner::Notebook& notebook);

std::string page_of(const runner::Notebook& notebook);

}  // namespace web
