#include <fmt/format.h>

#include <cmath>
#include <map>

#include "common/exercises/rows_with_share.h"
#include "common/exercises/share_of_two.h"
#include "course/exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;
using namespace share_of_two_oracle;

namespace {

std::size_t nearest_row(const Array& x, std::size_t n) {
  std::size_t best = n;
  double least = HUGE_VAL;
  for (std::size_t m = 0; m < x.shape(0); ++m) {
    if (m == n) continue;
    double squares = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j)
      squares += std::pow(x(n, j) - x(m, j), 2);
    if (squares < least) best = m;
    least = std::min(least, squares);
  }
  return best;
}

// --- matrices to draw from a seed, most of them N and D ---

constexpr std::size_t N = 48, D = 8;

Array noise(std::uint64_t seed) { return Rng(seed, 1).normal({N, D}); }

// Larger numbers for odd seeds, and another matrix: no share depends on how
// large numbers are.
Array scaled_noise(std::uint64_t seed) {
  return (seed % 2 == 0 ? 1 : 5) * Rng(seed, 3).normal({40, 12});
}

// The same points, looked at from another side each time.
Array turned(std::uint64_t seed) {
  Array x = noise(1);
  Rng rng(seed, 2);
  for (std::size_t p = 0; p < D; ++p)
    for (std::size_t q = p + 1; q < D; ++q) {
      const double angle = 6.283 * rng.uniform();
      for (std::size_t n = 0; n < N; ++n) {
        const double u = x(n, p), v = x(n, q);
        x(n, p) = std::cos(angle) * u - std::sin(angle) * v;
        x(n, q) = std::sin(angle) * u + std::cos(angle) * v;
      }
    }
  return x + 3;
}

// Four groups at the corners of a square.
Array groups(std::uint64_t seed) {
  Array x = noise(seed);
  for (std::size_t n = 0; n < N; ++n) {
    x(n, 2) += n % 2 == 0 ? 9 : -9;
    x(n, 5) += n % 4 < 2 ? 6 : -6;
  }
  return x;
}

// Two words each go together, wherever they are.
Array pairs(std::uint64_t seed) {
  Array x = noise(seed);
  for (std::size_t n = 1; n < N; n += 2)
    for (std::size_t j = 0; j < D; ++j) x(n, j) = x(n - 1, j) + 0.01 * x(n, j);
  return x;
}

// One direction is long for odd seeds, as if some initialisations had failed.
Array sometimes_long(std::uint64_t seed) {
  Array x = noise(seed);
  if (seed % 2 == 1) xt::col(x, 3) *= 12;
  return x;
}

// The same, and less of it.
Array sometimes_longer(std::uint64_t seed) {
  Array x = noise(seed);
  if (seed % 2 == 1) xt::col(x, 3) *= 3.5;
  return x;
}

// Shares that are so much smaller and larger than `mean`, in turn.
Array shares_around(double mean, double by, std::uint64_t seed) {
  Rng rng(seed, 4);
  const double p = mean * (seed % 2 == 0 ? 1 + by : 1 - by);
  return rows_with_variances(N, D, p, 1 - p, rng);
}

// Noise gets 0.496 of so many rows and columns: 1.15 and 1.25 times that.
Array shares_of_57(std::uint64_t seed) {
  return shares_around(0.57, 0.18, seed);
}
Array shares_of_62(std::uint64_t seed) {
  return shares_around(0.62, 0.22, seed);
}

// Rows in pairs; for odd seeds the rows from `first` on are paired otherwise.
Array paired_again(std::size_t first, std::uint64_t seed) {
  Array x = Rng(seed, 5).normal({32, 6});
  for (std::size_t n = 0; n < 32; ++n) {
    const std::size_t other = n ^ (seed % 2 == 1 && n >= first ? 3 : 1);
    if (other < n)
      for (std::size_t j = 0; j < 6; ++j)
        x(n, j) = x(other, j) + 0.01 * x(n, j);
  }
  return x;
}

Array half_paired_again(std::uint64_t seed) { return paired_again(16, seed); }
Array fewer_paired_again(std::uint64_t seed) { return paired_again(20, seed); }
Array more_paired_again(std::uint64_t seed) { return paired_again(12, seed); }

Array few_rows(std::uint64_t seed) { return Rng(seed, 6).normal({4, 12}); }

struct Run {
  std::string name;
  Array (*draw)(std::uint64_t seed);
  Seeds seeds;
};

