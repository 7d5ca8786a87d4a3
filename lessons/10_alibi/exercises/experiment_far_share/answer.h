#pragma once

#include "course/exercise/exercise.h"

/// What KERPLE's logarithm does in a text longer than those of training,
/// compared with ALiBi's straight line.
enum class Meaning {
  as_much,     ///< their penalties agree where training ended
  more_stays,  ///< a logarithm hardly grows any more
  less_stays   ///< a logarithm is steeper at the start
};

double my_guess();
double far_share(const horloge::Array& bias, std::size_t reach);
Meaning what_it_means();
