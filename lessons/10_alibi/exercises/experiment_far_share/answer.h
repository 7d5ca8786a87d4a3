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

// What the check calls.
struct Answer {
  decltype(&my_guess) guess;
  decltype(&far_share) measure;
  decltype(&what_it_means) meaning;
};
inline Answer your_answer() { return {my_guess, far_share, what_it_means}; }
