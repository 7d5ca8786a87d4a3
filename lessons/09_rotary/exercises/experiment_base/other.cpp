// From the slowest hand that comes round, by a logarithm.

#include "exercises/experiment_base/answer.h"

using namespace horloge;

double my_guess() { return 64; }

double hands_that_come_round(std::size_t K, double base, std::size_t seq_len) {
  const double turns = double(seq_len - 1) / (8 * std::atan(1.0));
  if (turns < 1) return 0;  // not even hand 0
  const auto pairs = double(K / 2);
  if (base <= 1) return pairs;  // all are as fast as hand 0
  const double last = std::floor(std::log(turns) / std::log(base) * pairs);
  return std::min(last + 1, pairs);
}

Meaning what_it_means() { return Meaning::fewer_come_round; }