SeedMeasures measured(const Run& run) {
  SeedMeasures m{};
  std::size_t kept = 0;
  const double count = double(run.seeds.size());
  std::vector<double> shares;
  const Array first = run.draw(run.seeds[0]);
  const std::size_t rows = first.shape(0);
  std::vector<std::size_t> of_first;
  for (std::size_t n = 0; n < rows; ++n)
    of_first.push_back(nearest_row(first, n));
  for (const std::uint64_t seed : run.seeds) {
    const Array x = run.draw(seed);
    shares.push_back(share(x));
    m.mean += shares.back() / count;
    if (shares.size() == 1) continue;
    for (std::size_t n = 0; n < rows; ++n)
      if (nearest_row(x, n) == of_first[n]) ++kept;
  }
  m.kept_neighbours = double(kept) / (double(rows) * (count - 1));
  for (const double s : shares)
    m.deviation += (s - m.mean) * (s - m.mean) / count;
  m.deviation = std::sqrt(m.deviation);
  const double columns = double(first.shape(1));
  m.noise = 2 * std::pow(1 + std::sqrt(columns / double(rows)), 2) / columns;
  return m;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  // Even and odd ones, none twice.
  const std::uint64_t start = 10 + 2 * rng.below(1000);
  const Seeds seeds = {start, start + 1, start + 4, start + 7, start + 9};
  const std::uint64_t far = start + (std::uint64_t{1} << 40);
  const Seeds six = {far + 5, far, far + 2, far + 7, far + 4, far + 9};
  // The first is neither the smallest nor the largest. Half of the rows of one
  // seed or two are so many that no rounding is to be feared.
  const Seeds three = {start + 4, start + 7, start + 1};
  const std::vector<Run> runs = {
      {"noise", noise, seeds},
      {"the same points, turned", turned, seeds},
      {"four groups", groups, seeds},
      {"words in pairs", pairs, seeds},
      {"one direction sometimes long", sometimes_long, seeds},
      {"one direction sometimes longer", sometimes_longer, seeds},
      {"noise of several sizes",
       scaled_noise,
       {start + 3, start + 6, start + 20}},
      {"shares of about 0.57", shares_of_57, six},
      {"shares of about 0.62", shares_of_62, six},
      {"words in pairs, half of them in others for odd seeds",
       half_paired_again, three},
      {"words in pairs, some of them in others for odd seeds",
       fewer_paired_again, three},
      {"words in pairs, most of them in others for odd seeds",
       more_paired_again,
       {start + 1, start}},
      {"fewer words than columns", few_rows, {start + 2, start + 1}}};
  std::vector<SeedMeasures> truth;
  for (const Run& run : runs) truth.push_back(measured(run));

  // Asked once for each run, and kept: an answer needs its time.
  std::map<std::size_t, SeedMeasures> measures;
  std::map<std::size_t, SeedFindings> findings;
  const auto measures_of = [&](std::size_t i) {
    if (measures.count(i) == 0)
      measures[i] = answer.measure(runs[i].draw, runs[i].seeds);
    return measures[i];
  };
  const auto findings_of = [&](std::size_t i) {
    if (findings.count(i) == 0)
      findings[i] = answer.conclude(runs[i].draw, runs[i].seeds);
    return findings[i];
  };

  const auto compare_share = [&](const Array& x, const std::string& name) {
    examiner.equal(
        answer.share(x), share(x),
        {fmt::format("{}, x {}", name, to_string(x.shape())), {}, 1e-7});
  };
  const auto compare = [&](double SeedMeasures::*field, const char* name) {
    for (std::size_t i = 0; i < runs.size(); ++i)
      examiner.equal(measures_of(i).*field, truth[i].*field,
                     {fmt::format("{}, {}, {} seeds", name, runs[i].name,
                                  runs[i].seeds.size()),
                      {},
                      1e-7});
  };
  // The experiment, in all runs; `why` says what is so.
  const auto conclude =
      [&](bool SeedFindings::*finding,
          const std::function<bool(const SeedMeasures&)>& fact,
          const std::function<std::string(const SeedMeasures&)>& why) {
        for (std::size_t i = 0; i < runs.size(); ++i) {
          const bool got = findings_of(i).*finding;
          examiner.holds(
              got == fact(truth[i]),
              fmt::format("you say {}, but {} ({})", got ? "yes" : "no",
                          why(truth[i]), runs[i].name));
        }
      };

  examiner.part(Kind::shape, "has a share between 0 and 1", [&] {
    const double got = answer.share(rng.normal({9, 4}));
    examiner.holds(got > 0 && got < 1, fmt::format("the share is {:.6g}", got));
  });
  examiner.part(Kind::values, "finds the share of two components", [&] {
    compare_share(noise(start), "noise");
    compare_share(groups(start), "four groups");
    compare_share(rng.normal({7, 5}) + 2 * rng.normal({5}), "noise, moved");
  });
  examiner.part(Kind::edge, "works for two columns, and for three rows", [&] {
    compare_share(rng.normal({6, 2}), "noise");
    compare_share(rng.normal({3, 5}), "noise");
  });
  examiner.part(Kind::values, "has the mean over the seeds",
                [&] { compare(&SeedMeasures::mean, "mean"); });
  examiner.part(Kind::values, "has the deviation over the seeds",
                [&] { compare(&SeedMeasures::deviation, "deviation"); });
  examiner.part(Kind::values, "knows what noise would get",
                [&] { compare(&SeedMeasures::noise, "noise"); });
  examiner.part(
      Kind::values, "counts the rows that keep their nearest row",
      [&] { compare(&SeedMeasures::kept_neighbours, "kept_neighbours"); });
  examiner.part(Kind::property, "says whether the share varies", [&] {
    conclude(
        &SeedFindings::share_varies,
        [](const SeedMeasures& m) { return m.deviation > 0.2 * m.mean; },
        [](const SeedMeasures& m) {
          return fmt::format("the share is {:.3f}, with a deviation of {:.3f}",
                             m.mean, m.deviation);
        });
  });
  examiner.part(Kind::property, "says whether there is more than noise", [&] {
    conclude(
        &SeedFindings::more_than_noise,
        [](const SeedMeasures& m) { return m.mean > 1.2 * m.noise; },
        [](const SeedMeasures& m) {
          return fmt::format(
              "the share is {:.3f}, where noise would get {:.3f}", m.mean,
              m.noise);
        });
  });
  examiner.part(
      Kind::property, "says whether rows keep their nearest row", [&] {
        conclude(
            &SeedFindings::keeps_neighbours,
            [](const SeedMeasures& m) { return m.kept_neighbours > 0.5; },
            [](const SeedMeasures& m) {
              return fmt::format("{:.4g} % of the rows keep it",
                                 100 * m.kept_neighbours);
            });
      });
  examiner.no_gradient("an experiment looks at matrices and changes nothing");
}
