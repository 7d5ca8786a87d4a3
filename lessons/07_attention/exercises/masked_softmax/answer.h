#pragma once

#include "course/exercise/exercise.h"

horloge::Array masked_softmax(const horloge::Array& scores,
                              const horloge::Mask& mask);
