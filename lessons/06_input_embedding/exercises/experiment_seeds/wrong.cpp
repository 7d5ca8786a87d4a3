#include <cmath>
#include <functional>

#include "common/exercises/wrong_shares.h"
#include "course/exercise/exam.h"

using namespace horloge;
using namespace wrong_shares;

namespace {

// --- the measurement ---

using Share = double (*)(const Array& x);

std::size_t nearest(const Array& x, std::size_t n) {
  std::size_t best = n;
  double least = HUGE_VAL;
  for (std::size_t m = 0; m < x.shape(0); ++m) {
    double squares = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j)
      squares += (x(n, j) - x(m, j)) * (x(n, j) - x(m, j));
    if (m == n || squares >= least) continue;
    least = squares;
    best = m;
  }
  return best;
}

template <Share share>
SeedMeasures measured(const DrawMatrix& draw, const Seeds& seeds) {
  const Array first = draw(seeds[0]);
  const std::size_t N = first.shape(0);
  const double D = double(first.shape(1));
  Array shares = zeros({seeds.size()});
  double kept = 0;
  std::vector<std::size_t> of_first;
  for (std::size_t n = 0; n < N; ++n) of_first.push_back(nearest(first, n));
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const Array x = draw(seeds[i]);
    shares(i) = share(x);
    for (std::size_t n = 0; n < N && i > 0; ++n)
      if (nearest(x, n) == of_first[n]) kept += 1;
  }
  return {xt::mean(shares)(), xt::stddev(shares)(),
          2 * std::pow(1 + std::sqrt(D / double(N)), 2) / D,
          kept / (double(N) * double(seeds.size() - 1))};
}

constexpr auto right_measures = measured<right>;

SeedMeasures sample_deviation(const DrawMatrix& draw, const Seeds& seeds) {
  SeedMeasures m = right_measures(draw, seeds);
  const double count = double(seeds.size());
  m.deviation *= std::sqrt(count / (count - 1));
  return m;
}

SeedMeasures variance(const DrawMatrix& draw, const Seeds& seeds) {
  SeedMeasures m = right_measures(draw, seeds);
  m.deviation *= m.deviation;
  return m;
}

SeedMeasures one_seed(const DrawMatrix& draw, const Seeds& seeds) {
  return right_measures(draw, Seeds(seeds.size(), seeds[0]));
}

SeedMeasures seeds_from_0(const DrawMatrix& draw, const Seeds& seeds) {
  Seeds counted;
  for (std::size_t i = 0; i < seeds.size(); ++i) counted.push_back(i);
  return right_measures(draw, counted);
}

// N and D of the matrix, and what is made of them.
template <class Formula>
SeedMeasures with_noise(const DrawMatrix& draw, const Seeds& seeds,
                        const Formula& formula) {
  SeedMeasures m = right_measures(draw, seeds);
  const Array first = draw(seeds[0]);
  m.noise = formula(double(first.shape(0)), double(first.shape(1)));
  return m;
}

SeedMeasures all_alike(const DrawMatrix& draw, const Seeds& seeds) {
  return with_noise(draw, seeds, [](double, double D) { return 2 / D; });
}

SeedMeasures noise_once(const DrawMatrix& draw, const Seeds& seeds) {
  return with_noise(draw, seeds, [](double N, double D) {
    return std::pow(1 + std::sqrt(D / N), 2) / D;
  });
}

SeedMeasures noise_swapped(const DrawMatrix& draw, const Seeds& seeds) {
  return with_noise(draw, seeds, [](double N, double D) {
    return 2 * std::pow(1 + std::sqrt(N / D), 2) / D;
  });
}

SeedMeasures noise_no_square(const DrawMatrix& draw, const Seeds& seeds) {
  return with_noise(draw, seeds, [](double N, double D) {
    return 2 * (1 + std::sqrt(D / N)) / D;
  });
}

// How many rows of seed i have the neighbour of seed `of(i)`.
template <class Other, class Nearest>
double kept(const DrawMatrix& draw, const Seeds& seeds, std::size_t from,
            const Other& other, const Nearest& near) {
  double sum = 0;
  for (std::size_t i = from; i < seeds.size(); ++i) {
    const Array x = draw(seeds[i]), y = draw(seeds[other(i)]);
    for (std::size_t n = 0; n < x.shape(0); ++n)
      if (near(x, n) == near(y, n)) sum += 1 / double(x.shape(0));
  }
  return sum / double(seeds.size() - from);
}

