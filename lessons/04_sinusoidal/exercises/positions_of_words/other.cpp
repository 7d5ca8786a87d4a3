// Each place counts anew.

#include "exercises/positions_of_words/answer.h"

using namespace horloge;

Ids positions_of_words(const Mask& words) {
  Ids positions = xt::zeros<std::int64_t>(words.shape());
  for (std::size_t b = 0; b < words.shape(0); ++b)
    for (std::size_t t = 0; t < words.shape(1); ++t)
      for (std::size_t s = 0; s < t; ++s)
        if (words(b, t) && words(b, s)) positions(b, t) += 1;
  return positions;
}
