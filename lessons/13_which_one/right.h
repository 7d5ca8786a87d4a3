#pragma once

#include "horloge/core/array.h"

/// The share of the texts in which every question is answered right.
double share_all_right(const horloge::Array& scores,
                       const horloge::Ids& answers);
