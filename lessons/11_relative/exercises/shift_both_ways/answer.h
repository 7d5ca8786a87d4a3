#pragma once

#include "course/exercise/exercise.h"

horloge::Array shift_both_ways(const horloge::Array& x);
horloge::Array shift_both_ways_backward(const horloge::Array& dy);
