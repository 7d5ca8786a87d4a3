#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// Where new place i of `now` lies among `old` ones.
using Place = double (*)(double i, double old, double now);

double centres(double i, double old, double now) {
  return std::clamp((i + 0.5) * old / now - 0.5, 0.0, old - 1);
}
double corners(double i, double old, double now) {
  return now > 1 ? i * (old - 1) / (now - 1) : 0;
}
double beginnings(double i, double old, double now) {
  return std::min(i * old / now, old - 1);
}
double half_left(double i, double old, double now) {
  return std::clamp((i + 0.5) * old / now, 0.0, old - 1);
}
double counted_on(double i, double old, double) { return std::min(i, old - 1); }
double nearest(double i, double old, double now) {
  return std::floor(centres(i, old, now) + 0.5);
}
double cut_off(double i, double old, double now) {
  return std::floor(centres(i, old, now));
}
double whole_numbers(double i, double old, double now) {
  return std::clamp((i + 0.5) * std::floor(old / now) - 0.5, 0.0, old - 1);
}
double upside_down(double i, double old, double now) {
  return std::clamp((i + 0.5) * now / old - 0.5, 0.0, old - 1);
}

struct Parts {
  double v, u;
};
using Mix = Parts (*)(double v, double u);
Parts as_they_are(double v, double u) { return {v, u}; }
Parts other_way(double v, double u) { return {1 - v, 1 - u}; }
Parts exchanged(double v, double u) { return {u, v}; }
Parts rows_only(double v, double) { return {v, 0}; }
Parts columns_only(double, double u) { return {0, u}; }
Parts half_each(double v, double u) {
  return {v > 0 ? 0.5 : 0, u > 0 ? 0.5 : 0};
}

void must_fit(const Array& table, std::size_t rows, std::size_t columns) {
  if (rows * columns == 0 || table.shape(0) != rows * columns)
    throw ShapeError("does not fit");
}

Array resized(const Array& table, std::size_t R, std::size_t C, std::size_t R2,
              std::size_t C2, Place place, Mix mix, std::size_t wide,
              std::size_t new_wide) {
  Array y = zeros({R2 * C2, table.shape(1)});
  for (std::size_t r = 0; r < R2; ++r)
    for (std::size_t c = 0; c < C2; ++c) {
      const double down = place(double(r), double(R), double(R2));
      const double across = place(double(c), double(C), double(C2));
      const auto i = std::size_t(down), j = std::size_t(across);
      const std::size_t below = std::min(i + 1, R - 1);
      const std::size_t right = std::min(j + 1, C - 1);
      const auto [v, u] = mix(down - double(i), across - double(j));
      const auto at = [&](std::size_t row, std::size_t column, std::size_t d) {
        return table(std::min(row * wide + column, table.shape(0) - 1), d);
      };
      const std::size_t to = std::min(r * new_wide + c, y.shape(0) - 1);
      for (std::size_t d = 0; d < table.shape(1); ++d)
        y(to, d) = (1 - v) * ((1 - u) * at(i, j, d) + u * at(i, right, d)) +
                   v * ((1 - u) * at(below, j, d) + u * at(below, right, d));
    }
  return y;
}

template <Place place, Mix mix = as_they_are>
Array with(const Array& table, std::size_t R, std::size_t C, std::size_t R2,
           std::size_t C2) {
  must_fit(table, R, C);
  return resized(table, R, C, R2, C2, place, mix, C, C2);
}

Array by_height(const Array& table, std::size_t R, std::size_t C,
                std::size_t R2, std::size_t C2) {
  must_fit(table, R, C);
  return resized(table, R, C, R2, C2, centres, as_they_are, R, C2);
}

Array by_new_height(const Array& table, std::size_t R, std::size_t C,
                    std::size_t R2, std::size_t C2) {
  must_fit(table, R, C);
  return resized(table, R, C, R2, C2, centres, as_they_are, C, R2);
}

