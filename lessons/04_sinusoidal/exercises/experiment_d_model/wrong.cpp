#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;
using Widths = std::vector<std::size_t>;

namespace {

double angle_of(const Array& pe, std::size_t i) {
  return std::atan2(pe(1, 2 * i), pe(1, 2 * i + 1));
}

// Reads each hand's divisor with `divisor`.
Width with_divisors(
    const MakeTable& make_table, std::size_t d_model,
    const std::function<double(const Array& pe, std::size_t i)>& divisor) {
  const Array pe = make_table(2, d_model);
  const std::size_t pairs = d_model / 2;
  return {pairs, divisor(pe, pairs - 1), divisor(pe, 1) / divisor(pe, 0)};
}

Width right(const MakeTable& make_table, std::size_t d_model) {
  return with_divisors(make_table, d_model, [](const Array& pe, std::size_t i) {
    return 1 / angle_of(pe, i);
  });
}

// Conclusions from widths that `measure` finds.
using Measure = Width (*)(const MakeTable&, std::size_t);

template <Measure measure>
DModelFindings concluded(const MakeTable& make_table, const Widths& d_models) {
  DModelFindings findings{};
  for (const std::size_t d_model : d_models)
    if (measure(make_table, d_model).largest_divisor > 9990)
      findings.reaches_10000 = true;
  const Width first = measure(make_table, d_models.front());
  const Width last = measure(make_table, d_models.back());
  findings.reaches_farther = last.largest_divisor > 2 * first.largest_divisor;
  findings.is_finer = last.growth < 0.999 * first.growth;
  return findings;
}

constexpr auto right_findings = concluded<right>;

template <bool DModelFindings::*which, bool always>
DModelFindings says(const MakeTable& make_table, const Widths& d_models) {
  DModelFindings findings = right_findings(make_table, d_models);
  findings.*which = always;
  return findings;
}

Width as_one_reads(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.largest_divisor = 10000;
  return width;
}

Width formula(const MakeTable&, std::size_t d_model) {
  const double step = std::pow(10000, 2 / double(d_model));
  return {d_model / 2, 10000 / step, step};
}

Width wavelength(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.largest_divisor *= 2 * std::acos(-1.0);
  return width;
}

Width degrees(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.largest_divisor *= std::acos(-1.0) / 180;
  return width;
}

Width angle(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.largest_divisor = 1 / width.largest_divisor;
  return width;
}

Width all_angles(const MakeTable& make_table, std::size_t d_model) {
  return with_divisors(make_table, d_model, angle_of);
}

Width first_pair(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.largest_divisor = 1 / angle_of(make_table(2, d_model), 0);
  return width;
}

Width dimensions(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.pairs = d_model;
  return width;
}

Width difference(const MakeTable& make_table, std::size_t d_model) {
  const Array pe = make_table(2, d_model);
  Width width = right(make_table, d_model);
  width.growth = 1 / angle_of(pe, 1) - 1 / angle_of(pe, 0);
  return width;
}

Width inverted(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.growth = 1 / width.growth;
  return width;
}

Width of_a_dimension(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.growth = std::sqrt(width.growth);
  return width;
}

Width first_to_last(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.growth = width.largest_divisor;
  return width;
}

Width mean_growth(const MakeTable& make_table, std::size_t d_model) {
  Width width = right(make_table, d_model);
  width.growth = std::pow(width.largest_divisor, 1 / (double(width.pairs) - 1));
  return width;
}

Width sine_for_angle(const MakeTable& make_table, std::size_t d_model) {
  return with_divisors(make_table, d_model, [](const Array& pe, std::size_t i) {
    return 1 / pe(1, 2 * i);
  });
}

Width other_axis(const MakeTable& make_table, std::size_t d_model) {
  return with_divisors(make_table, d_model, [](const Array& pe, std::size_t i) {
    return 1 / std::atan2(pe(1, 2 * i + 1), pe(1, 2 * i));
  });
}

Width halves(const MakeTable& make_table, std::size_t d_model) {
  return with_divisors(
      make_table, d_model, [=](const Array& pe, std::size_t i) {
        return 1 / std::atan2(pe(1, i), pe(1, d_model / 2 + i));
      });
}

DModelFindings nearly_reached(const MakeTable& make_table,
                              const Widths& d_models) {
  DModelFindings findings = right_findings(make_table, d_models);
  findings.reaches_10000 =
      right(make_table, d_models.back()).largest_divisor > 9000;
  return findings;
}

DModelFindings a_little_farther(const MakeTable& make_table,
                                const Widths& d_models) {
  DModelFindings findings = right_findings(make_table, d_models);
  findings.reaches_farther =
      right(make_table, d_models.back()).largest_divisor >
      1.001 * right(make_table, d_models.front()).largest_divisor;
  return findings;
}

DModelFindings first_two(const MakeTable& make_table, const Widths& d_models) {
  return right_findings(make_table, {d_models[0], d_models[1]});
}

DModelFindings coarser(const MakeTable& make_table, const Widths& d_models) {
  DModelFindings findings = right_findings(make_table, d_models);
  findings.is_finer = 0.999 * right(make_table, d_models.back()).growth >
                      right(make_table, d_models.front()).growth;
  return findings;
}

DModelFindings as_seen(const MakeTable&, const Widths&) {
  return {false, false, true};
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"as-one-reads",
       "you take the largest divisor for 10000, as one often reads. The last "
       "pair is i = d_model / 2 - 1, not d_model / 2: look at its angle",
       {as_one_reads, concluded<as_one_reads>}},
      {"formula",
       "you compute the paper's divisors whatever table you get; this is an "
       "experiment, so ask the table",
       {formula, concluded<formula>}},
      {"wavelength",
       "your largest divisor is a wavelength: 2 pi times too large",
       {wavelength, concluded<wavelength>}},
      {"degrees",
       "your angles are degrees; the angle at position 1 is 1 / divisor in "
       "radians, which is what std::atan2 gives",
       {degrees, concluded<degrees>}},
      {"angle",
       "your largest divisor is the angle that the slowest hand turns in a "
       "step; the divisor is one over it",
       {angle, concluded<angle>}},
      {"all-angles",
       "you compare angles where divisors are asked for: the divisor is one "
       "over the angle at position 1",
       {all_angles, concluded<all_angles>}},
      {"first-pair",
       "you give the divisor of the first pair, which is the smallest",
       {first_pair, concluded<first_pair>}},
      {"dimensions",
       "you count dimensions; two of them make a hand",
       {dimensions, concluded<dimensions>}},
      {"difference",
       "your growth is a difference; divisors are multiplied by the same "
       "factor from pair to pair, so a quotient says it for all of them",
       {difference, concluded<difference>}},
      {"inverted",
       "your growth is upside down: the divisor of pair 1 over that of pair 0 "
       "is more than 1",
       {inverted, concluded<inverted>}},
      {"of-a-dimension",
       "your growth is that of half a pair: from i = 0 to i = 1 it is two "
       "dimensions",
       {of_a_dimension, concluded<of_a_dimension>}},
      {"first-to-last",
       "your growth is from the first pair to the last; it is asked for from "
       "pair 0 to pair 1",
       {first_to_last, concluded<first_to_last>}},
      {"mean-growth",
       "your growth is that of a pair on average; it is asked for from pair 0 "
       "to pair 1, and not every code grows evenly",
       {mean_growth, concluded<mean_growth>}},
      {"sine-for-angle",
       "you take the sine for its angle. For slow hands they are almost the "
       "same, but the fast ones show it: sin(1) is 0.84",
       {sine_for_angle, concluded<sine_for_angle>}},
      {"other-axis",
       "your hands start a quarter of a turn away: std::atan2 takes the sine "
       "first, then the cosine",
       {other_axis, concluded<other_axis>}},
      {"halves",
       "you look for the cosines in the second half of a row; here they stand "
       "next to their sines, in columns 2i and 2i + 1",
       {halves, concluded<halves>}},
      {"says-reached",
       "you say for every code that 10000 is reached. You measured the largest "
       "divisor: compare it",
       {right, says<&DModelFindings::reaches_10000, true>}},
      {"says-never-reached",
       "you say for every code that 10000 is not reached. That is so for the "
       "paper's; others are made to reach it",
       {right, says<&DModelFindings::reaches_10000, false>}},
      {"nearly-reached",
       "you take nearly 10000 for 10000: 9647 is not a thousandth off, but "
       "nearly four hundredths",
       {right, nearly_reached}},
      {"says-farther",
       "you say for every code that a wider one reaches farther. More "
       "dimensions are more hands; whether these are slower ones is another "
       "question",
       {right, says<&DModelFindings::reaches_farther, true>}},
      {"says-never-farther",
       "you say for every code that a wider one reaches no farther. With 64 "
       "and 512 it is so; from 8 to 64 a lot is gained, and other codes have "
       "no last divisor at all",
       {right, says<&DModelFindings::reaches_farther, false>}},
      {"a-little-farther",
       "you call it farther if it is farther at all; it is asked whether the "
       "largest divisor more than doubles",
       {right, a_little_farther}},
      {"first-two",
       "you compare the first two widths; the first and the last are the "
       "narrowest and the widest",
       {right, first_two}},
      {"says-finer",
       "you say for every code that a wider one is finer. That is so where the "
       "range is fixed and more hands share it; a code may add its new hands "
       "behind the last",
       {right, says<&DModelFindings::is_finer, true>}},
      {"says-never-finer",
       "you say for every code that a wider one is no finer. Compare the "
       "growth that you measured at 64 and at 512 dimensions",
       {right, says<&DModelFindings::is_finer, false>}},
      {"coarser",
       "you take finer for coarser: hands are closer together where a divisor "
       "grows by less from one to the next",
       {right, coarser}},
      {"as-seen",
       "you wrote down what 64, 256 and 512 show. Other widths and other codes "
       "behave in other ways: compare what was measured",
       {right, as_seen}},
  };
  return all;
}
