#pragma once

#include "course/exercise/exercise.h"

horloge::Array paired_differences(const horloge::Array& a,
                                  const horloge::Array& b);