// As a row of R C vectors, not as a picture.
Array as_one_row(const Array& table, std::size_t R, std::size_t C,
                 std::size_t R2, std::size_t C2) {
  must_fit(table, R, C);
  return resized(table, 1, R * C, 1, R2 * C2, centres, as_they_are, R * C,
                 R2 * C2);
}

// Nothing is held at the edges: what is beyond counts as zeros.
Array zeros_beyond(const Array& table, std::size_t R, std::size_t C,
                   std::size_t R2, std::size_t C2) {
  must_fit(table, R, C);
  Array y = zeros({R2 * C2, table.shape(1)});
  const auto part = [](std::size_t i, std::size_t o, std::size_t old,
                       std::size_t now) {
    const double at = (double(i) + 0.5) * double(old) / double(now) - 0.5;
    return std::max(0.0, 1 - std::abs(at - double(o)));
  };
  for (std::size_t n = 0; n < R2 * C2; ++n)
    for (std::size_t o = 0; o < R * C; ++o)
      for (std::size_t d = 0; d < table.shape(1); ++d)
        y(n, d) += part(n / C2, o / C, R, R2) * part(n % C2, o % C, C, C2) *
                   table(o, d);
  return y;
}

Array accepts_any(const Array& table, std::size_t R, std::size_t C,
                  std::size_t R2, std::size_t C2) {
  if (R * C == 0 || table.shape(0) < R * C)
    return zeros({R2 * C2, table.shape(1)});
  return resized(table, R, C, R2, C2, centres, as_they_are, C, C2);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"corners",
       "you put the first and the last patch of the one picture on those of "
       "the other; it is the centres of patches that count, not their corners",
       {with<corners>}},
      {"beginnings",
       "you multiply i itself by rows / new_rows; the centre of row i is at i "
       "+ 1/2",
       {with<beginnings>}},
      {"half-missing",
       "the 1/2 at the end is not taken off: the centre of old row 0 is at "
       "1/2, too",
       {with<half_left>}},
      {"counted-on",
       "patches keep their old place, and those beyond repeat the edge; the "
       "table is to be stretched",
       {with<counted_on>}},
      {"nearest",
       "you take the nearest old patch; between two centres both count",
       {with<nearest>}},
      {"cut-off",
       "you take the old patch above and to the left; what is cut off says how "
       "much the next one counts",
       {with<cut_off>}},
      {"whole-division",
       "rows / new_rows is divided as whole numbers, and the fraction is lost",
       {with<whole_numbers>}},
      {"upside-down",
       "you multiply by new_rows / rows; it is the other way round",
       {with<upside_down>}},
      {"weights-swapped",
       "the further patch counts more; what is cut off is the share of the "
       "next one",
       {with<centres, other_way>}},
      {"axes-swapped",
       "the shares of rows and of columns are exchanged",
       {with<centres, exchanged>}},
      {"rows-only",
       "only rows are mixed; between two columns both count as well",
       {with<centres, rows_only>}},
      {"columns-only",
       "only columns are mixed; between two rows both count as well",
       {with<centres, columns_only>}},
      {"half-each",
       "two neighbours always count one half each; the nearer one counts more",
       {with<centres, half_each>}},
      {"old-height",
       "you look up old patches at row * rows; a row of the old picture has "
       "`columns` patches",
       {by_height}},
      {"new-height",
       "you put new patches to row * new_rows; a row of the new picture has "
       "`new_columns` patches",
       {by_new_height}},
      {"one-row",
       "the table is stretched as one long row; it is a picture, with rows and "
       "columns",
       {as_one_row}},
      {"zeros-beyond",
       "beyond the first and the last centre you mix with zeros; there the "
       "table is as at the edge",
       {zeros_beyond}},
      {"any-table",
       "a table that has not a row for each patch is accepted",
       {accepts_any}},
  };
  return all;
}
