// An experiment: what does a larger base change?
//
// A head of Llama 2 has 128 columns, that is 64 hands, with the base 10,000,
// and its training texts have 4,096 positions. In such a text, 46 of the hands
// come all the way round at least once. The other 18 never do.
//
// Llama 3 has the same 64 hands, texts of 8,192 positions, and the base
// 500,000.

#include "exercises/experiment_base/answer.h"

using namespace horloge;

/// 1. Guess: how many of the 64 hands of Llama 3 come round in 8,192 positions?
/// Any guess will do, but make it before you measure.
double my_guess() {
  // solution: the guess
  return 40;
  // end
}

/// 2. Measure: how many of the K/2 hands come round, from the position 0 to the
/// last one, seq_len - 1. Hand j turns by base^(-2j / K) from one position to
/// the next, and has come round when it has turned by 2 pi or more.
///   K even, base and seq_len 1 or more
double hands_that_come_round(std::size_t K, double base, std::size_t seq_len) {
  // solution: the measurement
  double round = 0;
  for (std::size_t j = 0; j < K / 2; ++j) {
    const double omega = std::pow(base, -2 * double(j) / double(K));
    if (double(seq_len - 1) * omega >= 2 * std::acos(-1.0)) ++round;
  }
  return round;
  // end
}

/// 3. Choose, when the check has shown you the numbers of Llama 2, of Llama 3,
/// and of Llama 3 with the old base. In the texts of Llama 3, twice as long, …
///   Meaning::more_come_round    … more hands come round than in Llama 2's
///   Meaning::as_many_as_before  … about as many do
///   Meaning::fewer_come_round   … fewer do
Meaning what_it_means() {
  // solution: the meaning
  return Meaning::fewer_come_round;
  // end
}
