// An experiment: which scheme looks where training never reached?
//
// Two models were trained on texts of 64 tokens, so no key was more than 63
// tokens back. Now they read 1,024 tokens. A head of the first has ALiBi with
// slope 1/16, a head of the second KERPLE with p = a = 1:
//
//   ALiBi:   - d / 16          at d = 64:  -4.0
//   KERPLE:  - ln(1 + d)       at d = 64:  -4.2
//
// At the end of what training has shown, both penalties are about the same. If
// all keys fit equally well, the last token of the long text gives 1.8 % of its
// weight in ALiBi's head to keys 64 or more tokens back.

#include "exercises/experiment_far_share/answer.h"

using namespace horloge;

/// 1. Guess: which share does it give them in KERPLE's head, from 0 to 1? Any
/// guess will do, but make it before you measure.
double my_guess() {
  // solution: the guess
  return 0.02;
  // end
}

/// 2. Measure: bias(d) is what is added to the score of the key d tokens back,
/// d = 0, 1, … All keys fit equally well. Which share of the weight do the keys
/// have that are `reach` tokens back or more?   bias (N) -> a share, 0 to 1
/// A bias may be as large as 1000, of either sign.
double far_share(const Array& bias, std::size_t reach) {
  // solution: the measurement
  const double highest = xt::amax(bias)();
  double far = 0, all = 0;
  for (std::size_t d = 0; d < bias.size(); ++d) {
    const double e = std::exp(bias(d) - highest);
    all += e;
    if (d >= reach) far += e;
  }
  return far / all;
  // end
}

/// 3. Choose, when the check has shown you the numbers. In texts longer than
/// those of training, KERPLE's head gives far keys …
///   Meaning::as_much      … as much as ALiBi's: the penalties agree there
///   Meaning::more_stays   … far more: a logarithm hardly grows any more
///   Meaning::less_stays   … less: a logarithm is steeper at the start
Meaning what_it_means() {
  // solution: the meaning
  return Meaning::more_stays;
  // end
}
