#pragma once

#include "course/exercise/exercise.h"

horloge::Array shifted_positions_backward(const horloge::Array& dy,
                                          const horloge::Ids& starts,
                                          std::size_t max_seq_len);
