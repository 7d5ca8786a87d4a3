// An experiment: how much does T5 know of distances?
//
// An encoder of T5 has 32 buckets, 16 for each direction. The last of each
// begins at a distance of 91 tokens: whatever is further away is "far before"
// or "far after", and no more. T5 was trained on texts of 512 tokens.

#include "exercises/experiment_far_pairs/answer.h"

using namespace horloge;

/// 1. Guess: in a text of 512 tokens, which share of all pairs, query with key,
/// are 91 or more positions apart? From 0 to 1. Any guess will do, but make it
/// before you measure.
double my_guess() {
  // solution: the guess
  return 0.3;
  // end
}

/// 2. Measure: of all seq_len² pairs of a query and a key, a token with itself
/// and both directions included, the share of those that are `distance` or more
/// positions apart.
///   seq_len 1 or more
double share_of_far_pairs(std::size_t seq_len, std::size_t distance) {
  // solution: the measurement
  std::size_t far = 0;
  for (std::size_t i = 0; i < seq_len; ++i)
    for (std::size_t j = 0; j < seq_len; ++j)
      if ((i > j ? i - j : j - i) >= distance) ++far;
  return double(far) / (double(seq_len) * double(seq_len));
  // end
}

/// 3. Choose, when the check has shown you the share. In the texts that T5 was
/// trained on, …
///   Meaning::most_are_told_apart  … most pairs have finer buckets than these
///   Meaning::half_of_them         … about half of the pairs have
///   Meaning::most_share_two       … most pairs share the two last buckets
Meaning what_it_means() {
  // solution: the meaning
  return Meaning::most_share_two;
  // end
}
