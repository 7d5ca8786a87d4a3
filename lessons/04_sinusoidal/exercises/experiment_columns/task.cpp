// An experiment: which part of the table moves at all?
//
// "Plot the values of different dimensions." In a picture of the table the left
// columns flicker and the right ones stand still. Say that a column moves if
// its largest number exceeds its smallest by more than 0.1. The table has 512
// dimensions. In a text of 10 words 41 % of its columns move. And in a text of
// 100 words?

#include "exercises/experiment_columns/answer.h"

using namespace horloge;

/// 1. Guess: the share of 512 columns that move in 100 words, from 0 to 1.
/// Any guess will do, but make it before you measure.
double my_guess() {
  // solution: the guess
  return 0.9;
  // end
}

/// 2. Measure: the share of the columns whose largest number exceeds their
/// smallest by more than 0.1. Any table may come, not only the paper's.
///   table (N, D), N and D are 1 or more
///
/// What may help: xt::view(table, xt::all(), j) is column j; xt::amax(x)() and
/// xt::amin(x)() are the largest and the smallest number of x.
double moving_share(const Array& table) {
  // solution: the measurement
  const std::size_t D = table.shape(1);
  std::size_t moving = 0;
  for (std::size_t j = 0; j < D; ++j) {
    const Array column = xt::view(table, xt::all(), j);
    if (xt::amax(column)() - xt::amin(column)() > 0.1) ++moving;
  }
  return static_cast<double>(moving) / static_cast<double>(D);
  // end
}

/// 3. Choose, when the check has shown you the numbers for 10, 100 and 1000
/// words. As the text gets longer …
///   Meaning::all_the_time    … nothing changes: all columns are in use
///   Meaning::in_proportion   … the share grows with the number of words
///   Meaning::step_by_step    … each time the text gets ten times as long,
///                            about a quarter of the columns joins in
Meaning what_it_means() {
  // solution: the meaning
  return Meaning::step_by_step;
  // end
}
