#include <fmt/format.h>

#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::Examiner;
using exercise::Kind;

namespace {

using Divisor = std::function<double(double i, double d_model)>;

// A code by its divisors, under a name that is said to the learner.
struct Code {
  std::string name;
  Divisor divisor;

  Array operator()(std::size_t max_seq_len, std::size_t d_model) const {
    Array table = zeros({max_seq_len, d_model});
    for (std::size_t t = 0; t < max_seq_len; ++t)
      for (std::size_t j = 0; j < d_model; ++j) {
        const double angle = static_cast<double>(t) / of_pair(j / 2, d_model);
        table(t, j) = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
      }
    return table;
  }

  double of_pair(std::size_t i, std::size_t d_model) const {
    return divisor(static_cast<double>(i), static_cast<double>(d_model));
  }
  double largest(std::size_t d_model) const {
    return of_pair(d_model / 2 - 1, d_model);
  }
  double growth(std::size_t d_model) const {
    return of_pair(1, d_model) / of_pair(0, d_model);
  }
};

Code of_base(double base, const std::string& name) {
  return {name,
          [base](double i, double d) { return std::pow(base, 2 * i / d); }};
}

const Code paper = of_base(10000, "the paper's code");
const Code base_100 = of_base(100, "the code with base 100");
// The divisors of tensor2tensor.
const Code up_to_10000 = {
    "a code whose last divisor is 10000",
    [](double i, double d) { return std::pow(10000, i / (d / 2 - 1)); }};
const Code doubling = {"a code whose divisors double",
                       [](double i, double) { return std::pow(2, i); }};
const Code rising = {"a code whose divisors are 1, 3, 5, …",
                     [](double i, double) { return 1 + 2 * i; }};
const Code spreading = {
    "a code whose divisors lie farther apart when it is wider",
    [](double i, double d) { return std::pow(1 + d / 16, i); }};
const Code from_5 = {"a code whose divisors are 5, 15, 45, …",
                     [](double i, double) { return 5 * std::pow(3, i); }};
const Code far_at_16 = {
    "a code that reaches far with 16 dimensions and no others",
    [](double i, double d) {
      return std::pow(d == 16 ? 20000 : 100, i / (d / 2 - 1));
    }};
const Code shrinking = {
    "a code that reaches less far when it is wider",
    [](double i, double d) { return std::pow(160000 / d, i / (d / 2 - 1)); }};
// By less than a thousandth.
const Code hardly_finer = {
    "a code whose divisors double, or grow by a hair less",
    [](double i, double d) { return std::pow(2 - 1e-5 * d, i); }};

// A run of the experiment.
struct Run {
  const Code& code;
  std::vector<std::size_t> d_models;

  std::string text() const {
    std::string widths;
    for (const std::size_t d_model : d_models)
      widths += (widths.empty() ? "" : ", ") + std::to_string(d_model);
    return fmt::format("{}, d_model {}", code.name, widths);
  }
  double narrowest() const { return code.largest(d_models.front()); }
  double widest() const { return code.largest(d_models.back()); }
  double farthest() const {
    double largest = 0;
    for (const std::size_t d_model : d_models)
      largest = std::max(largest, code.largest(d_model));
    return largest;
  }
};

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const std::size_t width = 2 * (3 + rng.below(20));
  const std::vector<Run> runs = {
      {paper, {64, 256, 512}},    {paper, {8, 64}},
      {paper, {16, 32, 512}},     {up_to_10000, {16, 128}},
      {doubling, {8, 16}},        {doubling, {16, 64}},
      {spreading, {8, 32}},       {base_100, {32, 64}},
      {far_at_16, {8, 16, 32}},   {shrinking, {8, 32}},
      {hardly_finer, {8, 16}},    {from_5, {8, 16}},
      {paper, {width, 4 * width}}};

  const auto measure = [&](const Code& code, std::size_t d_model) {
    const Width got = answer.measure(code, d_model);
    examiner.equal(static_cast<double>(got.pairs),
                   static_cast<double>(d_model / 2),
                   {fmt::format("pairs, d_model = {}", d_model)});
    const auto about = [&](const char* what) {
      return exercise::About{
          fmt::format("{}, {}, d_model = {}", what, code.name, d_model),
          {},
          1e-6};
    };
    examiner.equal(got.largest_divisor, code.largest(d_model),
                   about("largest_divisor"));
    examiner.equal(got.growth, code.growth(d_model), about("growth"));
  };
  // The experiment, in all runs; `claim` says what is right or wrong.
  const auto conclude = [&](bool DModelFindings::*finding,
                            const std::function<bool(const Run&)>& fact,
                            const std::function<std::string(const Run&)>& why) {
    for (const Run& run : runs) {
      const bool got = answer.conclude(run.code, run.d_models).*finding;
      examiner.holds(got == fact(run),
                     fmt::format("you say {}, but {} ({})", got ? "yes" : "no",
                                 why(run), run.text()));
    }
  };

  examiner.part(
      Kind::shape, "counts the hands of 64, 256 and 512 dimensions", [&] {
        for (const std::size_t d_model : {64, 256, 512})
          examiner.equal(
              static_cast<double>(answer.measure(paper, d_model).pairs),
              static_cast<double>(d_model / 2),
              {fmt::format("pairs, d_model = {}", d_model)});
      });
  examiner.part(Kind::values, "measures the paper's code", [&] {
    measure(paper, 64);
    measure(paper, 512);
    measure(paper, width);
  });
  examiner.part(Kind::values, "measures other codes", [&] {
    measure(base_100, 12);
    measure(up_to_10000, 10);
    measure(doubling, 16);
    measure(rising, 12);
    measure(from_5, 8);
  });
  examiner.part(Kind::edge, "works for two hands", [&] { measure(paper, 4); });
  examiner.part(Kind::property, "says whether a divisor reaches 10000", [&] {
    conclude(
        &DModelFindings::reaches_10000,
        [](const Run& run) { return run.farthest() > 9999; },
        [](const Run& run) {
          return fmt::format("the largest divisor is {:.0f}", run.farthest());
        });
  });
  examiner.part(
      Kind::property, "says whether a wider code reaches farther", [&] {
        conclude(
            &DModelFindings::reaches_farther,
            [](const Run& run) { return run.widest() > 2 * run.narrowest(); },
            [](const Run& run) {
              return fmt::format(
                  "the largest divisor is {:.0f} in the narrowest "
                  "code and {:.0f} in the widest",
                  run.narrowest(), run.widest());
            });
      });
  examiner.part(Kind::property, "says whether a wider code is finer", [&] {
    const auto growth = [](const Run& run, std::size_t d_model) {
      return run.code.growth(d_model);
    };
    conclude(
        &DModelFindings::is_finer,
        [&](const Run& run) {
          return growth(run, run.d_models.back()) <
                 0.999 * growth(run, run.d_models.front());
        },
        [&](const Run& run) {
          return fmt::format(
              "divisors grow by a factor of {:.3f} in the "
              "narrowest code and {:.3f} in the widest",
              growth(run, run.d_models.front()),
              growth(run, run.d_models.back()));
        });
  });
  examiner.no_gradient("an experiment looks at tables and changes nothing");
}
