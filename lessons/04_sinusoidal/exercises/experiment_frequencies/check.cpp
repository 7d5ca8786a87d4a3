#include <fmt/format.h>

#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::Examiner;
using exercise::Kind;

namespace {

using Sizes = std::vector<std::size_t>;

// The angle that column j turns in a step.
using Step = std::function<double(std::size_t j)>;

struct Code {
  std::string name;
  Array table;  // (N, D)
  Step step;
  FrequencyFindings truth;

  Code(std::string name, std::size_t N, std::size_t D, Step step,
       FrequencyFindings truth = {})
      : name(std::move(name)),
        table(zeros({N, D})),
        step(std::move(step)),
        truth(truth) {
    for (std::size_t t = 0; t < N; ++t)
      for (std::size_t j = 0; j < D; ++j) {
        const double angle = static_cast<double>(t) * this->step(j);
        table(t, j) = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
      }
  }
  std::size_t columns() const { return table.shape(1); }
  std::size_t pairs() const { return columns() / 2; }
  double turns(std::size_t i) const {
    return static_cast<double>(table.shape(0) - 1) * step(2 * i) /
           (2 * std::acos(-1.0));
  }
  std::string text() const {
    return fmt::format("{}, {} positions by {} dimensions", name,
                       table.shape(0), columns());
  }
};

double power(double base, std::size_t exponent, std::size_t D) {
  return std::pow(base,
                  -static_cast<double>(exponent) / static_cast<double>(D));
}

// Pair i has the exponent 2i / D.
Code of_base(double base, std::size_t N, std::size_t D,
             FrequencyFindings truth = {}) {
  return {base == 10000 ? "the paper's code"
                        : fmt::format("the code with base {}", base),
          N, D, [=](std::size_t j) { return power(base, j / 2 * 2, D); },
          truth};
}

Code slowest_first(std::size_t N, std::size_t D, FrequencyFindings truth = {}) {
  return {"a code with the slowest pair first", N, D,
          [=](std::size_t j) { return power(10000, D - 2 - j / 2 * 2, D); },
          truth};
}

// Each column has an exponent of its own, so a cosine is slower than its sine.
Code each_on_its_own(std::size_t N, std::size_t D, FrequencyFindings truth) {
  return {"a code whose cosines are slower than their sines", N, D,
          [=](std::size_t j) { return power(10000, j, D); }, truth};
}

// A hand for each step.
Code of_steps(const std::string& name, std::size_t N,
              const std::vector<double>& steps, FrequencyFindings truth = {}) {
  return {name, N, 2 * steps.size(),
          [=](std::size_t j) { return steps[j / 2]; }, truth};
}

// Some of its numbers are zero.
Code rounded() {
  Code code = of_steps("a table of two decimals", 40, {0.5235987756, 0.02});
  for (real& x : code.table) x = std::round(100 * x) / 100 + 0.0;
  return code;
}

Code faster_cosines() {
  return {"a code whose cosines are faster than their sines",
          64,
          4,
          [](std::size_t j) {
            return std::vector<double>{0.8, 1, 0.1, 0.1}[j];
          },
          {true, false, false}};
}

// Two crossings less, where one would be keeping pace.
Code just_out_of_pace() {
  return {"a code whose cosine is a little slower than its sine",
          64,
          2,
          [](std::size_t j) { return j == 0 ? 1 : 0.892; },
          {true, false, false}};
}

// Read off the numbers, slowly.

std::size_t crossings(const Array& table, std::size_t j) {
  std::size_t count = 0;
  for (std::size_t t = 1; t < table.shape(0); ++t)
    if (std::signbit(table(t, j)) != std::signbit(table(t - 1, j))) ++count;
  return count;
}

bool is_monotonic(const Array& table, std::size_t j) {
  const bool rises = table(1, j) > table(0, j);
  for (std::size_t t = 1; t < table.shape(0); ++t)
    if (table(t, j) == table(t - 1, j) ||
        (table(t, j) > table(t - 1, j)) != rises)
      return false;
  return true;
}

Sizes crossings(const Array& table) {
  Sizes all;
  for (std::size_t j = 0; j < table.shape(1); ++j)
    all.push_back(crossings(table, j));
  return all;
}

Sizes every_other(const Sizes& all, std::size_t first) {
  Sizes some;
  for (std::size_t n = first; n < all.size(); n += 2) some.push_back(all[n]);
  return some;
}

Array as_array(const Sizes& numbers) {
  Array out = zeros({numbers.size()});
  std::copy(numbers.begin(), numbers.end(), out.begin());
  return out;
}

std::string list(const Sizes& numbers) {
  std::string text;
  for (std::size_t n = 0; n < numbers.size() && n < 12; ++n)
    text += (n == 0 ? "" : ", ") + std::to_string(numbers[n]);
  if (numbers.size() > 12) text += fmt::format(", … ({})", numbers.size());
  return numbers.empty() ? "none" : text;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const std::vector<Code> runs = {
      of_base(10000, 100, 64, {true, true, true}),
      of_base(10000, 700, 10, {true, true, false}),
      of_base(10, 50, 8, {true, true, false}),
      slowest_first(100, 8, {false, true, false}),
      slowest_first(700, 8, {false, true, false}),
      of_base(10000, 3, 8, {true, true, true}),
      of_base(10000, 60, 8, {true, true, true}),
      of_steps("a code whose pairs are slower, faster, slower", 100,
               {0.9, 0.3, 0.6, 0.1}, {false, true, false}),
      of_steps("a code of hands with a turn and a quarter", 100,
               {0.9, 0.08, 0.08, 0.01}, {true, true, false}),
      of_steps("a code of hands with three quarters of a turn", 100,
               {0.9, 0.05, 0.05}, {true, true, true})};
  // No hands, only waves; so whether they make a turn is not asked.
  const Code waves = each_on_its_own(200, 8, {true, false, false});
  std::vector<Code> all = runs;
  all.push_back(waves);
  all.push_back(just_out_of_pace());
  all.push_back(faster_cosines());
  const Code random =
      of_base(10000, 20 + rng.below(200), 2 * (4 + rng.below(12)));

  const auto compare_crossings = [&](const Code& code) {
    examiner.equal(as_array(answer.measure(code.table).crossings),
                   as_array(crossings(code.table)),
                   {"crossings, " + code.text(), {"column"}});
  };
  const auto compare_one_way = [&](const Code& code) {
    const Array& table = code.table;
    Sizes want;
    for (std::size_t j = 0; j < code.columns(); ++j)
      if (is_monotonic(table, j)) want.push_back(j);
    const Sizes got = answer.measure(table).one_way;
    examiner.holds(got == want,
                   fmt::format("got the columns {}, want {} ({})", list(got),
                               list(want), code.text()));
    examiner.equal(as_array(got), as_array(want));
  };
  const auto compare_first_slow = [&](const Code& code) {
    std::size_t want = 0;
    while (want < code.pairs() && code.turns(want) >= 1) ++want;
    examiner.equal(
        static_cast<double>(answer.measure(code.table).first_slow),
        static_cast<double>(want),
        {want == code.pairs()
             ? fmt::format("first_slow, {}: all pairs make a turn", code.text())
             : fmt::format("first_slow, {}: pair {} makes {:.3f} turns",
                           code.text(), want, code.turns(want))});
  };
  const auto conclude =
      [&](const std::vector<Code>& codes, bool FrequencyFindings::*finding,
          const std::function<std::string(const Code&)>& why) {
        for (const Code& code : codes) {
          const bool got = answer.conclude(code.table).*finding;
          examiner.holds(
              got == code.truth.*finding,
              fmt::format("you say {}, but {} ({})", got ? "yes" : "no",
                          why(code), code.text()));
        }
      };
  const auto sines = [](const Code& code) {
    return "these are the crossings of the sines: " +
           list(every_other(crossings(code.table), 0));
  };

  examiner.part(Kind::shape, "has a number of crossings for each column", [&] {
    const Code code = of_base(10000, 100, 64);
    examiner.same_shape(as_array(answer.measure(code.table).crossings), {64},
                        code.text());
  });
  examiner.part(Kind::values, "counts how often a column crosses zero", [&] {
    compare_crossings(of_base(10000, 100, 64));
    compare_crossings(slowest_first(90, 8));
    compare_crossings(random);
    compare_crossings(rounded());
  });
  examiner.part(Kind::values, "finds the columns that never turn back", [&] {
    for (const Code& code : runs) compare_one_way(code);
    compare_one_way(waves);
    compare_one_way(random);
    compare_one_way(of_base(1e30, 20, 4));  // a cosine that does not move
  });
  examiner.part(Kind::values, "finds the first pair with less than a turn",
                [&] {
                  compare_first_slow(of_base(10000, 100, 64));
                  compare_first_slow(of_base(10, 50, 8));
                  compare_first_slow(slowest_first(100, 8));
                  compare_first_slow(of_base(100, 30, 12));
                  compare_first_slow(random);
                });
  examiner.part(Kind::edge, "works for two rows", [&] {
    const Code code = of_base(10000, 2, 6);
    compare_crossings(code);
    compare_one_way(code);
    compare_first_slow(code);
  });
  examiner.part(Kind::edge, "tells six steps of a hand from seven", [&] {
    // 2 pi is between: a turn takes 6.28 steps, and row 7 is seven from row 0.
    compare_first_slow(of_base(10000, 7, 2));
    compare_first_slow(of_base(10000, 8, 2));
    for (const std::size_t N : {6284, 6285})
      compare_first_slow(of_steps("a hand that turns by 0.001", N, {0.001}));
  });
  examiner.part(
      Kind::property, "says whether pairs are slower and slower",
      [&] { conclude(all, &FrequencyFindings::slower_and_slower, sines); });
  examiner.part(Kind::property, "says whether sine and cosine keep pace", [&] {
    conclude(all, &FrequencyFindings::pairs_keep_pace, [&](const Code& code) {
      return sines(code) + "; and of the cosines: " +
             list(every_other(crossings(code.table), 1));
    });
  });
  examiner.part(Kind::property, "says whether most pairs are slow", [&] {
    conclude(runs, &FrequencyFindings::mostly_slow, [](const Code& code) {
      std::size_t slow = 0;
      for (std::size_t i = 0; i < code.pairs(); ++i)
        slow += code.turns(i) < 1 ? 1 : 0;
      return fmt::format("{} of {} pairs make less than one turn", slow,
                         code.pairs());
    });
  });
  examiner.no_gradient("an experiment looks at a table and changes nothing");
}
