#pragma once

#include "course/exercise/exercise.h"

horloge::Ids positions_of_words(const horloge::Mask& words);
