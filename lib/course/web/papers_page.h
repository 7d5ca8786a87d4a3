#pragma once

#include "course/web/page_frame.h"

namespace web {

/// What the course cites, with BibTeX to copy: papers.html.
PageText papers_page(const Maker& maker);

}  // namespace web
