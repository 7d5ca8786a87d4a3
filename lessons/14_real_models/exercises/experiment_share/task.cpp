// An experiment: what does a table of positions cost?
//
// GPT-2 has a vector of D = 768 numbers for each of its 50,257 tokens, and one
// for each of its 1,024 positions; after that come 12 layers. All of it was
// learned. Its larger brother, XL, has 48 layers and D = 1600.
//
// The lesson's table says how many numbers are learned for positions. Here the
// question is what part of the whole that is.

#include "exercises/experiment_share/answer.h"

using namespace horloge;

/// 1. Guess: which share of GPT-2's numbers are positions, in percent? Any
/// guess will do, but make it before you measure.
double my_guess() {
  // solution: the guess
  return 5;
  // end
}

/// 2. Measure: the share of the positions in all numbers, in percent (0 to
/// 100). A GPT-2 has
///   - a table of tokens, vocab_size rows of D, also its (tied) head
///   - a table of positions, places rows of D
///   - in each layer: four matrices of D x D (queries, keys, values, output),
///     one of D x 4D and one of 4D x D, each with a bias for every output; and
///     two norms, each with a weight and a bias of D
///   - one more such norm at the end
/// The sizes are unsigned: their product is exact, but a quotient is cut off.
double share_of_positions(const Sizes& sizes) {
  // solution: the measurement
  const double V = double(sizes.vocab_size), P = double(sizes.places);
  const double D = double(sizes.d_model), L = double(sizes.num_layers);
  const double attention = 4 * (D * D + D);
  const double feed_forward = (D * 4 * D + 4 * D) + (4 * D * D + D);
  const double norms = 2 * 2 * D;
  const double all =
      V * D + P * D + L * (attention + feed_forward + norms) + 2 * D;
  return 100 * P * D / all;
  // end
}

/// 3. Choose, when the check has shown you the numbers of GPT-2, of XL, and of
/// a GPT-2 with 131,072 places, as many as Llama 3.1 reads. A table of
/// positions is …
///   Meaning::always_small         … a small part of any model
///   Meaning::small_unless_long    … a small part, as long as texts are short
///   Meaning::always_a_large_part  … a large part of any model
Meaning what_it_means() {
  // solution: the meaning
  return Meaning::small_unless_long;
  // end
}
