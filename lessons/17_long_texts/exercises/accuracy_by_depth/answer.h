#pragma once

#include "course/exercise/exercise.h"

horloge::Array accuracy_by_depth(const horloge::Ids& depth,
                                 const horloge::Ids& right, std::size_t width,
                                 std::size_t bins);