SeedMeasures nearest_is_itself(const DrawMatrix& draw, const Seeds& seeds) {
  SeedMeasures m = right_measures(draw, seeds);
  m.kept_neighbours = 1;
  return m;
}

SeedMeasures first_counted(const DrawMatrix& draw, const Seeds& seeds) {
  SeedMeasures m = right_measures(draw, seeds);
  const double count = double(seeds.size());
  m.kept_neighbours = (m.kept_neighbours * (count - 1) + 1) / count;
  return m;
}

SeedMeasures divided_by_all(const DrawMatrix& draw, const Seeds& seeds) {
  SeedMeasures m = right_measures(draw, seeds);
  const double count = double(seeds.size());
  m.kept_neighbours *= (count - 1) / count;
  return m;
}

SeedMeasures number_of_rows(const DrawMatrix& draw, const Seeds& seeds) {
  SeedMeasures m = right_measures(draw, seeds);
  m.kept_neighbours *=
      double(seeds.size() - 1) * double(draw(seeds[0]).shape(0));
  return m;
}

SeedMeasures with_one_before(const DrawMatrix& draw, const Seeds& seeds) {
  SeedMeasures m = right_measures(draw, seeds);
  m.kept_neighbours = kept(
      draw, seeds, 1, [](std::size_t i) { return i - 1; },
      [](const Array& x, std::size_t n) { return nearest(x, n); });
  return m;
}

SeedMeasures rows_compared(const DrawMatrix& draw, const Seeds& seeds) {
  SeedMeasures m = right_measures(draw, seeds);
  m.kept_neighbours = 0;  // the numbers never are the same
  return m;
}

// --- the conclusions ---

using Measure = SeedMeasures (*)(const DrawMatrix&, const Seeds&);

template <Measure measure>
SeedFindings concluded(const DrawMatrix& draw, const Seeds& seeds) {
  const SeedMeasures m = measure(draw, seeds);
  return {m.deviation > 0.2 * m.mean, m.mean > 1.2 * m.noise,
          m.kept_neighbours > 0.5};
}

constexpr auto right_findings = concluded<right_measures>;

template <bool SeedFindings::*finding, bool said>
SeedFindings always(const DrawMatrix& draw, const Seeds& seeds) {
  SeedFindings findings = right_findings(draw, seeds);
  findings.*finding = said;
  return findings;
}

template <bool SeedFindings::*finding>
SeedFindings opposite(const DrawMatrix& draw, const Seeds& seeds) {
  SeedFindings findings = right_findings(draw, seeds);
  findings.*finding = !(findings.*finding);
  return findings;
}

SeedFindings varies_at_all(const DrawMatrix& draw, const Seeds& seeds) {
  SeedFindings findings = right_findings(draw, seeds);
  findings.share_varies = right_measures(draw, seeds).deviation > 1e-9;
  return findings;
}

SeedFindings varies_by_a_fifth(const DrawMatrix& draw, const Seeds& seeds) {
  SeedFindings findings = right_findings(draw, seeds);
  findings.share_varies = right_measures(draw, seeds).deviation > 0.2;
  return findings;
}

SeedFindings more_than_alike(const DrawMatrix& draw, const Seeds& seeds) {
  SeedFindings findings = right_findings(draw, seeds);
  const SeedMeasures m = all_alike(draw, seeds);
  findings.more_than_noise = m.mean > 1.2 * m.noise;
  return findings;
}

SeedFindings random_words(const DrawMatrix&, const Seeds&) {
  return {false, false, false};
}

// --- answers ---

template <Share share>
Answer with_share() {
  return {share, measured<share>, concluded<measured<share>>};
}

template <Measure measure>
Answer with_measure() {
  return {right, measure, concluded<measure>};
}

