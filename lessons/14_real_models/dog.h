#pragma once

#include "horloge/core/array.h"

/// How far two vectors point in the same direction, from -1 to 1.
double cosine(const horloge::Array& a, const horloge::Array& b);
