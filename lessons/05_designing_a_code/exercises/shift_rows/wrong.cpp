#include "mistakes.h"

#include "course/exercise/exam.h"

using namespace mistakes;

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"turned-back",
       "you turn the wrong way: to pos - k. The minus stands at the other sine",
       {turned_back}},
      {"no-minus",
       "a minus is missing: in cos(a + b) the product of the two sines is "
       "subtracted",
       {no_minus}},
      {"both-minus",
       "both sines have a minus; in sin(a + b) nothing is subtracted",
       {both_minus}},
      {"swapped",
       "sines and cosines of the angle are swapped; for k = 0 your function "
       "should leave every row as it is",
       {swapped}},
      {"cosine-upside-down",
       "your new cosine has the wrong sign: cos(a + b) is cos(a) cos(b) less "
       "sin(a) sin(b)",
       {cosine_upside_down}},
      {"sines-missing",
       "the sines of the angle are missing: a new sine is made of the old sine "
       "and the old cosine",
       {sines_missing}},
      {"cosine-kept",
       "only the sines move; the cosines have to be moved on, too",
       {cosine_kept}},
      {"overwritten",
       "you write the new sine over the old one and then make the new cosine "
       "of it: both need the *old* sine. Keep it in a variable, or write into "
       "another array",
       {overwritten}},
      {"one-frequency",
       "all pairs turn by k; each has a frequency of its own: where whole "
       "numbers are divided in 2 * i / D, the fraction is lost",
       {one_frequency}},
      {"own-frequencies",
       "the cosine of a pair has another frequency than its sine: both, at 2i "
       "and 2i + 1, share the exponent 2i / D",
       {own_frequencies}},
      {"i-over-d",
       "your exponent is i / D; the formula has 2i / D",
       {i_over_d}},
      {"twice-too-slow",
       "the 2 of 2i is counted twice: 0, 2, 4, … are the values of 2i, not of "
       "i",
       {twice_too_slow}},
      {"exponent-sign",
       "your angles grow from pair to pair: k is divided by the power, not "
       "multiplied by it",
       {exponent_sign}},
      {"to-the-last",
       "you divide by D - 2, so that the last pair gets 10000 itself, as some "
       "libraries do; here the exponent is 2i / D",
       {to_the_last}},
      {"unsigned-minus",
       "-2 * i of an unsigned i is no negative number but a huge one, and the "
       "power is infinite. Write -2.0 * double(i)",
       {unsigned_minus}},
      {"power-by-caret",
       "10000 ^ x is no power in C++ but an exclusive or of whole numbers. "
       "Write std::pow(10000, x)",
       {power_by_caret}},
      {"float-power",
       "the power is computed in float, with seven digits. Use real or double "
       "throughout",
       {float_power}},
      {"base-1000", "your base is 1000; the paper's is 10000", {base_1000}},
      {"counts-from-1",
       "you count i from 1; the first pair is i = 0, with a frequency of 1",
       {counts_from_1}},
      {"times-2-pi",
       "you multiply by 2 pi; the frequencies are in radians per word already",
       {times_2_pi}},
      {"degrees",
       "you turn by k degrees; a hand moves on by radians, and std::sin takes "
       "radians",
       {degrees}},
      {"whole-steps",
       "k is cut down to a whole number; parts of a step are allowed",
       {whole_steps}},
      {"forward-only",
       "the sign of k gets lost; a negative k moves back",
       {forward_only}},
      {"identity",
       "your rows stay where they are, whatever k says",
       {identity}},
      {"one-step",
       "your rows move on by one position, whatever k says",
       {one_step}},
      {"halves",
       "you take the sines from the first half of a row and the cosines from "
       "the second; here they alternate, at 2i and 2i + 1",
       {halves}},
      {"half-way",
       "you stop half way: a row has D / 2 pairs, each two numbers wide",
       {half_way}},
      {"last-pair-left",
       "the last pair is not turned: the loop ends one pair too early",
       {last_pair_left}},
      {"last-pair-zero",
       "the last pair is zero: the loop ends one pair too early",
       {last_pair_zero}},
      {"first-row-only",
       "only the first row is moved; all rows move by the same k",
       {first_row_only}},
      {"by-row-number",
       "you turn row t by t + k; each row is somewhere already and only has to "
       "go k further",
       {by_row_number}},
      {"from-position-0",
       "you make the code of the positions k, k + 1, … anew; the rows that you "
       "get may stand anywhere, and hold anything",
       {from_position_0}},
      {"length-lost",
       "you make each pair one long: an angle remembers no length. A turn "
       "keeps the length that a pair has",
       {length_lost}},
      {"adds-the-code",
       "you add the code of k to the rows; sines of a sum are not the sum of "
       "sines",
       {adds_the_code}},
      {"rolled",
       "you take the row that stands k rows further down. It is not there for "
       "the last rows, nor for a k of 0.25; compute it from the row itself",
       {rolled}},
      {"transposed",
       "your result is (D, T); what comes in as (T, D) goes out as (T, D)",
       {transposed}},
      {"added-up",
       "you add the turned rows to the old ones (+= where = is meant, or a "
       "copy that was not emptied)",
       {added_up}},
      {"odd-accepted",
       "an odd D is accepted; then the last sine has no cosine",
       {odd_accepted}},
      {"in-float",
       "your angles are computed in float: for a shift by 100,000 seven digits "
       "are not enough. Use real or double throughout",
       {in_float}},
      {"float-functions",
       "sine and cosine are computed in float, with seven digits. Use real or "
       "double throughout",
       {float_functions}},
  };
  return all;
}
