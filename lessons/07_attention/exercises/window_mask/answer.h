#pragma once

#include "course/exercise/exercise.h"

horloge::Mask window_mask(std::size_t seq_len, std::size_t window);
