#pragma once

#include "course/web/page_frame.h"

namespace web {

/// The playground: the words of lessons/playground/README.md, and its widget.
PageText playground_page(const Maker& maker);

}  // namespace web
