// By the number of pairs of each distance: seq_len - d each way.

#include "exercises/experiment_far_pairs/answer.h"

using namespace horloge;

double my_guess() { return 0.9; }

double share_of_far_pairs(std::size_t seq_len, std::size_t distance) {
  if (distance == 0) return 1;
  double far = 0;
  for (std::size_t d = distance; d < seq_len; ++d)
    far += 2 * double(seq_len - d);
  return far / std::pow(double(seq_len), 2);
}

Meaning what_it_means() { return Meaning::most_share_two; }
