#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

double dot(const Array& table, std::size_t p, std::size_t q) {
  double sum = 0;
  for (std::size_t j = 0; j < table.shape(1); ++j)
    sum += table(p, j) * table(q, j);
  return sum;
}

double length(const Array& table, std::size_t p) {
  return std::sqrt(dot(table, p, p));
}

double cosine(const Array& table, std::size_t p, std::size_t q) {
  return dot(table, p, q) / (length(table, p) * length(table, q));
}

double neighbours(const Array& table) {
  return static_cast<double>(table.shape(0) - 1);
}

// `of(p, q)` of all neighbours, added up.
double added_up(const Array& table,
                const std::function<double(std::size_t, std::size_t)>& of) {
  double all = 0;
  for (std::size_t p = 0; p + 1 < table.shape(0); ++p) all += of(p, p + 1);
  return all;
}

double sum_of_cosines(const Array& table) {
  return added_up(table, [&](auto p, auto q) { return cosine(table, p, q); });
}

double right(const Array& table) {
  return sum_of_cosines(table) / neighbours(table);
}

double by_n(const Array& table) {
  return sum_of_cosines(table) / static_cast<double>(table.shape(0));
}

double not_divided(const Array& table) {
  return added_up(table, [&](auto p, auto q) { return dot(table, p, q); }) /
         neighbours(table);
}

double by_half_of_d(const Array& table) {
  return not_divided(table) / (static_cast<double>(table.shape(1)) / 2);
}

double by_one_length(const Array& table) {
  return added_up(table,
                  [&](auto p, auto q) {
                    return dot(table, p, q) / dot(table, p, p);
                  }) /
         neighbours(table);
}

double by_squares(const Array& table) {
  return added_up(table,
                  [&](auto p, auto q) {
                    return dot(table, p, q) /
                           (dot(table, p, p) * dot(table, q, q));
                  }) /
         neighbours(table);
}

double distance(const Array& table) {
  return added_up(table,
                  [&](auto p, auto q) {
                    return std::sqrt(dot(table, p, p) + dot(table, q, q) -
                                     2 * dot(table, p, q));
                  }) /
         neighbours(table);
}

double angle(const Array& table) {
  return added_up(
             table,
             [&](auto p, auto q) {
               return std::acos(std::clamp(cosine(table, p, q), -1.0, 1.0));
             }) /
         neighbours(table);
}

double without_sign(const Array& table) {
  return added_up(
             table,
             [&](auto p, auto q) { return std::abs(cosine(table, p, q)); }) /
         neighbours(table);
}

double first_pair(const Array& table) { return cosine(table, 0, 1); }

double last_pair(const Array& table) {
  return cosine(table, table.shape(0) - 2, table.shape(0) - 1);
}

double with_row_0(const Array& table) {
  return added_up(table, [&](auto, auto q) { return cosine(table, 0, q); }) /
         neighbours(table);
}

double columns(const Array& table) {
  const Array turned = xt::transpose(table);
  return turned.shape(0) < 2 ? 1 : right(turned);
}

double all_pairs(const Array& table) {
  double all = 0, count = 0;
  for (std::size_t p = 0; p < table.shape(0); ++p)
    for (std::size_t q = 0; q < p; ++q, ++count) all += cosine(table, p, q);
  return all / count;
}

double sums_divided(const Array& table) {
  return added_up(table, [&](auto p, auto q) { return dot(table, p, q); }) /
         added_up(table, [&](auto p, auto q) {
           return length(table, p) * length(table, q);
         });
}

double every_other(const Array& table) {
  double all = 0, count = 0;
  for (std::size_t p = 0; p + 1 < table.shape(0); p += 2, ++count)
    all += cosine(table, p, p + 1);
  return all / count;
}

double last_left_out(const Array& table) {
  const std::size_t N = table.shape(0);
  return (sum_of_cosines(table) - cosine(table, N - 2, N - 1)) /
         neighbours(table);
}

double two_apart(const Array& table) {
  const std::size_t N = table.shape(0);
  double all = 0;
  for (std::size_t p = 0; p + 2 < N; ++p) all += cosine(table, p, p + 2);
  return N < 3 ? 1 : all / static_cast<double>(N - 2);
}

double guarded(const Array& table) {
  return added_up(table,
                  [&](auto p, auto q) {
                    return dot(table, p, q) /
                           (length(table, p) * length(table, q) + 1e-8);
                  }) /
         neighbours(table);
}

double guess() { return 0.99; }
Meaning b() { return Meaning::hardly_anything; }
Meaning a() { return Meaning::ever_more_different; }
Meaning c() { return Meaning::ever_more_alike; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"sum-not-mean",
       "you add up the cosines of all neighbours; their mean is asked for",
       {guess, sum_of_cosines, b}},
      {"divided-by-n",
       "you divide by N; N rows have N - 1 pairs of neighbours",
       {guess, by_n, b}},
      {"not-divided",
       "you take the dot product as it is; a cosine is divided by the lengths "
       "of both rows",
       {guess, not_divided, b}},
      {"divided-by-half-of-d",
       "you divide by d_model / 2, which is the squared length of the paper's "
       "rows; the rows of another table have other lengths",
       {guess, by_half_of_d, b}},
      {"one-length-only",
       "you divide by the squared length of the first row of each pair; a "
       "cosine is divided by the lengths of both",
       {guess, by_one_length, b}},
      {"squared-lengths",
       "you divide by the squared lengths: their root is missing",
       {guess, by_squares, b}},
      {"distance",
       "you measure distances; the cosine of the angle is asked for",
       {guess, distance, b}},
      {"angle",
       "you measure the angle itself; its cosine is asked for",
       {guess, angle, b}},
      {"without-sign",
       "you drop the sign of the cosines; rows that point opposite ways have "
       "-1",
       {guess, without_sign, b}},
      {"first-pair",
       "you look at the first two rows only; in the paper's table that is "
       "enough, in another it is not",
       {guess, first_pair, b}},
      {"last-pair",
       "you look at the last two rows only; the mean over all neighbours is "
       "asked for",
       {guess, last_pair, b}},
      {"with-row-0",
       "you compare each row with row 0; each is to be compared with the next",
       {guess, with_row_0, b}},
      {"columns",
       "you compare neighbouring columns; positions are rows, table (N, D)",
       {guess, columns, b}},
      {"all-pairs",
       "you compare every row with every other; only neighbours count",
       {guess, all_pairs, b}},
      {"sums-divided",
       "you add up first and divide once; the cosine of each pair is to be "
       "computed before the mean is taken",
       {guess, sums_divided, b}},
      {"every-other-pair",
       "you go on by two rows each time; rows 1 and 2 are neighbours, too",
       {guess, every_other, b}},
      {"last-left-out",
       "your loop ends before the last two rows; they are neighbours, too",
       {guess, last_left_out, b}},
      {"two-apart",
       "you compare rows that are two positions apart; neighbours are one "
       "apart",
       {guess, two_apart, b}},
      {"guarded",
       "you add a small number to the lengths; where rows are short it is no "
       "longer small, and there is nothing to guard against here",
       {guess, guarded, b}},
      {"chose-different",
       "you chose that neighbours stand out more and more; the cosine does "
       "not fall",
       {guess, right, a}},
      {"chose-alike",
       "you chose that neighbours become the same in the end; from 64 to 512 "
       "dimensions the cosine rises by less than a hundredth",
       {guess, right, c}},
  };
  return all;
}
