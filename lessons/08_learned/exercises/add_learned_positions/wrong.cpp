#include <cmath>
#include <functional>
#include <map>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

void refuse_long(const Array& x, const Array& table) {
  if (x.shape(1) > table.shape(0)) throw IndexError("past the table");
}

// What stands at word t of sentence b, from a number of x and one of a table.
using Combine = std::function<real(real number, real row)>;
// Which row a word gets.
using Row = std::function<std::size_t(std::size_t b, std::size_t t)>;

Array each_number(
    const Array& x, const Array& table, const Row& row,
    const Combine& combine = [](real a, real r) { return a + r; }) {
  Array y = x;
  for (std::size_t b = 0; b < x.shape(0); ++b)
    for (std::size_t t = 0; t < x.shape(1); ++t) {
      const std::size_t place = row(b, t);
      if (place >= table.shape(0)) throw IndexError("past the table");
      for (std::size_t j = 0; j < x.shape(2); ++j)
        y(b, t, j) = combine(x(b, t, j), table(place, j));
    }
  return y;
}

std::size_t right(std::size_t, std::size_t t) { return t; }

Array returns_x(const Array& x, const Array& table) {
  refuse_long(x, table);
  return x;
}

Array multiplied(const Array& x, const Array& table) {
  refuse_long(x, table);
  return each_number(x, table, right, [](real a, real r) { return a * r; });
}

Array subtracted(const Array& x, const Array& table) {
  refuse_long(x, table);
  return each_number(x, table, right, [](real a, real r) { return a - r; });
}

Array rows_alone(const Array& x, const Array& table) {
  refuse_long(x, table);
  return each_number(x, table, right, [](real, real r) { return r; });
}

Array averaged(const Array& x, const Array& table) {
  refuse_long(x, table);
  return each_number(x, table, right,
                     [](real a, real r) { return (a + r) / 2; });
}

Array x_scaled(const Array& x, const Array& table) {
  refuse_long(x, table);
  const real scale = std::sqrt(static_cast<real>(x.shape(2)));
  return each_number(x, table, right,
                     [=](real a, real r) { return a * scale + r; });
}

Array row_0(const Array& x, const Array& table) {
  refuse_long(x, table);
  return each_number(x, table, [](std::size_t, std::size_t) { return 0; });
}

Array last_row(const Array& x, const Array& table) {
  refuse_long(x, table);
  const std::size_t last = x.shape(1) - 1;
  return each_number(x, table, [=](std::size_t, std::size_t) { return last; });
}

Array batch_as_position(const Array& x, const Array& table) {
  refuse_long(x, table);
  return each_number(x, table, [](std::size_t b, std::size_t) { return b; });
}

Array counts_on(const Array& x, const Array& table) {
  refuse_long(x, table);
  const std::size_t T = x.shape(1);
  return each_number(x, table,
                     [=](std::size_t b, std::size_t t) { return b * T + t; });
}

Array starts_at_1(const Array& x, const Array& table) {
  refuse_long(x, table);
  return each_number(x, table,
                     [](std::size_t, std::size_t t) { return t + 1; });
}

Array last_rows(const Array& x, const Array& table) {
  refuse_long(x, table);
  const std::size_t first = table.shape(0) - x.shape(1);
  return each_number(x, table,
                     [=](std::size_t, std::size_t t) { return first + t; });
}

Array backwards(const Array& x, const Array& table) {
  refuse_long(x, table);
  const std::size_t T = x.shape(1);
  return each_number(x, table,
                     [=](std::size_t, std::size_t t) { return T - 1 - t; });
}

Array first_sentence(const Array& x, const Array& table) {
  refuse_long(x, table);
  Array y = x;
  if (x.shape(0) > 0)
    xt::view(y, 0) += xt::view(table, xt::range(0, x.shape(1)));
  return y;
}

Array last_row_repeated(const Array& x, const Array& table) {
  const std::size_t last = table.shape(0) - 1;
  return each_number(
      x, table, [=](std::size_t, std::size_t t) { return std::min(t, last); });
}

Array begins_again(const Array& x, const Array& table) {
  const std::size_t count = table.shape(0);
  return each_number(x, table,
                     [=](std::size_t, std::size_t t) { return t % count; });
}

Array rest_without(const Array& x, const Array& table) {
  Array y = x;
  const std::size_t count = std::min(x.shape(1), table.shape(0));
  const Array rows = xt::view(table, xt::range(0, count));
  xt::view(y, xt::all(), xt::range(0, count)) += rows;
  return y;
}

Array cut_off(const Array& x, const Array& table) {
  const std::size_t count = std::min(x.shape(1), table.shape(0));
  const Array words = xt::view(x, xt::all(), xt::range(0, count));
  return each_number(words, table, right);
}

Array unchecked(const Array& x, const Array& table) {
  const Array rows = xt::view(table, xt::range(0, x.shape(1)));
  return x + rows;
}

Array t_of_batch(const Array& x, const Array& table) {
  const std::size_t T = x.shape(0);
  if (T > table.shape(0)) throw IndexError("past the table");
  const Array rows = xt::view(table, xt::range(0, T));
  return x + rows;
}

Array whole_table(const Array& x, const Array& table) { return x + table; }

Array refuses_last_row(const Array& x, const Array& table) {
  if (x.shape(1) >= table.shape(0)) throw IndexError("past the table");
  return each_number(x, table, right);
}

