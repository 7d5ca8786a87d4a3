#include <fmt/format.h>

#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::Examiner;
using exercise::Kind;

namespace {

using Lengths = std::vector<std::size_t>;

// A code by the number in column j of position t, in a table of N rows.
struct Code {
  std::string name;
  std::size_t D;
  std::function<double(double t, std::size_t j, double N)> number;

  Array operator()(std::size_t N) const {
    Array table = zeros({N, D});
    for (std::size_t t = 0; t < N; ++t)
      for (std::size_t j = 0; j < D; ++j)
        table(t, j) = number(static_cast<double>(t), j, static_cast<double>(N));
    return table;
  }
};

double wave(double t, std::size_t j, std::size_t D) {
  const double angle = t / std::pow(10000, static_cast<double>(j / 2 * 2) /
                                               static_cast<double>(D));
  return j % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

Code paper(std::size_t D) {
  return {fmt::format("the paper's code with {} dimensions", D), D,
          [=](double t, std::size_t j, double) { return wave(t, j, D); }};
}

// All of a text, however long, gets the angles of eight words.
const Code squeezed = {
    "the paper's code, squeezed to eight positions", 8,
    [](double t, std::size_t j, double N) { return wave(8 * t / N, j, 8); }};
const Code share = {
    "the share of the way, t / (N - 1)", 1,
    [](double t, std::size_t, double N) { return N > 1 ? t / (N - 1) : 0; }};
const Code counted = {"the number of the word", 1,
                      [](double t, std::size_t, double) { return t; }};
const Code back = {"minus the number of the word", 1,
                   [](double t, std::size_t, double) { return -t; }};
const Code tired = {
    "a code whose steps get smaller by a hundredth", 1,
    [](double t, std::size_t, double) { return 1 - std::pow(0.99, t); }};
const Code uneven = {
    "a code that counts in twos if the length is odd", 1,
    [](double t, std::size_t, double N) { return t * (1 + std::fmod(N, 2)); }};
const Code halves = {
    "a code that counts in halves if the length is odd", 1,
    [](double t, std::size_t, double N) { return t / (1 + std::fmod(N, 2)); }};
const Code round_again = {
    "a code that begins again after four words", 1,
    [](double t, std::size_t, double) { return std::fmod(t, 4); }};
const Code later_rows = {
    "a code that looks at the length from the fifth word on", 1,
    [](double t, std::size_t, double N) { return t < 4 ? t : t + N; }};
const Code little_by_little = {
    "a code that changes by a hundred-thousandth for each word", 1,
    [](double t, std::size_t, double N) { return t + 1e-5 * N; }};
const Code rounded = {
    "a code that changes by rounding only", 1,
    [](double t, std::size_t, double N) { return t + 1e-10 * N; }};
const Code binary = {"binary digits", 6, [](double t, std::size_t j, double) {
                       return static_cast<double>(static_cast<int>(t) >> j & 1);
                     }};

// Read off the tables, slowly.

double distance_between(const Array& table, std::size_t p, std::size_t q) {
  double squares = 0;
  for (std::size_t j = 0; j < table.shape(1); ++j)
    squares += std::pow(table(p, j) - table(q, j), 2);
  return std::sqrt(squares);
}

Length by_hand(const Code& code, std::size_t shorter, std::size_t N) {
  const Array table = code(N), before = code(shorter);
  Length length{0, HUGE_VAL, 0, 0};
  for (std::size_t p = 0; p < N; ++p) {
    for (std::size_t q = 0; q < N; ++q) {
      if (q == p) continue;
      length.nearest = std::min(length.nearest, distance_between(table, p, q));
      if (q == p + 1)
        length.neighbours =
            std::max(length.neighbours, distance_between(table, p, q));
    }
    for (std::size_t j = 0; j < code.D; ++j) {
      length.mean += table(p, j) / static_cast<double>(table.size());
      if (p < shorter)
        length.change =
            std::max(length.change, std::abs(table(p, j) - before(p, j)));
    }
  }
  return length;
}

// A run of the experiment, and what is true of it.
struct Run {
  Code code;
  Lengths lengths;
  LengthFindings truth;

  Length first() const {
    return by_hand(code, lengths.front(), lengths.front());
  }
  Length last() const { return by_hand(code, lengths.front(), lengths.back()); }
  std::string text() const {
    std::string list;
    for (const std::size_t length : lengths)
      list += (list.empty() ? "" : ", ") + std::to_string(length);
    return fmt::format("{}; {} positions", code.name, list);
  }
};

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const std::vector<Run> runs = {
      {paper(64), {10, 20, 50}, {true, false, true}},
      {paper(2), {5, 30}, {true, true, true}},
      {paper(16), {10, 12}, {true, false, false}},
      {share, {5, 12, 20}, {false, true, false}},
      {squeezed, {10, 30}, {false, true, false}},
      {counted, {5, 20}, {true, false, false}},
      {back, {5, 20}, {true, false, false}},
      {binary, {8, 32}, {true, false, false}},
      {tired, {4, 8}, {true, false, false}},
      {tired, {4, 34}, {true, true, false}},
      {uneven, {4, 7, 8}, {false, false, false}},
      {halves, {4, 7, 8}, {false, false, false}},
      {round_again, {3, 8}, {true, true, false}},
      {later_rows, {4, 6, 9}, {true, false, false}},
      {little_by_little, {4, 8}, {false, false, false}},
      {rounded, {4, 8}, {true, false, false}}};
  const std::size_t shorter = 3 + rng.below(6);
  const std::size_t longer = shorter + 6 + rng.below(12);

  const auto measure = [&](const Code& code, std::size_t few,
                           std::size_t many) {
    const Length got = answer.measure(code, few, many);
    const Length want = by_hand(code, few, many);
    const auto compare = [&](const char* what, double g, double w) {
      examiner.equal(g, w,
                     {fmt::format("{}, {}, shorter = {}, max_seq_len = {}",
                                  what, code.name, few, many)});
    };
    compare("change", got.change, want.change);
    compare("nearest", got.nearest, want.nearest);
    compare("neighbours", got.neighbours, want.neighbours);
    compare("mean", got.mean, want.mean);
  };
  const auto conclude = [&](bool LengthFindings::*finding,
                            const std::function<std::string(const Run&)>& why) {
    for (const Run& run : runs) {
      const bool got = answer.conclude(run.code, run.lengths).*finding;
      examiner.holds(got == run.truth.*finding,
                     fmt::format("you say {}, but {} ({})", got ? "yes" : "no",
                                 why(run), run.text()));
    }
  };
  const auto first_and_last = [](const char* what, double Length::*number) {
    return [=](const Run& run) {
      return fmt::format(
          "{} is {:.4g} in the shortest table and {:.4g} in the "
          "longest",
          what, run.first().*number, run.last().*number);
    };
  };

  examiner.part(
      Kind::shape, "measures distances, which are not below zero", [&] {
        for (const std::size_t max_seq_len : {10, 20, 50}) {
          const Length got = answer.measure(paper(64), 10, max_seq_len);
          const Array numbers = {got.nearest, got.neighbours};
          examiner.equal(numbers, xt::abs(numbers),
                         {fmt::format("nearest and neighbours, {} positions",
                                      max_seq_len)});
        }
      });
  examiner.part(Kind::values, "measures the paper's code", [&] {
    measure(paper(64), 10, 20);
    measure(paper(2), 8, 30);
    measure(paper(8), shorter, longer);
  });
  examiner.part(Kind::values, "measures other codes", [&] {
    measure(share, shorter, longer);
    measure(squeezed, 6, 14);
    measure(binary, 5, 17);
    measure(back, 4, 9);
    measure(tired, 5, 12);
    measure(round_again, 3, 7);
    measure(little_by_little, 4, 9);
  });
  examiner.part(Kind::edge, "works for two rows, and for a single length", [&] {
    measure(paper(4), 2, 2);
    measure(counted, 1, 2);
    measure(squeezed, 9, 9);
  });
  examiner.part(Kind::property, "says whether the first rows stay", [&] {
    conclude(&LengthFindings::rows_stay, [](const Run& run) {
      std::string changes;
      for (const std::size_t length : run.lengths)
        changes +=
            fmt::format("{}{:.4g}", changes.empty() ? "" : ", ",
                        by_hand(run.code, run.lengths.front(), length).change);
      return "the changes are " + changes;
    });
  });
  examiner.part(Kind::property, "says whether positions come closer", [&] {
    conclude(&LengthFindings::come_closer,
             first_and_last("the smallest distance", &Length::nearest));
  });
  examiner.part(Kind::property, "says whether the mean shrinks", [&] {
    conclude(&LengthFindings::mean_shrinks,
             first_and_last("the mean", &Length::mean));
  });
  examiner.no_gradient("an experiment looks at tables and changes nothing");
}
