#pragma once

// What the code of a lesson includes: its steps, and the page that they print
// to.

#include "course/stage/lesson_text.h"
#include "course/stage/page.h"
