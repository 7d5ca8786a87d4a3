#pragma once

#include "course/exercise/exercise.h"

horloge::Array shift_rows(const horloge::Array& rows, double k);
