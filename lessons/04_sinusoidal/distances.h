#pragma once

#include <cstddef>

#include "horloge/core/array.h"

/// How far apart rows p and q of a table lie.   pe (T, D)
double distance(const horloge::Array& pe, std::size_t p, std::size_t q);
