// An experiment: how far apart can two positions of a text be?
//
// "Observe what happens in longer sequences." A row of the table never changes
// when the text gets longer; there are only more of them. Take the two rows of
// the table that are farthest apart. With 64 dimensions, in a text of 10 words,
// their distance is 4.59; of 40 words, 5.79. And of 160 words?

#include "exercises/experiment_reach/answer.h"

using namespace horloge;

/// 1. Guess: the largest distance of two positions in a text of 160 words.
/// (No two rows can be farther apart than 11.31.) Any guess will do, but make
/// it before you measure.
double my_guess() {
  // solution: the guess
  return 11;
  // end
}

/// 2. Measure: the largest distance of any two rows, the root of the sum of
/// their squared differences. Any table may come, not only the paper's.
///   table (N, D), N is 2 or more
///
/// What may help: xt::view(table, pos) is a row; xt::sum(x * x)() adds up
/// squares.
double farthest(const Array& table) {
  // solution: the measurement
  double largest = 0;
  for (std::size_t q = 1; q < table.shape(0); ++q)
    for (std::size_t p = 0; p < q; ++p) {
      const Array difference = xt::view(table, q) - xt::view(table, p);
      largest = std::max(largest, xt::sum(difference * difference)());
    }
  return std::sqrt(largest);
  // end
}

/// 3. Choose, when the check has shown you the distances and their squares for
/// 10, 40 and 160 words. Each time the text gets four times as long …
///   Meaning::in_proportion      … the distance gets four times as large
///   Meaning::does_not_grow      … it stays: all numbers are from -1 to 1
///   Meaning::by_the_same_step   … its square grows by about the same step
Meaning what_it_means() {
  // solution: the meaning
  return Meaning::by_the_same_step;
  // end
}
