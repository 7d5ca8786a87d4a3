#pragma once

#include <cstddef>

#include "horloge/core/array.h"
#include "horloge/core/rng.h"

/// Random words at random positions, and the vectors that stand for both.
struct Sums {
  horloge::Array words;   ///< (1000, D), random rows
  horloge::Array places;  ///< (100, D), the sinusoidal table
  horloge::Ids word;      ///< (N), a row of `words` each
  horloge::Ids place;     ///< (N), a row of `places` each
  horloge::Array x;       ///< (N, D), the sum of the two rows
};

/// 2000 sums. Rows of words are about sqrt(D) long if scaled, about 1 if not.
Sums random_sums(std::size_t d_model, bool scaled, horloge::Rng rng);
