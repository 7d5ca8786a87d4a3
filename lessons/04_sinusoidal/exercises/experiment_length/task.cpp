// An experiment: what changes when texts get longer?
//
// "Observe how the codes change for longer sequences." You get a function that
// makes tables, measure tables of several lengths, and say what follows. The
// structures for both are in answer.h; here is what they hold:
//
//   Length          change        the largest difference between the table of
//                                 `shorter` rows and the first rows of the
//                                 table of `max_seq_len` rows
//                   nearest       the smallest distance of any two positions of
//                                 the longer table
//                   neighbours    the largest distance of a position of the
//                                 longer table and the next one
//                   mean          of all numbers of the longer table
//
//   LengthFindings  rows_stay     do the rows of the shortest table stand
//                                 unchanged in the longer ones?
//                   come_closer   is `nearest` clearly smaller in the longest
//                                 table than in the shortest?
//                   mean_shrinks  is the mean clearly nearer to 0 in the
//                   longest
//                                 table than in the shortest?
//
// "Clearly" is less than nine tenths. A distance is the usual one, the root of
// the sum of the squared differences. The code need not be the paper's.
//
// What you print is shown below the verdict. The first tables that you get are
// the paper's code with 64 dimensions, of 10, 20 and 50 positions.

#include <cstdio>

#include "exercises/experiment_length/answer.h"

using namespace horloge;

/// Measures the table of max_seq_len rows, which are 2 or more; `shorter` is at
/// most max_seq_len.      make_table(max_seq_len) -> (max_seq_len, D)
///
/// xt::view(table, t) is row t, xt::view(table, xt::range(0, n)) the first n
/// rows; xt::abs, xt::amax(x)(), xt::sum(x)() and xt::mean(x)() may help.
Length measure_length(const MakeTable& make_table, std::size_t shorter,
                      std::size_t max_seq_len) {
  // solution: the measurement
  const Array table = make_table(max_seq_len);
  const Array before = make_table(shorter);
  const Array begins = xt::view(table, xt::range(0, shorter));

  Length length{};
  length.change = xt::amax(xt::abs(begins - before))();
  length.mean = xt::mean(table)();
  length.nearest = HUGE_VAL;
  for (std::size_t q = 1; q < max_seq_len; ++q)
    for (std::size_t p = 0; p < q; ++p) {
      const Array difference = xt::view(table, q) - xt::view(table, p);
      const double distance = std::sqrt(xt::sum(difference * difference)());
      length.nearest = std::min(length.nearest, distance);
      if (p + 1 == q) length.neighbours = std::max(length.neighbours, distance);
    }
  return length;
  // end
}

/// Compares tables: `lengths` has two or more, in rising order. Measured
/// numbers are rounded: a change below 1e-6 is none.
LengthFindings experiment_length(const MakeTable& make_table,
                                 const std::vector<std::size_t>& lengths) {
  // solution: the conclusions
  std::vector<Length> measured;
  for (const std::size_t length : lengths)
    measured.push_back(measure_length(make_table, lengths.front(), length));
  const Length& shortest = measured.front();
  const Length& longest = measured.back();

  LengthFindings findings{};
  findings.rows_stay = true;
  for (const Length& length : measured)
    if (length.change > 1e-6) findings.rows_stay = false;
  findings.come_closer = longest.nearest < 0.9 * shortest.nearest;
  findings.mean_shrinks =
      std::abs(longest.mean) < 0.9 * std::abs(shortest.mean);
  return findings;
  // end
}
