#include <fmt/format.h>

#include <cmath>
#include <map>

#include "common/exercises/rows_with_share.h"
#include "common/exercises/share_of_two.h"
#include "course/exercise/exam.h"

using namespace horloge;
using exercise::Examiner;
using exercise::Kind;
using namespace share_of_two_oracle;

namespace {

// --- matrices, under names that are said to the learner ---

using Rows = std::function<Array(std::size_t count, std::uint64_t seed)>;

Array noise(std::size_t count, std::size_t D, std::uint64_t seed) {
  return Rng(seed, 1).normal({count, D});
}

Array narrow(std::size_t count, std::uint64_t seed) {
  return noise(count, 8, seed);
}

Array very_narrow(std::size_t count, std::uint64_t seed) {
  return noise(count, 4, seed);
}

Array wide(std::size_t count, std::uint64_t seed) {
  return noise(count, 16, seed);
}

// Four groups at the corners of a square, away from 0.
Array groups(std::size_t count, std::uint64_t seed) {
  Array x = noise(count, 8, seed);
  for (std::size_t n = 0; n < count; ++n) {
    x(n, 2) += n % 2 == 0 ? 12 : -6;
    x(n, 5) += n % 4 < 2 ? 6 : -6;
  }
  return x;
}

// Groups that only begin after 40 rows.
Array late_groups(std::size_t count, std::uint64_t seed) {
  Array x = noise(count, 12, seed);
  for (std::size_t n = 40; n < count; ++n) x(n, 7) += n % 2 == 0 ? 6 : -6;
  return x;
}

// Two columns spread a little more than the others.
Array faint(std::size_t count, std::uint64_t seed) {
  Array x = noise(count, 16, seed);
  xt::view(x, xt::all(), xt::range(4, 6)) *= 1.8;
  return x;
}

// The share of the first 40 rows is `of_40`, that of 80 rows `of_80`.
Array shares(std::size_t count, double of_40, double of_80,
             std::uint64_t seed) {
  Rng rng(seed, 2);
  const Array first = rows_with_variances(40, 8, of_40, 1 - of_40, rng);
  const double rest = 2 * of_80 - of_40;
  const Array second = rows_with_variances(40, 8, rest, 1 - rest, rng);
  Array x = Array::from_shape({count, 8});
  for (std::size_t n = 0; n < count; ++n)
    xt::row(x, n) = xt::row(n % 80 < 40 ? first : second, n % 40);
  return x;
}

// With 80 rows and 8 columns 2 / D is 0.25, and noise gets 0.433. These end at
// 1.37 and 1.43 times the former, 1.17 and 1.23 times the latter; they are 0.83
// and 0.87 times what they were.
Array ends_at_34(std::size_t count, std::uint64_t seed) {
  return shares(count, 0.3425 / 0.83, 0.3425, seed);
}
Array ends_at_36(std::size_t count, std::uint64_t seed) {
  return shares(count, 0.3575 / 0.87, 0.3575, seed);
}
Array ends_at_51(std::size_t count, std::uint64_t seed) {
  return shares(count, 0.5067 / 0.83, 0.5067, seed);
}
Array ends_at_53(std::size_t count, std::uint64_t seed) {
  return shares(count, 0.5327 / 0.87, 0.5327, seed);
}

// A run of the experiment.
struct Run {
  std::string name;
  Array (*rows)(std::size_t count, std::uint64_t seed);
  std::uint64_t seed;
  Counts counts;

