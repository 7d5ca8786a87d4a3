#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;
using Lengths = std::vector<std::size_t>;

namespace {

double distance(const Array& table, std::size_t p, std::size_t q) {
  double squares = 0;
  for (std::size_t j = 0; j < table.shape(1); ++j)
    squares += std::pow(table(p, j) - table(q, j), 2);
  return std::sqrt(squares);
}

// The distances of all pairs of different rows, or of neighbours only.
std::vector<double> distances(const Array& table, std::size_t farthest) {
  std::vector<double> all;
  for (std::size_t q = 1; q < table.shape(0); ++q)
    for (std::size_t p = q - std::min(q, farthest); p < q; ++p)
      all.push_back(distance(table, p, q));
  return all;
}

double least(const std::vector<double>& numbers) {
  return *std::min_element(numbers.begin(), numbers.end());
}

double most(const std::vector<double>& numbers) {
  return *std::max_element(numbers.begin(), numbers.end());
}

double mean(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum / double(numbers.size());
}

std::vector<double> numbers_of(const Array& table) {
  return {table.begin(), table.end()};
}

// By how much the rows from `first` on differ from those of a shorter table.
std::vector<double> changes(const Array& table, const Array& before,
                            std::size_t first = 0) {
  std::vector<double> all;
  for (std::size_t t = 0; t < before.shape(0); ++t)
    for (std::size_t j = 0; j < before.shape(1); ++j)
      all.push_back(std::abs(table(first + t, j) - before(t, j)));
  return all;
}

Length right(const MakeTable& make_table, std::size_t shorter, std::size_t N) {
  const Array table = make_table(N);
  return {most(changes(table, make_table(shorter))), least(distances(table, N)),
          most(distances(table, 1)), mean(numbers_of(table))};
}

// --- measured otherwise: one of the numbers is another ---

using Measure = Length (*)(const MakeTable&, std::size_t, std::size_t);
using FromTable = double (*)(const Array& table);
using FromTwo = double (*)(const Array& table, const Array& before);

template <FromTwo number>
Length with_change(const MakeTable& make_table, std::size_t shorter,
                   std::size_t N) {
  Length length = right(make_table, shorter, N);
  length.change = number(make_table(N), make_table(shorter));
  return length;
}

template <double Length::*which, FromTable number>
Length with(const MakeTable& make_table, std::size_t shorter, std::size_t N) {
  Length length = right(make_table, shorter, N);
  length.*which = number(make_table(N));
  return length;
}

double of_last_rows(const Array& table, const Array& before) {
  return most(changes(table, before, table.shape(0) - before.shape(0)));
}

double of_row_0(const Array& table, const Array& before) {
  return most(changes(table, xt::view(before, xt::range(0, 1), xt::all())));
}

double mean_change(const Array& table, const Array& before) {
  return mean(changes(table, before));
}

double signed_change(const Array& table, const Array& before) {
  double largest = -HUGE_VAL;
  for (std::size_t n = 0; n < before.size(); ++n)
    largest = std::max(largest, double(table.data()[n] - before.data()[n]));
  return largest;
}

double itself(const Array&) { return 0; }

double nearest_neighbours(const Array& table) {
  return least(distances(table, 1));
}

double mean_of_pairs(const Array& table) {
  return mean(distances(table, table.shape(0)));
}

double from_row_0(const Array& table) {
  double smallest = HUGE_VAL;
  for (std::size_t t = 1; t < table.shape(0); ++t)
    smallest = std::min(smallest, distance(table, 0, t));
  return smallest;
}

double in_one_dimension(const Array& table) {
  double smallest = HUGE_VAL;
  for (std::size_t q = 1; q < table.shape(0); ++q)
    for (std::size_t p = 0; p < q; ++p)
      for (std::size_t j = 0; j < table.shape(1); ++j)
        smallest =
            std::min(smallest, double(std::abs(table(p, j) - table(q, j))));
  return smallest;
}

double mean_of_neighbours(const Array& table) {
  return mean(distances(table, 1));
}

double first_step(const Array& table) { return distance(table, 0, 1); }

double in_a_circle(const Array& table) {
  return std::max(most(distances(table, 1)),
                  distance(table, 0, table.shape(0) - 1));
}

double zero(const Array&) { return 0; }

double mean_of_sizes(const Array& table) {
  return mean(numbers_of(xt::abs(table)));
}

double sum_of_a_row(const Array& table) {
  return mean(numbers_of(table)) * double(table.shape(1));
}

double mean_of_last_row(const Array& table) {
  return mean(numbers_of(xt::view(table, table.shape(0) - 1)));
}

double mean_of_even_columns(const Array& table) {
  return mean(numbers_of(xt::view(
      table, xt::all(), xt::range(0, std::ptrdiff_t(table.shape(1)), 2))));
}

Length no_root(const MakeTable& make_table, std::size_t shorter,
               std::size_t N) {
  Length length = right(make_table, shorter, N);
  length.nearest *= length.nearest;
  length.neighbours *= length.neighbours;
  return length;
}

// --- concluded ---

template <Measure measure>
LengthFindings concluded(const MakeTable& make_table, const Lengths& lengths) {
  LengthFindings findings{true, false, false};
  for (const std::size_t length : lengths)
    if (measure(make_table, lengths.front(), length).change > 1e-6)
      findings.rows_stay = false;
  const Length a = measure(make_table, lengths.front(), lengths.front());
  const Length b = measure(make_table, lengths.front(), lengths.back());
  findings.come_closer = b.nearest < 0.9 * a.nearest;
  findings.mean_shrinks = std::abs(b.mean) < 0.9 * std::abs(a.mean);
  return findings;
}

constexpr auto right_findings = concluded<right>;

template <Measure measure>
Answer measured() {
  return {measure, concluded<measure>};
}

template <bool LengthFindings::*which, bool always>
Answer says() {
  return {right, [](const MakeTable& make_table, const Lengths& lengths) {
            LengthFindings findings = right_findings(make_table, lengths);
            findings.*which = always;
            return findings;
          }};
}

// One conclusion drawn otherwise, from the shortest table and the longest.
using Compare = bool (*)(const Length& shortest, const Length& longest);

template <bool LengthFindings::*which, Compare compare>
Answer compared() {
  return {right, [](const MakeTable& make_table, const Lengths& lengths) {
            LengthFindings findings = right_findings(make_table, lengths);
            findings.*which =
                compare(right(make_table, lengths.front(), lengths.front()),
                        right(make_table, lengths.front(), lengths.back()));
            return findings;
          }};
}

bool a_little_closer(const Length& shortest, const Length& longest) {
  return longest.nearest < 0.9999 * shortest.nearest;
}

bool half_as_close(const Length& shortest, const Length& longest) {
  return longest.nearest < 0.5 * shortest.nearest;
}

bool a_little_less(const Length& shortest, const Length& longest) {
  return std::abs(longest.mean) < 0.9999 * std::abs(shortest.mean);
}

bool sign_counts(const Length& shortest, const Length& longest) {
  return longest.mean < 0.9 * shortest.mean;
}

LengthFindings first_two(const MakeTable& make_table, const Lengths& lengths) {
  return right_findings(make_table, {lengths[0], lengths[1]});
}

LengthFindings longest_only(const MakeTable& make_table,
                            const Lengths& lengths) {
  return right_findings(make_table, {lengths.front(), lengths.back()});
}

LengthFindings as_seen(const MakeTable&, const Lengths&) {
  return {true, false, true};
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"last-rows",
       "you compare the shorter table with the last rows of the longer one; "
       "the same positions are its first rows",
       measured<with_change<of_last_rows>>()},
      {"row-0-only",
       "you compare row 0 only; in many codes it is the same at any length, "
       "and the others are not",
       measured<with_change<of_row_0>>()},
      {"mean-change",
       "your change is a mean difference; the largest is asked for",
       measured<with_change<mean_change>>()},
      {"signed-change",
       "you look for the largest change upwards; numbers may also get smaller, "
       "so take the differences without their signs",
       measured<with_change<signed_change>>()},
      {"itself",
       "you compare each row with itself as well, and nothing is nearer than "
       "that; two different positions are asked for",
       measured<with<&Length::nearest, itself>>()},
      {"nearest-neighbours",
       "you take it for granted that the nearest positions are neighbours. A "
       "fast hand comes round: go through all pairs",
       measured<with<&Length::nearest, nearest_neighbours>>()},
      {"mean-of-pairs",
       "your `nearest` is a mean over all pairs; the smallest distance is "
       "asked for",
       measured<with<&Length::nearest, mean_of_pairs>>()},
      {"from-row-0",
       "you look for the row that is nearest to row 0. In the paper's code all "
       "rows have the same distances, in others they have not",
       measured<with<&Length::nearest, from_row_0>>()},
      {"in-one-dimension",
       "you look for the smallest difference in a single dimension; a distance "
       "is made of all of them",
       measured<with<&Length::nearest, in_one_dimension>>()},
      {"no-root", "your distances are squares; the root is missing",
       measured<no_root>()},
      {"smallest-step",
       "you take the smallest distance of neighbours. In the paper's code they "
       "are all equal; where they are not, the largest is asked for",
       measured<with<&Length::neighbours, nearest_neighbours>>()},
      {"mean-step",
       "you take the mean distance of neighbours. In the paper's code they are "
       "all equal; where they are not, the largest is asked for",
       measured<with<&Length::neighbours, mean_of_neighbours>>()},
      {"first-step",
       "you measure from row 0 to row 1 only. In the paper's code all steps "
       "are equal, in others they are not",
       measured<with<&Length::neighbours, first_step>>()},
      {"in-a-circle", "you take the last position and the first for neighbours",
       measured<with<&Length::neighbours, in_a_circle>>()},
      {"mean-is-0",
       "you take the mean for 0, since waves go up and down. Slow hands are "
       "still near the top, with a cosine near 1: measure it",
       measured<with<&Length::mean, zero>>()},
      {"mean-of-sizes",
       "you take the mean without signs; numbers below zero count as such",
       measured<with<&Length::mean, mean_of_sizes>>()},
      {"sum-of-a-row",
       "you divide the sum of all numbers by the rows; the mean is over rows "
       "and columns",
       measured<with<&Length::mean, sum_of_a_row>>()},
      {"mean-of-last-row",
       "you take the mean of the last row; that of the table is asked for",
       measured<with<&Length::mean, mean_of_last_row>>()},
      {"mean-of-even-columns",
       "you take the mean of the even columns, the sines; all columns count",
       measured<with<&Length::mean, mean_of_even_columns>>()},
      {"says-rows-stay",
       "you say of every code that its first rows stay. That is so where a "
       "row depends on its position alone; some codes look at the length, too",
       says<&LengthFindings::rows_stay, true>()},
      {"says-rows-change",
       "you say of every code that its first rows change. Look at the change "
       "that you measured for the paper's: row 5 is row 5 in any table",
       says<&LengthFindings::rows_stay, false>()},
      {"says-closer",
       "you say of every code that positions come closer as there are more of "
       "them. The paper's with 64 dimensions finds room for all of them: "
       "nobody is nearer than the next-door neighbour",
       says<&LengthFindings::come_closer, true>()},
      {"says-never-closer",
       "you say of every code that positions keep their distance. With 64 "
       "dimensions they do; with a single hand they meet again and again",
       says<&LengthFindings::come_closer, false>()},
      {"a-little-closer",
       "you call it closer if it is closer at all; less than nine tenths is "
       "asked for",
       compared<&LengthFindings::come_closer, a_little_closer>()},
      {"half-as-close",
       "you wait until positions are half as far apart; less than nine tenths "
       "is clear enough",
       compared<&LengthFindings::come_closer, half_as_close>()},
      {"says-shrinks",
       "you say of every code that its mean goes to 0. That is so for waves, "
       "as more of them come round; other codes do not go up and down",
       says<&LengthFindings::mean_shrinks, true>()},
      {"says-never-shrinks",
       "you say of every code that its mean stays. Compare 10 positions of the "
       "paper's code with 50",
       says<&LengthFindings::mean_shrinks, false>()},
      {"a-little-less",
       "you call it smaller if it is smaller at all; less than nine tenths is "
       "asked for",
       compared<&LengthFindings::mean_shrinks, a_little_less>()},
      {"sign-counts",
       "you take a mean far below zero for a small one; what counts is how far "
       "it is from 0",
       compared<&LengthFindings::mean_shrinks, sign_counts>()},
      {"first-two",
       "you compare the first two lengths; the first and the last are the "
       "shortest and the longest",
       {right, first_two}},
      {"longest-only",
       "you look at the shortest and the longest table alone; rows that stay "
       "do so in all of them",
       {right, longest_only}},
      {"as-seen",
       "you wrote down what the first tables show. Other codes behave in other "
       "ways: compare what was measured",
       {right, as_seen}},
  };
  return all;
}
