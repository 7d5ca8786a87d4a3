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
