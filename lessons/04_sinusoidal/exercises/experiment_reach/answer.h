#pragma once

#include "course/exercise/exercise.h"

/// How the largest distance in a text grows with its length.
enum class Meaning {
  in_proportion,    ///< four times as many words, four times as far
  does_not_grow,    ///< the numbers stay between -1 and 1, so it stays, too
  by_the_same_step  ///< four times as many words, the same step in its square
};

double my_guess();
double farthest(const horloge::Array& table);
Meaning what_it_means();
