#pragma once

#include "course/exercise/exercise.h"

horloge::Array sinusoidal_table(std::size_t max_seq_len, std::size_t d_model);