Answer with_findings(SeedFindings (*findings)(const DrawMatrix&,
                                              const Seeds&)) {
  return {right, right_measures, findings};
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
      {"sample-deviation",
       "you divide by one less than the number of seeds; here the deviation is "
       "the root of the plain mean of the squares",
       with_measure<sample_deviation>()},
      {"variance", "your deviation is squared: the root is missing",
       with_measure<variance>()},
      {"one-seed",
       "you draw the same matrix each time, with the first seed; nothing can "
       "vary then. Call draw with each seed",
       with_measure<one_seed>()},
      {"seeds-from-0",
       "you draw with the numbers 0, 1, 2, …; the seeds are what stands in the "
       "list",
       with_measure<seeds_from_0>()},
      {"all-alike",
       "for noise you take 2 / D, as if all directions were alike; PCA picks "
       "the longest ones, and by chance some are longer. (Or D / N was divided "
       "as whole numbers, and is 0.)",
       with_measure<all_alike>()},
      {"noise-once", "your noise is that of one direction; a picture shows two",
       with_measure<noise_once>()},
      {"noise-n-over-d",
       "the root for noise is that of N / D; it is D / N: many points leave "
       "less to chance",
       with_measure<noise_swapped>()},
      {"noise-no-square",
       "in the share of noise 1 + sqrt(D / N) is not squared",
       with_measure<noise_no_square>()},
      {"nearest-is-itself",
       "all rows keep their nearest row, whatever is drawn: each row is "
       "nearest to itself, which does not count, or you compare the first "
       "matrix with itself",
       with_measure<nearest_is_itself>()},
      {"first-seed-counted",
       "you compare the first seed with itself, too; all its rows keep their "
       "neighbours, of course",
       with_measure<first_counted>()},
      {"divided-by-all-seeds",
       "you divide by the number of all seeds; the first one is what the "
       "others are compared with",
       with_measure<divided_by_all>()},
      {"number-of-rows",
       "you count the rows that keep their neighbour; divide by how many were "
       "asked",
       with_measure<number_of_rows>()},
      {"with-one-before",
       "you compare each seed with the one before; all are compared with the "
       "first",
       with_measure<with_one_before>()},
      {"rows-compared",
       "no row ever keeps its neighbour: you may be comparing the numbers in "
       "the rows. These change when the points are turned around, and who is "
       "near to whom does not",
       with_measure<rows_compared>()},
      {"varies-at-all",
       "you say that the share varies as soon as it is not always the same; "
       "random numbers always differ a little. More than a fifth of the mean "
       "is asked for",
       with_findings(varies_at_all)},
      {"varies-by-a-fifth",
       "you compare the deviation with 0.2; a fifth of the mean is asked for",
       with_findings(varies_by_a_fifth)},
      {"always-varies",
       "you say that the share varies with the seed whatever is drawn; in a "
       "matrix of noise the points move, but the share hardly does",
       with_findings(always<&SeedFindings::share_varies, true>)},
      {"never-varies",
       "you say that the share never varies; look at what is drawn, it may",
       with_findings(always<&SeedFindings::share_varies, false>)},
      {"opposite-varies", "yes and no are swapped in share_varies",
       with_findings(opposite<&SeedFindings::share_varies>)},
      {"more-than-alike",
       "you find more than noise where there is noise: you compare with 2 / D. "
       "PCA picks the longest directions, and noise gets more than 2 / D",
       with_findings(more_than_alike)},
      {"never-more-than-noise",
       "you say that no picture shows more than noise; groups do, for they "
       "spread much more along a few directions",
       with_findings(always<&SeedFindings::more_than_noise, false>)},
      {"opposite-noise", "yes and no are swapped in more_than_noise",
       with_findings(opposite<&SeedFindings::more_than_noise>)},
      {"always-neighbours",
       "you say that rows keep their nearest row whatever is drawn; in noise "
       "who is near to whom is drawn anew with each seed",
       with_findings(always<&SeedFindings::keeps_neighbours, true>)},
      {"never-neighbours",
       "you say that no row keeps its nearest row; points that are turned "
       "around, or that come in pairs, do",
       with_findings(always<&SeedFindings::keeps_neighbours, false>)},
      {"opposite-neighbours", "yes and no are swapped in keeps_neighbours",
       with_findings(opposite<&SeedFindings::keeps_neighbours>)},
      {"as-in-the-lesson",
       "you answer for the lesson's random rows; other matrices may have "
       "structure. Conclude from what you measure",
       with_findings(random_words)},
  };
  return all;
}
