#pragma once

// What the code of a lesson includes: its steps, the page that they print to,
// and the names that most lessons use.

#include "course/stage/lesson_text.h"
#include "course/stage/page.h"
#include "horloge/core/array.h"
#include "horloge/core/rng.h"

using horloge::Array;
using horloge::Ids;
using horloge::Mask;
using horloge::real;
using horloge::Rng;
using stage::Page;
