#pragma once

#include "course/exercise/exercise.h"

horloge::Array picture_code(std::size_t rows, std::size_t columns,
                            std::size_t d_model, bool class_token);
