#pragma once

// What the code of a lesson uses without asking: its steps, the page that they
// print to, arrays and their functions, and the names that most lessons use.

#include "course/stage/lesson_text.h"
#include "course/stage/page.h"
#include "horloge/core/array.h"
#include "horloge/core/error.h"
#include "horloge/core/linalg.h"
#include "horloge/core/rng.h"
#include "horloge/core/shape.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

using horloge::Array;
using horloge::Ids;
using horloge::Mask;
using horloge::real;
using horloge::Rng;
using stage::Page;
