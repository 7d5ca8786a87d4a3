#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

double squares(const Array& table, std::size_t p, std::size_t q) {
  double sum = 0;
  for (std::size_t j = 0; j < table.shape(1); ++j)
    sum += std::pow(table(p, j) - table(q, j), 2);
  return sum;
}

double distance(const Array& table, std::size_t p, std::size_t q) {
  return std::sqrt(squares(table, p, q));
}

// The distances of those pairs p < q that are looked at.
std::vector<double> distances(
    const Array& table,
    const std::function<bool(std::size_t p, std::size_t q)>& looked_at) {
  std::vector<double> all;
  for (std::size_t q = 1; q < table.shape(0); ++q)
    for (std::size_t p = 0; p < q; ++p)
      if (looked_at(p, q)) all.push_back(distance(table, p, q));
  return all;
}

double most(const std::vector<double>& numbers) {
  return numbers.empty() ? 0
                         : *std::max_element(numbers.begin(), numbers.end());
}

bool every(std::size_t, std::size_t) { return true; }

double right(const Array& table) { return most(distances(table, every)); }

double no_root(const Array& table) { return std::pow(right(table), 2); }

double neighbours(const Array& table) {
  return most(distances(table, [](auto p, auto q) { return q == p + 1; }));
}

double first_and_last(const Array& table) {
  return distance(table, 0, table.shape(0) - 1);
}

double from_row_0(const Array& table) {
  return most(distances(table, [](auto p, auto) { return p == 0; }));
}

double from_the_last(const Array& table) {
  const std::size_t last = table.shape(0) - 1;
  return most(distances(table, [=](auto, auto q) { return q == last; }));
}

double last_left_out(const Array& table) {
  const std::size_t last = table.shape(0) - 1;
  return most(distances(table, [=](auto, auto q) { return q < last; }));
}

double first_left_out(const Array& table) {
  return most(distances(table, [](auto p, auto) { return p > 0; }));
}

double nearest(const Array& table) {
  const std::vector<double> all = distances(table, every);
  return *std::min_element(all.begin(), all.end());
}

double mean(const Array& table) {
  double sum = 0;
  const std::vector<double> all = distances(table, every);
  for (const double d : all) sum += d;
  return sum / static_cast<double>(all.size());
}

double pair_of(const Array& table, double (*join)(double, double)) {
  double largest = 0;
  for (std::size_t q = 1; q < table.shape(0); ++q)
    for (std::size_t p = 0; p < q; ++p) {
      double all = 0;
      for (std::size_t j = 0; j < table.shape(1); ++j)
        all = join(all, table(q, j) - table(p, j));
      largest = std::max(largest, all);
    }
  return largest;
}

double absolute(const Array& table) {
  return pair_of(table, [](double all, double x) { return all + std::abs(x); });
}

double one_dimension(const Array& table) {
  return pair_of(
      table, [](double all, double x) { return std::max(all, std::abs(x)); });
}

double per_dimension(const Array& table) {
  return right(table) / std::sqrt(static_cast<double>(table.shape(1)));
}

double columns(const Array& table) { return right(xt::transpose(table)); }

double largest_length(const Array& table) {
  double all = 0;
  for (std::size_t p = 0; p < table.shape(0); ++p) {
    double sum = 0;
    for (std::size_t j = 0; j < table.shape(1); ++j)
      sum += table(p, j) * table(p, j);
    all = std::max(all, std::sqrt(sum));
  }
  return all;
}

double every_other(const Array& table) {
  return most(distances(table, [](auto p, auto) { return p % 2 == 0; }));
}

double one_sum(const Array& table) {
  double largest = 0;
  for (std::size_t q = 1; q < table.shape(0); ++q)
    for (std::size_t p = 0; p < q; ++p) {
      double all = 0;
      for (std::size_t j = 0; j < table.shape(1); ++j)
        all += table(q, j) - table(p, j);
      largest = std::max(largest, std::abs(all));
    }
  return largest;
}

double within(const Array& table, std::size_t limit) {
  return most(distances(table, [=](auto p, auto q) { return q - p <= limit; }));
}
double within_50(const Array& table) { return within(table, 50); }

double first_64(const Array& table) {
  return most(distances(table, [](auto, auto q) { return q < 64; }));
}

double capped(const Array& table) {
  return std::min(right(table), std::sqrt(128.0));
}

double guess() { return 11; }
Meaning a() { return Meaning::in_proportion; }
Meaning b() { return Meaning::does_not_grow; }
Meaning c() { return Meaning::by_the_same_step; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-root",
       "you give the square of the distance: its root is missing",
       {guess, no_root, c}},
      {"neighbours",
       "you compare each row with the next one only; any two may be farthest "
       "apart",
       {guess, neighbours, c}},
      {"first-and-last",
       "you compare the first row with the last; the two that are farthest "
       "apart may stand anywhere",
       {guess, first_and_last, c}},
      {"from-row-0",
       "you compare all rows with row 0; in the paper's table that is enough, "
       "in another it is not",
       {guess, from_row_0, c}},
      {"from-the-last-row",
       "you compare all rows with the last one; any two may be farthest apart",
       {guess, from_the_last, c}},
      {"last-left-out",
       "your loop ends before the last row",
       {guess, last_left_out, c}},
      {"first-left-out",
       "your loop begins after row 0",
       {guess, first_left_out, c}},
      {"nearest",
       "you look for the smallest distance; the largest is asked for",
       {guess, nearest, c}},
      {"mean",
       "you take the mean of all distances; the largest is asked for",
       {guess, mean, c}},
      {"absolute",
       "you add up absolute differences; a distance is the root of the sum of "
       "their squares",
       {guess, absolute, c}},
      {"one-dimension",
       "you take the largest difference in one dimension; a distance adds up "
       "all of them, squared",
       {guess, one_dimension, c}},
      {"per-dimension",
       "you take the mean of the squares; a distance is the root of their sum",
       {guess, per_dimension, c}},
      {"columns",
       "you compare columns; positions are rows, table (N, D)",
       {guess, columns, c}},
      {"largest-length",
       "you look for the longest row; the distance of two rows is asked for",
       {guess, largest_length, c}},
      {"every-other-row",
       "you skip every other row; any two may be farthest apart",
       {guess, every_other, c}},
      {"sum-of-differences",
       "you add up the differences themselves, so that some cancel others; a "
       "distance adds up their squares",
       {guess, one_sum, c}},
      {"within-50",
       "you look at rows up to 50 positions apart; any two may be farthest "
       "apart",
       {guess, within_50, c}},
      {"first-64",
       "you look at the first 64 rows only; a table may have more",
       {guess, first_64, c}},
      {"capped",
       "you cut distances off at 11.31; no two rows of the paper's table are "
       "farther apart, those of another may be",
       {guess, capped, c}},
      {"chose-in-proportion",
       "you chose that the distance grows as the text does; the text of 160 "
       "words is 16 times as long as the one of 10, its largest distance not "
       "even twice as large",
       {guess, right, a}},
      {"chose-does-not-grow",
       "you chose that the distance stays; it goes from 4.59 to 5.79 to 6.81",
       {guess, right, b}},
  };
  return all;
}