  TakeRows take() const {
    return [*this](std::size_t count) { return rows(count, seed); };
  }
  std::string text() const {
    std::string numbers;
    for (const std::size_t count : counts)
      numbers += (numbers.empty() ? "" : ", ") + std::to_string(count);
    return fmt::format("{}, {} tokens", name, numbers);
  }
};

Picture measured(const Run& run, std::size_t count) {
  const Array x = run.rows(count, run.seed);
  const double N = double(count), D = double(x.shape(1));
  return {share(x), 2 / D, 2 / D * std::pow(1 + std::sqrt(D / N), 2)};
}

struct Truth {
  Picture fewest, most;
};

Truth truth_of(const Run& run) {
  const auto ends = std::minmax_element(run.counts.begin(), run.counts.end());
  return {measured(run, *ends.first), measured(run, *ends.second)};
}

std::vector<Run> runs_from(std::uint64_t seed) {
  return {
      {"noise", wide, seed, {50, 200, 1000}},
      {"noise", narrow, seed + 1, {28, 30}},
      {"four groups", groups, seed + 2, {30, 60, 120}},
      {"groups from row 40 on, fewest tokens last",
       late_groups,
       seed + 3,
       {160, 80, 40}},
      {"two columns that spread more", faint, seed + 4, {12, 60, 240}},
      {"noise, fewest tokens last", very_narrow, seed + 5, {400, 20}},
      {"a share that falls to 0.34", ends_at_34, seed + 6, {60, 80, 40}},
      {"a share that falls to 0.36", ends_at_36, seed + 7, {80, 40, 60}},
      {"a share that falls to 0.51", ends_at_51, seed + 8, {50, 40, 80, 70}},
      {"a share that falls to 0.53", ends_at_53, seed + 9, {40, 80}}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const std::vector<Run> runs = runs_from(rng.below(100000));
  std::vector<Truth> truth;
  for (const Run& run : runs) truth.push_back(truth_of(run));

  const auto compare = [&](double Picture::*field, const char* name,
                           const Run& run, std::size_t count) {
    const Array x = run.rows(count, run.seed);
    examiner.equal(answer.measure(run.take(), count).*field,
                   measured(run, count).*field,
                   {fmt::format("{}, {}, {} tokens, D = {}", name, run.name,
                                count, x.shape(1)),
                    {},
                    1e-7});
  };
  // Asked once for each run, and kept: an answer needs its time.
  std::map<std::size_t, TokenFindings> findings;
  const auto conclude =
      [&](bool TokenFindings::*finding,
          const std::function<bool(const Truth&)>& fact,
          const std::function<std::string(const Truth&)>& why) {
        for (std::size_t i = 0; i < runs.size(); ++i) {
          if (findings.count(i) == 0)
            findings[i] = answer.conclude(runs[i].take(), runs[i].counts);
          const bool got = findings[i].*finding;
          examiner.holds(
              got == fact(truth[i]),
              fmt::format("you say {}, but {} ({})", got ? "yes" : "no",
                          why(truth[i]), runs[i].text()));
        }
      };

  examiner.part(Kind::shape, "has a share between 0 and 1", [&] {
    for (const std::size_t count : {50, 200}) {
      const double got = answer.measure(runs[0].take(), count).share;
      examiner.holds(got > 0 && got < 1,
                     fmt::format("the share is {:.6g}", got));
    }
  });
  examiner.part(Kind::values, "finds the share of two components", [&] {
    for (const Run& run : runs)
      compare(&Picture::share, "share", run, run.counts.front());
  });
  examiner.part(Kind::values, "knows what directions alike would get", [&] {
    for (const Run& run : runs)
      compare(&Picture::alike, "alike", run, run.counts[1]);
  });
  examiner.part(Kind::values, "knows what noise would get", [&] {
    for (const Run& run : runs)
      compare(&Picture::noise, "noise", run, run.counts[1]);
    compare(&Picture::noise, "noise", runs[0], 7);
  });
  examiner.part(Kind::edge, "works for three tokens, and for two", [&] {
    compare(&Picture::share, "share", runs[0], 3);
    compare(&Picture::share, "share", runs[2], 2);
  });
  examiner.part(Kind::property, "says whether the share falls", [&] {
    conclude(
        &TokenFindings::falls,
        [](const Truth& t) { return t.most.share < 0.85 * t.fewest.share; },
        [](const Truth& t) {
          return fmt::format(
              "the share is {:.3f} with the fewest tokens and {:.3f} with the "
              "most",
              t.fewest.share, t.most.share);
        });
  });
  examiner.part(Kind::property, "says whether it ends near 2 / D", [&] {
    conclude(
        &TokenFindings::ends_near_alike,
        [](const Truth& t) { return t.most.share < 1.4 * t.most.alike; },
        [](const Truth& t) {
          return fmt::format("it ends at {:.3f}, and 2 / D is {:.3f}",
                             t.most.share, t.most.alike);
        });
  });
  examiner.part(Kind::property, "says whether it shows structure", [&] {
    conclude(
        &TokenFindings::shows_structure,
        [](const Truth& t) { return t.most.share > 1.2 * t.most.noise; },
        [](const Truth& t) {
          return fmt::format("it ends at {:.3f}, where noise would get {:.3f}",
                             t.most.share, t.most.noise);
        });
  });
  examiner.no_gradient("an experiment looks at a matrix and changes nothing");
}
