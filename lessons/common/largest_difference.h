#pragma once

#include "horloge/core/array.h"

/// Of the numbers of two arrays of one shape, each beside its own.
double largest_difference(const horloge::Array& a, const horloge::Array& b);
