#pragma once

#include "course/exercise/exercise.h"

/// What more words do to a picture.
enum class Meaning {
  words_lose,       ///< the more words, the less a picture shows of any of them
  chance_fades,     ///< what chance shows fades; what is there stays
  enough_words_now  ///< beyond 200 words nothing changes any more
};

double my_guess();
double share_of_two(const horloge::Array& x);
Meaning what_it_means();

// What the check calls.
struct Answer {
  decltype(&my_guess) guess;
  decltype(&share_of_two) measure;
  decltype(&what_it_means) meaning;
};
inline Answer your_answer() { return {my_guess, share_of_two, what_it_means}; }
