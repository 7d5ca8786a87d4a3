#pragma once

#include "horloge/core/array.h"

/// Row i of x moved to the left by T - 1 - i.   x (T, N) -> (T, N)
horloge::Array relative_shift(const horloge::Array& x);