Array another_error(const Array& x, const Array& table) {
  if (x.shape(1) > table.shape(0)) throw ValueError("past the table");
  return each_number(x, table, right);
}

Array first_rows_kept(const Array& x, const Array& table) {
  refuse_long(x, table);
  static std::map<Shape, Array> tables;
  const Shape shape = {x.shape(1), x.shape(2)};
  const Array& rows = tables.emplace(shape, table).first->second;
  return each_number(x, rows.shape(0) < x.shape(1) ? table : rows, right);
}

Array all_but_last_sentence(const Array& x, const Array& table) {
  refuse_long(x, table);
  Array y = x;
  const std::size_t B = x.shape(0);
  for (std::size_t b = 0; b < B && (B == 1 || b + 1 < B); ++b)
    xt::view(y, b) += xt::view(table, xt::range(0, x.shape(1)));
  return y;
}

Array row_0_last(const Array& x, const Array& table) {
  refuse_long(x, table);
  const std::size_t count = table.shape(0);
  return each_number(
      x, table, [=](std::size_t, std::size_t t) { return (t + 1) % count; });
}

Array one_further_clamped(const Array& x, const Array& table) {
  refuse_long(x, table);
  const std::size_t last = table.shape(0) - 1;
  return each_number(x, table, [=](std::size_t, std::size_t t) {
    return std::min(t + 1, last);
  });
}

Array batch_checked(const Array& x, const Array& table) {
  if (x.shape(0) > table.shape(0)) throw IndexError("past the table");
  return each_number(x, table, [&](std::size_t, std::size_t t) {
    return std::min(t, table.shape(0) - 1);
  });
}

Array in_float(const Array& x, const Array& table) {
  refuse_long(x, table);
  return each_number(x, table, right,
                     [](real a, real r) { return real(float(a) + float(r)); });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"returns-x", "x comes back as it was: nothing is added", {returns_x}},
      {"multiplied",
       "you multiply with the rows; they are added",
       {multiplied}},
      {"subtracted", "you subtract the rows; they are added", {subtracted}},
      {"rows-alone",
       "you give the rows back, without the words: x is missing in the sum",
       {rows_alone}},
      {"averaged",
       "you take the mean of word and row; here it is their plain sum",
       {averaged}},
      {"x-scaled",
       "you multiply x by sqrt(d_model) first, as the Transformer does with "
       "its embedding; that is not asked for here",
       {x_scaled}},
      {"row-0",
       "every word gets row 0; each place has a row of its own",
       {row_0}},
      {"last-word",
       "every word gets the row of the last one; each place has a row of its "
       "own",
       {last_row}},
      {"batch-as-position",
       "you took the batch axis for the position: x is (B, T, D), and "
       "positions run along T",
       {batch_as_position}},
      {"counts-on",
       "you count the positions on through the batch; each sentence begins at "
       "0 again",
       {counts_on}},
      {"starts-at-1",
       "the first word gets row 1; the first position is 0",
       {starts_at_1}},
      {"last-rows",
       "you take the last T rows of the table; a sentence begins at row 0",
       {last_rows}},
      {"backwards",
       "the rows are added in reverse: the first word gets row 0, not the last "
       "one",
       {backwards}},
      {"first-sentence",
       "only the first sentence of the batch gets its positions",
       {first_sentence}},
      {"last-row-repeated",
       "all words past the table get its last row, as if they stood in one "
       "place; they should be refused",
       {last_row_repeated}},
      {"begins-again",
       "past the table you begin again at row 0, as if the word stood where "
       "the first one does; it should be refused",
       {begins_again}},
      {"rest-without",
       "words past the table get no position at all, and nobody is told; they "
       "should be refused",
       {rest_without}},
      {"cut-off",
       "words past the table are cut off without a word; a sentence that is "
       "too long should be refused",
       {cut_off}},
      {"unchecked",
       "nothing compares T with the number of rows: xt::range stops at the end "
       "of the table without an error, and a table of one row would be "
       "repeated for all words",
       {unchecked}},
      {"whole-table",
       "you add the whole table; a sentence of T words gets its first T rows",
       {whole_table}},
      {"axis-0",
       "you take as many rows as there are sentences, x.shape(0); T is the "
       "size of axis 1",
       {t_of_batch}},
      {"refuses-last-row",
       "you refuse a sentence that fills the table exactly; it still has a row "
       "for each word",
       {refuses_last_row}},
      {"first-rows-kept",
       "you keep the rows of the first call with so many words; each call "
       "brings its own table",
       {first_rows_kept}},
      {"all-but-last-sentence",
       "the last sentence of the batch gets no positions",
       {all_but_last_sentence}},
      {"row-0-last",
       "the first word gets row 1, and what is past the table row 0; the first "
       "position is 0",
       {row_0_last}},
      {"one-further-clamped",
       "the first word gets row 1, and the last row is used twice; the first "
       "position is 0",
       {one_further_clamped}},
      {"batch-checked",
       "you compare the number of sentences, x.shape(0), with the rows of the "
       "table; the words are axis 1",
       {batch_checked}},
      {"in-float",
       "you add in float, which has seven digits; use real",
       {in_float}},
      {"another-error",
       "you throw a ValueError; a position without a row is an IndexError",
       {another_error}},
  };
  return all;
}
