#pragma once

#include "course/exercise/exercise.h"

horloge::Array add_learned_positions(const horloge::Array& x,
                                     const horloge::Array& table);
