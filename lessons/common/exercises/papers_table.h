#pragma once

// The table of the paper, for the checks of the experiments on it.

#include <cmath>

#include "horloge/core/array.h"

// Attention Is All You Need (Vaswani et al. 2017), section 3.5.   -> (N, D)
inline horloge::Array papers_table(std::size_t N, std::size_t D) {
  horloge::Array table = horloge::zeros({N, D});
  for (std::size_t pos = 0; pos < N; ++pos)
    for (std::size_t j = 0; j < D; ++j) {
      const double angle =
          double(pos) / std::pow(10000, double(j / 2 * 2) / double(D));
      table(pos, j) = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return table;
}
