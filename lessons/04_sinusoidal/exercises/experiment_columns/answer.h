#pragma once

#include "course/exercise/exercise.h"

/// What the share of moving columns does as texts get longer.
enum class Meaning {
  all_the_time,   ///< every column moves in any text: the share stays
  in_proportion,  ///< a text ten times as long moves ten times as many columns
  step_by_step  ///< ten times as long a text moves about a quarter more of them
};

double my_guess();
double moving_share(const horloge::Array& table);
Meaning what_it_means();
