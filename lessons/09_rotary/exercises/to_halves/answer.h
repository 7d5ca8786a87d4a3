#pragma once

#include "course/exercise/exercise.h"

horloge::Array to_halves(const horloge::Array& w, std::size_t num_heads);
horloge::Array to_interleaved(const horloge::Array& w, std::size_t num_heads);
