// An experiment: what do the columns of a table do?
//
// "Look at the waves of different dimensions." You get a table (N, D): row t is
// position t, columns 2i and 2i + 1 are sine and cosine of hand i. Measure its
// columns and say what follows. The structures for both are in answer.h; here
// is what they hold:
//
//   Waves              crossings          of each column: how often a number
//                                         below zero follows one that is not,
//                                         or the other way round
//                      one_way            the columns, in rising order, that
//                                         rise at every step or fall at every
//                                         step
//                      first_slow         the first pair that makes less than
//                                         one turn from row 0 to row N - 1; if
//                                         there is none, how many pairs there
//                                         are
//
//   FrequencyFindings  slower_and_slower  does no sine cross zero more often
//                                         than the sine of the pair before?
//                      pairs_keep_pace    are the crossings of sine and cosine
//                                         equal in each pair, or apart by one?
//                      mostly_slow        do more than half of the pairs make
//                                         less than one turn?
//
// The table need not be the paper's: measure it. Its hands start at the angle 0
// and turn evenly, by no more than one radian a row. (Where sine and cosine do
// not keep pace there is no hand, and it is not asked for turns.)
//
// What you print is shown below the verdict. The first table that you get is
// the paper's, 100 positions by 64 dimensions.

#include <cstdio>

#include "exercises/experiment_frequencies/answer.h"

using namespace horloge;

/// table (N, D), N is 2 or more
///
/// std::atan2(sine, cosine) is the angle of a hand, between -pi and pi;
/// list.push_back(x) appends to a vector.
Waves measure_waves(const Array& table) {
  // solution: the measurement
  const std::size_t N = table.shape(0), D = table.shape(1);
  Waves waves;
  for (std::size_t j = 0; j < D; ++j) {
    std::size_t crossings = 0, rises = 0, falls = 0;
    for (std::size_t t = 0; t + 1 < N; ++t) {
      const real now = table(t, j), next = table(t + 1, j);
      crossings += (now < 0) != (next < 0);
      rises += next > now;
      falls += next < now;
    }
    waves.crossings.push_back(crossings);
    if (rises == N - 1 || falls == N - 1) waves.one_way.push_back(j);
  }

  const double turn = 2 * std::acos(-1.0);
  waves.first_slow = 0;
  for (std::size_t i = 0; i < D / 2; ++i) {
    const double step = std::atan2(table(1, 2 * i), table(1, 2 * i + 1));
    if (real(N - 1) * step < turn) break;
    ++waves.first_slow;
  }
  return waves;
  // end
}

/// table (N, D), N is 2 or more
FrequencyFindings experiment_frequencies(const Array& table) {
  // solution: the conclusions
  const std::vector<std::size_t> crossings = measure_waves(table).crossings;
  const std::size_t pairs = crossings.size() / 2;
  FrequencyFindings findings{true, true, false};
  std::size_t slow = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::size_t of_sine = crossings[2 * i];
    const std::size_t of_cosine = crossings[2 * i + 1];
    if (i > 0 && of_sine > crossings[2 * i - 2])
      findings.slower_and_slower = false;
    if (of_sine > of_cosine + 1 || of_cosine > of_sine + 1)
      findings.pairs_keep_pace = false;
    slow += of_sine < 2;  // a sine crosses zero twice in a turn
  }
  findings.mostly_slow = 2 * slow > pairs;
  return findings;
  // end
}
