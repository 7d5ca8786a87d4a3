#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Column = std::vector<double>;

Column column(const Array& table, std::size_t j) {
  Column numbers;
  for (std::size_t t = 0; t < table.shape(0); ++t)
    numbers.push_back(table(t, j));
  return numbers;
}

double largest(const Column& c) {
  return *std::max_element(c.begin(), c.end());
}
double smallest(const Column& c) {
  return *std::min_element(c.begin(), c.end());
}

// How many columns meet a condition.
double count(const Array& table, const std::function<bool(const Column&)>& is) {
  double all = 0;
  for (std::size_t j = 0; j < table.shape(1); ++j)
    all += is(column(table, j)) ? 1 : 0;
  return all;
}

double share(const Array& table, const std::function<bool(const Column&)>& is) {
  return count(table, is) / static_cast<double>(table.shape(1));
}

bool moves(const Column& c) { return largest(c) - smallest(c) > 0.1; }

double right(const Array& table) { return share(table, moves); }

double number_not_share(const Array& table) { return count(table, moves); }

double percent(const Array& table) { return 100 * right(table); }

double by_positions(const Array& table) {
  return count(table, moves) / static_cast<double>(table.shape(0));
}

double integer_division(const Array& table) { return std::floor(right(table)); }

double standing_still(const Array& table) { return 1 - right(table); }

double ends_only(const Array& table) {
  return share(table, [](const Column& c) {
    return std::abs(c.back() - c.front()) > 0.1;
  });
}

double rising_only(const Array& table) {
  return share(table,
               [](const Column& c) { return c.back() - c.front() > 0.1; });
}

double from_the_first(const Array& table) {
  return share(table, [](const Column& c) {
    return std::any_of(c.begin(), c.end(),
                       [&](double x) { return std::abs(x - c.front()) > 0.1; });
  });
}

double step_by_step(const Array& table) {
  return share(table, [](const Column& c) {
    for (std::size_t t = 1; t < c.size(); ++t)
      if (std::abs(c[t] - c[t - 1]) > 0.1) return true;
    return false;
  });
}

double largest_only(const Array& table) {
  return share(table, [](const Column& c) { return largest(c) > 0.1; });
}

double absolute(const Array& table) {
  return share(table, [](const Column& c) {
    return std::max(std::abs(largest(c)), std::abs(smallest(c))) > 0.1;
  });
}

double deviation(const Array& table) {
  return share(table, [](const Column& c) {
    double mean = 0, squares = 0;
    for (const double x : c) mean += x / static_cast<double>(c.size());
    for (const double x : c)
      squares += (x - mean) * (x - mean) / static_cast<double>(c.size());
    return std::sqrt(squares) > 0.1;
  });
}

double rows(const Array& table) { return right(xt::transpose(table)); }

double sines_only(const Array& table) {
  double all = 0, moving = 0;
  for (std::size_t j = 0; j < table.shape(1); j += 2, ++all)
    moving += moves(column(table, j)) ? 1 : 0;
  return moving / all;
}

double sines_of_all(const Array& table) {
  double moving = 0;
  for (std::size_t j = 0; j < table.shape(1); j += 2)
    moving += moves(column(table, j)) ? 1 : 0;
  return moving / static_cast<double>(table.shape(1));
}

double variance(const Array& table) {
  return share(table, [](const Column& c) {
    double mean = 0, squares = 0;
    for (const double x : c) mean += x / static_cast<double>(c.size());
    for (const double x : c)
      squares += (x - mean) * (x - mean) / static_cast<double>(c.size());
    return squares > 0.1;
  });
}

double by_more_than(const Array& table, double bound) {
  return share(
      table, [=](const Column& c) { return largest(c) - smallest(c) > bound; });
}
double by_1(const Array& table) { return by_more_than(table, 1); }
double by_a_hundredth(const Array& table) { return by_more_than(table, 0.01); }
double at_all(const Array& table) { return by_more_than(table, 0); }

double first_step(const Array& table) {
  return share(table, [](const Column& c) {
    return c.size() > 1 && std::abs(c[1] - c[0]) > 0.1;
  });
}

double way(const Array& table) {
  return share(table, [](const Column& c) {
    double sum = 0;
    for (std::size_t t = 1; t < c.size(); ++t) sum += std::abs(c[t] - c[t - 1]);
    return sum > 0.1;
  });
}

double guess() { return 0.9; }
Meaning a() { return Meaning::all_the_time; }
Meaning b() { return Meaning::in_proportion; }
Meaning c() { return Meaning::step_by_step; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"number-not-share",
       "you give the number of columns that move; their share of all columns "
       "is asked for",
       {guess, number_not_share, c}},
      {"percent",
       "you give percent; a share is a number from 0 to 1",
       {guess, percent, c}},
      {"divided-by-positions",
       "you divide by the number of positions; a share of the columns is "
       "divided by how many columns there are",
       {guess, by_positions, c}},
      {"integer-division",
       "you divide two whole numbers, which gives 0 or 1 in C++; make one of "
       "them a double first",
       {guess, integer_division, c}},
      {"standing-still",
       "you count the columns that stand still; those that move are asked for",
       {guess, standing_still, c}},
      {"ends-only",
       "you compare the first number with the last; a column may swing in "
       "between and come back",
       {guess, ends_only, c}},
      {"rising-only",
       "you take the last number minus the first; a column may fall, or come "
       "back",
       {guess, rising_only, c}},
      {"from-the-first",
       "you compare each number with the first one; the largest and the "
       "smallest may lie on either side of it",
       {guess, from_the_first, c}},
      {"step-by-step",
       "you compare each number with the next; many small steps in one "
       "direction are a move, too",
       {guess, step_by_step, c}},
      {"way",
       "you add up the steps of a column; swinging to and fro adds up, too, "
       "without getting anywhere",
       {guess, way, c}},
      {"largest-only",
       "you ask whether the largest number exceeds 0.1; a column may stand "
       "still at any height",
       {guess, largest_only, c}},
      {"absolute",
       "you look for numbers far from 0; a column may stand still at any "
       "height",
       {guess, absolute, c}},
      {"deviation",
       "you take the standard deviation; a column moves if its largest number "
       "exceeds its smallest by more than 0.1",
       {guess, deviation, c}},
      {"rows",
       "you look at rows; a dimension is a column, table (N, D)",
       {guess, rows, c}},
      {"sines-only",
       "you look at every other column; cosines move, too, though later than "
       "their sines",
       {guess, sines_only, c}},
      {"sines-of-all",
       "you look at every other column, and divide by the number of all; "
       "cosines move, too",
       {guess, sines_of_all, c}},
      {"variance",
       "you take the variance; a column moves if its largest number exceeds "
       "its smallest by more than 0.1",
       {guess, variance, c}},
      {"by-more-than-1",
       "you ask for a move of more than 1; more than 0.1 is enough",
       {guess, by_1, c}},
      {"by-more-than-0.01",
       "you ask for a move of more than 0.01; it is to be more than 0.1",
       {guess, by_a_hundredth, c}},
      {"at-all",
       "you count every column that is not constant; it is to move by more "
       "than 0.1",
       {guess, at_all, c}},
      {"first-step",
       "you look at the first two positions only; a column may move later",
       {guess, first_step, c}},
      {"chose-all-the-time",
       "you chose that the share is the same for every text; the longer the "
       "text, the larger it is",
       {guess, right, a}},
      {"chose-in-proportion",
       "you chose that the share grows in proportion to the text; a text ten "
       "times as long moves not ten times as many columns",
       {guess, right, b}},
  };
  return all;
}
