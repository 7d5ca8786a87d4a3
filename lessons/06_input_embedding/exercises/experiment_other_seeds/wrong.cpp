#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// How far rows n and m are apart, in some sense.
using Distance =
    std::function<double(const Array& x, std::size_t n, std::size_t m)>;

double usual(const Array& x, std::size_t n, std::size_t m) {
  double squares = 0;
  for (std::size_t j = 0; j < x.shape(1); ++j)
    squares += std::pow(x(n, j) - x(m, j), 2);
  return squares;
}

// The other rows, the nearest first.
std::vector<std::size_t> others(const Array& x, std::size_t n,
                                const Distance& distance) {
  std::vector<std::size_t> order;
  for (std::size_t m = 0; m < x.shape(0); ++m)
    if (m != n) order.push_back(m);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t p, std::size_t q) {
                     return distance(x, n, p) < distance(x, n, q);
                   });
  return order;
}

using Keeps =
    std::function<bool(const Array& a, const Array& b, std::size_t n)>;

double count(const Array& a, const Array& b, const Keeps& keeps) {
  double kept = 0;
  for (std::size_t n = 0; n < a.shape(0); ++n) kept += keeps(a, b, n) ? 1 : 0;
  return kept;
}

double share(const Array& a, const Array& b, const Keeps& keeps) {
  return count(a, b, keeps) / double(a.shape(0));
}

double by(const Array& a, const Array& b, const Distance& distance) {
  return share(a, b, [&](const Array& p, const Array& q, std::size_t n) {
    return others(p, n, distance)[0] == others(q, n, distance)[0];
  });
}

bool same_nearest(const Array& a, const Array& b, std::size_t n) {
  return others(a, n, usual)[0] == others(b, n, usual)[0];
}

double right(const Array& a, const Array& b) { return by(a, b, usual); }

double number(const Array& a, const Array& b) {
  return count(a, b, same_nearest);
}

double percent(const Array& a, const Array& b) { return 100 * right(a, b); }

double whole_numbers(const Array& a, const Array& b) {
  return std::floor(right(a, b));
}

double one_fewer(const Array& a, const Array& b) {
  return number(a, b) / double(a.shape(0) - 1);
}

double changed(const Array& a, const Array& b) { return 1 - right(a, b); }

double itself_too(const Array&, const Array&) { return 1; }

double farthest(const Array& a, const Array& b) {
  return share(a, b, [](const Array& p, const Array& q, std::size_t n) {
    return others(p, n, usual).back() == others(q, n, usual).back();
  });
}

double products(const Array& a, const Array& b) {
  return by(a, b, [](const Array& x, std::size_t n, std::size_t m) {
    double sum = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j) sum += x(n, j) * x(m, j);
    return -sum;
  });
}

double cosines(const Array& a, const Array& b) {
  return by(a, b, [](const Array& x, std::size_t n, std::size_t m) {
    double product = 0, of_n = 0, of_m = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j) {
      product += x(n, j) * x(m, j);
      of_n += x(n, j) * x(n, j);
      of_m += x(m, j) * x(m, j);
    }
    return -product / std::sqrt(of_n * of_m);
  });
}

double city_blocks(const Array& a, const Array& b) {
  return by(a, b, [](const Array& x, std::size_t n, std::size_t m) {
    double sum = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j)
      sum += std::abs(x(n, j) - x(m, j));
    return sum;
  });
}

double not_squared(const Array& a, const Array& b) {
  return by(a, b, [](const Array& x, std::size_t n, std::size_t m) {
    double sum = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j) sum += x(n, j) - x(m, j);
    return sum;
  });
}

double largest_difference(const Array& a, const Array& b) {
  return by(a, b, [](const Array& x, std::size_t n, std::size_t m) {
    double largest = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j)
      largest = std::max(largest, std::abs(x(n, j) - x(m, j)));
    return largest;
  });
}

