#pragma once

#include "course/exercise/exercise.h"

/// What the larger base of Llama 3 does, whose texts are twice as long.
enum class Meaning {
  more_come_round,    ///< longer texts, so more hands come round
  as_many_as_before,  ///< the base was raised in step with the length
  fewer_come_round    ///< the base was raised by more than the length
};

double my_guess();
double hands_that_come_round(std::size_t K, double base, std::size_t seq_len);
Meaning what_it_means();
