#include <cmath>
#include <functional>

#include "common/exercises/wrong_shares.h"
#include "course/exercise/exam.h"

using namespace horloge;
using namespace wrong_shares;

namespace {

// --- the measurement ---

using Share = double (*)(const Array& x);
using Formula = double (*)(double N, double D);

double two_over_d(double, double D) { return 2 / D; }

double marchenko_pastur(double N, double D) {
  return 2 * std::pow(1 + std::sqrt(D / N), 2) / D;
}

template <Share share, Formula alike = two_over_d,
          Formula noise = marchenko_pastur>
Picture measured(const TakeRows& take_rows, std::size_t count) {
  const Array x = take_rows(count);
  const double N = double(x.shape(0)), D = double(x.shape(1));
  return {share(x), alike(N, D), noise(N, D)};
}

constexpr auto right_picture = measured<right>;

double one_over_d(double, double D) { return 1 / D; }

double two_over_n(double N, double) { return 2 / N; }

double whole_2_over_d(double, double) { return 0; }

double alike_is_128(double, double) { return 2 / 128.0; }

double noise_once(double N, double D) { return marchenko_pastur(N, D) / 2; }

double n_over_d(double N, double D) {
  return 2 * std::pow(1 + std::sqrt(N / D), 2) / D;
}

double no_square(double N, double D) { return 2 * (1 + std::sqrt(D / N)) / D; }

double no_root(double N, double D) { return 2 * std::pow(1 + D / N, 2) / D; }

double not_divided(double N, double D) {
  return 2 * std::pow(1 + std::sqrt(D / N), 2);
}

double whole_d_over_n(double N, double D) {
  return 2 * std::pow(1 + std::sqrt(std::floor(D / N)), 2) / D;
}

Picture fifty_rows(const TakeRows& take_rows, std::size_t) {
  return right_picture(take_rows, 50);
}

// --- the conclusions ---

using Measure = Picture (*)(const TakeRows&, std::size_t);

TokenFindings compared(const Picture& fewest, const Picture& most) {
  return {most.share < 0.85 * fewest.share,
          most.share<1.4 * most.alike, most.share> 1.2 * most.noise};
}

template <Measure measure>
TokenFindings concluded(const TakeRows& take_rows, const Counts& counts) {
  const auto ends = std::minmax_element(counts.begin(), counts.end());
  return compared(measure(take_rows, *ends.first),
                  measure(take_rows, *ends.second));
}

constexpr auto right_findings = concluded<right_picture>;

TokenFindings first_and_last(const TakeRows& take_rows, const Counts& counts) {
  return compared(right_picture(take_rows, counts.front()),
                  right_picture(take_rows, counts.back()));
}

TokenFindings ends_swapped(const TakeRows& take_rows, const Counts& counts) {
  const auto ends = std::minmax_element(counts.begin(), counts.end());
  return compared(right_picture(take_rows, *ends.second),
                  right_picture(take_rows, *ends.first));
}

TokenFindings fewest_only(const TakeRows& take_rows, const Counts& counts) {
  const auto ends = std::minmax_element(counts.begin(), counts.end());
  const Picture fewest = right_picture(take_rows, *ends.first);
  TokenFindings findings = compared(fewest, fewest);
  findings.falls = right_findings(take_rows, counts).falls;
  return findings;
}

template <bool TokenFindings::*finding, bool said>
TokenFindings always(const TakeRows& take_rows, const Counts& counts) {
  TokenFindings findings = right_findings(take_rows, counts);
  findings.*finding = said;
  return findings;
}

template <bool TokenFindings::*finding>
TokenFindings opposite(const TakeRows& take_rows, const Counts& counts) {
  TokenFindings findings = right_findings(take_rows, counts);
  findings.*finding = !(findings.*finding);
  return findings;
}

// The most tokens, and what is made of their picture.
template <class Claim>
TokenFindings with_structure(const TakeRows& take_rows, const Counts& counts,
                             const Claim& claim) {
  TokenFindings findings = right_findings(take_rows, counts);
  const auto ends = std::minmax_element(counts.begin(), counts.end());
  findings.shows_structure = claim(right_picture(take_rows, *ends.first),
                                   right_picture(take_rows, *ends.second));
  return findings;
}

TokenFindings more_than_alike(const TakeRows& take_rows, const Counts& counts) {
  return with_structure(take_rows, counts,
                        [](const Picture&, const Picture& most) {
                          return most.share > 1.2 * most.alike;
                        });
}

TokenFindings noise_of_fewest(const TakeRows& take_rows, const Counts& counts) {
  return with_structure(take_rows, counts,
                        [](const Picture& fewest, const Picture& most) {
                          return most.share > 1.2 * fewest.noise;
                        });
}

TokenFindings structure_if_it_stays(const TakeRows& take_rows,
                                    const Counts& counts) {
  return with_structure(take_rows, counts,
                        [](const Picture& fewest, const Picture& most) {
                          return most.share >= 0.85 * fewest.share;
                        });
}

TokenFindings as_for_noise(const TakeRows&, const Counts&) {
  return {true, true, false};
}

// --- answers ---

template <Measure measure>
Answer with_measure() {
  return {measure, concluded<measure>};
}

template <Share share>
Answer with_share() {
  return with_measure<measured<share>>();
}

Answer with_findings(TokenFindings (*findings)(const TakeRows&,
                                               const Counts&)) {
  return {right_picture, findings};
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"not-centred",
       "the mean of the rows is not taken away: then the mean itself counts as "
       "a direction of spread",
       with_share<not_centred>()},
      {"centred-by-rows",
       "you take away each row's own mean; the mean is that of all rows, one "
       "number for each column",
       with_share<centred_by_rows>()},
      {"not-squared", "you add up singular values; variances are their squares",
       with_share<not_squared>()},
      {"first-only",
       "you take the share of the first component; a picture shows two",
       with_share<first_only>()},
      {"percent", "your share is in percent; it should lie between 0 and 1",
       with_share<percent>()},
      {"no-share",
       "you give the variance itself; divide it by the variance of all "
       "components",
       with_share<no_share>()},
      {"standardized",
       "you divide the columns by their deviations before; then a column that "
       "spreads widely is no longer seen to",
       with_share<standardized>()},
      {"one-over-d",
       "if all directions are alike, one has 1 / D; a picture shows two",
       with_measure<measured<right, one_over_d>>()},
      {"two-over-n",
       "for directions that are alike you divide by the number of rows; there "
       "are D directions, one for each column",
       with_measure<measured<right, two_over_n>>()},
      {"whole-2-over-d", "2 / D is 0 for whole numbers: make D a double first",
       with_measure<measured<right, whole_2_over_d>>()},
      {"always-128",
       "you take D for 128, as in the lesson; it is the number of columns of "
       "the rows that you get",
       with_measure<measured<right, alike_is_128>>()},
      {"noise-once", "your noise is that of one direction; a picture shows two",
       with_measure<measured<right, two_over_d, noise_once>>()},
      {"noise-n-over-d",
       "the root for noise is that of N / D; it is D / N: many tokens leave "
       "less to chance",
       with_measure<measured<right, two_over_d, n_over_d>>()},
      {"noise-no-square",
       "in the share of noise 1 + sqrt(D / N) is not squared",
       with_measure<measured<right, two_over_d, no_square>>()},
      {"noise-no-root", "in the share of noise the root of D / N is missing",
       with_measure<measured<right, two_over_d, no_root>>()},
      {"noise-not-divided", "the share of noise is not divided by D",
       with_measure<measured<right, two_over_d, not_divided>>()},
      {"whole-d-over-n",
       "in the share of noise D / N is divided as whole numbers, and what "
       "stands behind the point is lost: make both doubles first",
       with_measure<measured<right, two_over_d, whole_d_over_n>>()},
      {"noise-is-alike",
       "for noise you take 2 / D, as if all directions were alike; PCA picks "
       "the longest ones, and by chance some are longer",
       with_measure<measured<right, two_over_d, two_over_d>>()},
      {"fifty-rows", "you take 50 rows whatever is asked for; take `count`",
       with_measure<fifty_rows>()},
      {"first-and-last",
       "you take the first and the last of the counts for the fewest and the "
       "most; they may come in any order",
       with_findings(first_and_last)},
      {"ends-swapped",
       "you took the fewest tokens for the most, and the most for the fewest",
       with_findings(ends_swapped)},
      {"fewest-only",
       "you look at the fewest tokens for what is asked of the most",
       with_findings(fewest_only)},
      {"always-falls",
       "you say that the share falls whatever the rows are; it does in noise. "
       "Where there are groups, more tokens only show them better",
       with_findings(always<&TokenFindings::falls, true>)},
      {"never-falls",
       "you say that the share never falls; with few rows chance makes some "
       "directions long, with many less so",
       with_findings(always<&TokenFindings::falls, false>)},
      {"opposite-falls", "yes and no are swapped in falls",
       with_findings(opposite<&TokenFindings::falls>)},
      {"always-near",
       "you say that the share always ends near 2 / D; only noise does, and "
       "only with many tokens",
       with_findings(always<&TokenFindings::ends_near_alike, true>)},
      {"never-near",
       "you say that the share never comes near 2 / D; in noise it does, with "
       "tokens enough",
       with_findings(always<&TokenFindings::ends_near_alike, false>)},
      {"opposite-near", "yes and no are swapped in ends_near_alike",
       with_findings(opposite<&TokenFindings::ends_near_alike>)},
      {"always-structure",
       "you find structure in every picture, in that of noise as well; a share "
       "means something only beside what noise would get",
       with_findings(always<&TokenFindings::shows_structure, true>)},
      {"never-structure",
       "you find structure in no picture; groups are there, and hold more than "
       "noise would get",
       with_findings(always<&TokenFindings::shows_structure, false>)},
      {"opposite-structure", "yes and no are swapped in shows_structure",
       with_findings(opposite<&TokenFindings::shows_structure>)},
      {"more-than-alike",
       "you find structure where the share is above 2 / D; noise gets more "
       "than that, for PCA picks the longest directions",
       with_findings(more_than_alike)},
      {"noise-of-fewest",
       "you compare the share of the most tokens with what noise gets with the "
       "fewest; noise gets less, the more tokens there are",
       with_findings(noise_of_fewest)},
      {"structure-if-it-stays",
       "you find structure where the share does not fall; a share can fall and "
       "still be more than that of noise",
       with_findings(structure_if_it_stays)},
      {"as-for-noise",
       "you answer for noise, whatever the rows are: it falls towards 2 / D "
       "and shows nothing. True for noise; conclude from what you measure",
       with_findings(as_for_noise)},
  };
  return all;
}