double first_column(const Array& a, const Array& b) {
  return by(a, b, [](const Array& x, std::size_t n, std::size_t m) {
    return std::abs(x(n, 0) - x(m, 0));
  });
}

double lengths(const Array& a, const Array& b) {
  return by(a, b, [](const Array& x, std::size_t n, std::size_t m) {
    double of_n = 0, of_m = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j) {
      of_n += x(n, j) * x(n, j);
      of_m += x(m, j) * x(m, j);
    }
    return std::abs(std::sqrt(of_n) - std::sqrt(of_m));
  });
}

double next_rows_only(const Array& a, const Array& b) {
  return by(a, b, [](const Array& x, std::size_t n, std::size_t m) {
    return m > n || n + 1 == x.shape(0) ? usual(x, n, m) : HUGE_VAL;
  });
}

// The nearest of the rows further down; the last row is its own.
double only_further_down(const Array& a, const Array& b) {
  return share(a, b, [](const Array& p, const Array& q, std::size_t n) {
    const Distance down = [](const Array& x, std::size_t of, std::size_t m) {
      return m > of ? usual(x, of, m) : HUGE_VAL;
    };
    return n + 1 == p.shape(0) ||
           others(p, n, down)[0] == others(q, n, down)[0];
  });
}

// The search begins at a distance of 1: what is farther is never found.
double starts_at_1(const Array& a, const Array& b) {
  return share(a, b, [](const Array& p, const Array& q, std::size_t n) {
    const auto found = [n](const Array& x) {
      const std::size_t m = others(x, n, usual)[0];
      return usual(x, n, m) < 1 ? m : n;
    };
    return found(p) == found(q);
  });
}

double nearest_of_a(const Array& a, const Array&) {
  return share(a, a, [](const Array& p, const Array&, std::size_t n) {
    return others(p, others(p, n, usual)[0], usual)[0] == n;
  });
}

double about_the_same(const Array& a, const Array& b) {
  return share(a, b, [](const Array& p, const Array& q, std::size_t n) {
    const double of_p = double(others(p, n, usual)[0]);
    return std::abs(of_p - double(others(q, n, usual)[0])) < 2;
  });
}

double either(const Array& a, const Array& b) {
  return share(a, b, [](const Array& p, const Array& q, std::size_t n) {
    const auto of_q = others(q, n, usual);
    const std::size_t m = others(p, n, usual)[0];
    return m == of_q[0] || others(q, m, usual)[0] == n;
  });
}

double of_two(const Array& a, const Array& b) {
  return share(a, b, [](const Array& p, const Array& q, std::size_t n) {
    const auto of_q = others(q, n, usual);
    const std::size_t m = others(p, n, usual)[0];
    return m == of_q[0] || (of_q.size() > 1 && m == of_q[1]);
  });
}

double mutual(const Array& a, const Array& b) {
  return share(a, b, [](const Array& p, const Array& q, std::size_t n) {
    const std::size_t m = others(p, n, usual)[0];
    return same_nearest(p, q, n) && others(p, m, usual)[0] == n;
  });
}

double across(const Array& a, const Array& b) {
  const std::size_t D = std::min(a.shape(1), b.shape(1));
  double kept = 0;
  for (std::size_t n = 0; n < a.shape(0); ++n) {
    std::size_t best = 0;
    double least = HUGE_VAL;
    for (std::size_t m = 0; m < b.shape(0); ++m) {
      double squares = 0;
      for (std::size_t j = 0; j < D; ++j)
        squares += std::pow(a(n, j) - b(m, j), 2);
      if (squares < least) best = m;
      least = std::min(least, squares);
    }
    kept += best == n ? 1 : 0;
  }
  return kept / double(a.shape(0));
}

double first_row_only(const Array& a, const Array& b) {
  return same_nearest(a, b, 0) ? 1 : 0;
}

double last_row_missing(const Array& a, const Array& b) {
  double kept = 0;
  for (std::size_t n = 0; n + 1 < a.shape(0); ++n)
    kept += same_nearest(a, b, n) ? 1 : 0;
  return kept / double(a.shape(0));
}

