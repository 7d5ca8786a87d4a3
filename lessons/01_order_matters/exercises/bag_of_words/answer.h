#pragma once

#include "course/exercise/exercise.h"

horloge::Array bag_of_words(const horloge::Ids& ids,
                            const horloge::Array& matrix);
