#pragma once

#include "course/exercise/exercise.h"

horloge::Array tempered_softmax_backward(const horloge::Array& y,
                                         const horloge::Array& dy,
                                         std::size_t axis,
                                         horloge::real temperature);