double guess() { return 0.5; }
Meaning map() { return Meaning::same_map; }
Meaning luck() { return Meaning::same_luck; }
Meaning turn() { return Meaning::turned_map; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"number-not-share",
       "you give the number of rows that keep their neighbour; their share of "
       "all rows is asked for",
       {guess, number, luck}},
      {"percent",
       "you give percent; a share is a number from 0 to 1",
       {guess, percent, luck}},
      {"whole-numbers",
       "you divide two whole numbers, which gives 0 or 1 in C++; make one of "
       "them a double first",
       {guess, whole_numbers, luck}},
      {"one-fewer",
       "you divide by N - 1; all N rows are asked",
       {guess, one_fewer, luck}},
      {"changed",
       "you count the rows that change their neighbour; those that keep it are "
       "asked for",
       {guess, changed, luck}},
      {"itself-too",
       "every row is its own nearest row, at distance 0: leave row n itself "
       "out",
       {guess, itself_too, luck}},
      {"farthest",
       "you look for the farthest row; the nearest has the least distance",
       {guess, farthest, luck}},
      {"products",
       "you take the row of the largest dot product; a long row has large "
       "products with rows that are far away",
       {guess, products, luck}},
      {"cosines",
       "you compare directions only; two rows of one direction may be far "
       "apart",
       {guess, cosines, luck}},
      {"city-blocks",
       "you add the magnitudes of the differences; the usual distance adds "
       "their squares",
       {guess, city_blocks, luck}},
      {"not-squared",
       "you add the differences as they are, and they cancel; the usual "
       "distance adds their squares",
       {guess, not_squared, luck}},
      {"largest-difference",
       "you compare the largest difference only; the usual distance adds the "
       "squares of all",
       {guess, largest_difference, luck}},
      {"first-column",
       "you compare the first column only; a distance takes all columns",
       {guess, first_column, luck}},
      {"lengths",
       "you compare the lengths of rows; the length of their *difference* is "
       "the distance",
       {guess, lengths, luck}},
      {"next-rows-only",
       "you look only at rows further down; the nearest may stand above",
       {guess, next_rows_only, luck}},
      {"only-further-down",
       "you look only at rows further down, and the last row is left with "
       "itself; the nearest may stand above",
       {guess, only_further_down, luck}},
      {"starts-at-1",
       "your least distance begins at 1, so that no row farther away is found: "
       "begin with HUGE_VAL, or with the first of the other rows",
       {guess, starts_at_1, luck}},
      {"nearest-of-a",
       "you look at a only; the nearest row in a is to be compared with that "
       "in "
       "b",
       {guess, nearest_of_a, luck}},
      {"about-the-same",
       "you count rows whose numbers differ by 1; only the same row counts",
       {guess, about_the_same, luck}},
      {"either",
       "you count a row, too, if it is the nearest of the nearest; only its "
       "own "
       "nearest row counts",
       {guess, either, luck}},
      {"of-two",
       "you count a row, too, if its nearest has become the second nearest",
       {guess, of_two, luck}},
      {"mutual",
       "you count only pairs that are nearest to each other; a row may be near "
       "to one that has someone nearer",
       {guess, mutual, luck}},
      {"across",
       "you look in b for the row that is nearest to a row of a; each matrix "
       "has neighbours of its own",
       {guess, across, luck}},
      {"first-row-only",
       "only the first row is asked",
       {guess, first_row_only, luck}},
      {"last-row-missing",
       "the last row is not asked; there are N of them",
       {guess, last_row_missing, luck}},
      {"chose-same-map",
       "you chose that both are the same map; hardly a word has kept its "
       "neighbour",
       {guess, right, map}},
      {"chose-turned-map",
       "you chose that the map is turned; turning keeps every neighbour, and "
       "another seed hardly any",
       {guess, right, turn}},
  };
  return all;
}
