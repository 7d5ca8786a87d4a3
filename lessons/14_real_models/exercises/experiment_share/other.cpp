// In whole numbers, the table of positions and all the rest.

#include "exercises/experiment_share/answer.h"

using namespace horloge;

double my_guess() { return 0.1; }

double share_of_positions(const Sizes& sizes) {
  const std::size_t D = sizes.d_model;
  std::size_t rest = sizes.vocab_size * D;
  for (std::size_t l = 0; l < sizes.num_layers; ++l)
    rest += 12 * D * D + 13 * D;
  rest += D + D;
  const std::size_t positions = sizes.places * D;
  return 100.0 / (1.0 + double(rest) / double(positions));
}

Meaning what_it_means() { return Meaning::small_unless_long; }
