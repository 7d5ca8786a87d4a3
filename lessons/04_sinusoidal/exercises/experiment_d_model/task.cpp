// An experiment: what does a larger d_model change?
//
// "Try 64, 256 and 512." You get a function that makes tables, measure the
// hands of each, and say what follows. The structures for both are in answer.h;
// here is what they hold:
//
//   Width             pairs            how many hands the code has
//                     largest_divisor  that of the slowest hand
//                     growth           divisor of pair 1 over that of pair 0
//
//   DModelFindings    reaches_10000    is there a divisor of 10000 or more?
//                     reaches_farther  is the largest divisor of the widest
//                                      code more than twice that of the
//                                      narrowest?
//                     is_finer         is growth smaller in the widest code
//                                      than in the narrowest?
//
// The code need not be the paper's: measure it, don't compute it from a formula
// that you know. Columns 2i and 2i + 1 are sine and cosine of hand i, whose
// angle at position t is t / divisor. No divisor is below 1.
//
// What you print is shown below the verdict. The first tables that you get are
// the paper's, of 64, 256 and 512 dimensions.

#include <cstdio>

#include "exercises/experiment_d_model/answer.h"

using namespace horloge;

/// Measures the code at one d_model, which is 4 or more.
/// make_table(max_seq_len, d_model) -> (max_seq_len, d_model)
///
/// std::atan2(sine, cosine) is the angle of a hand.
Width measure_width(const MakeTable& make_table, std::size_t d_model) {
  // solution: the measurement
  const Array pe = make_table(2, d_model);
  const auto divisor = [&](std::size_t i) {
    return 1 / std::atan2(pe(1, 2 * i), pe(1, 2 * i + 1));
  };
  Width width;
  width.pairs = d_model / 2;
  width.largest_divisor = divisor(width.pairs - 1);
  width.growth = divisor(1) / divisor(0);
  return width;
  // end
}

/// Compares the code's widths: d_models has two or more, in rising order.
/// Measured numbers are rounded: take two that differ by less than a thousandth
/// part for equal.
DModelFindings experiment_d_model(const MakeTable& make_table,
                                  const std::vector<std::size_t>& d_models) {
  // solution: the conclusions
  std::vector<Width> widths;
  for (const std::size_t d_model : d_models)
    widths.push_back(measure_width(make_table, d_model));
  const Width& narrowest = widths.front();
  const Width& widest = widths.back();

  DModelFindings findings{};
  for (const Width& width : widths)
    if (width.largest_divisor > 10000 * 0.999) findings.reaches_10000 = true;
  findings.reaches_farther =
      widest.largest_divisor > 2 * narrowest.largest_divisor;
  findings.is_finer = widest.growth < narrowest.growth * 0.999;
  return findings;
  // end
}
