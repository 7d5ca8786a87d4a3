#include "course/exercise/exam.h"
#include "modules.h"

using namespace horloge;
using namespace learned_modules;

namespace {

Positions returns_x(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& t, const Tensor& x, std::size_t offset) {
        refuse_long(t, x, offset);
        return x;
      });
}

Positions multiplied(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& t, const Tensor& x, std::size_t offset) {
        refuse_long(t, x, offset);
        return x * rows_of(t, x, offset);
      });
}

Positions rows_alone(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& t, const Tensor& x, std::size_t offset) {
        refuse_long(t, x, offset);
        return rows_of(t, x, offset);
      });
}

// The right rows are asked for, others are added.
Positions other_places(
    const Tensor& table,
    const std::function<std::size_t(std::size_t b, std::size_t t, std::size_t T,
                                    std::size_t offset)>& place) {
  return with_parameter(
      table, [=](const Tensor& w, const Tensor& x, std::size_t offset) {
        refuse_long(w, x, offset);
        const std::size_t T = x.shape()[1];
        return x + looked_up(w, x, [&](std::size_t b, std::size_t t) {
                 return place(b, t, T, offset);
               });
      });
}

Positions row_0(const Tensor& table) {
  return other_places(table, [](std::size_t, std::size_t, std::size_t,
                                std::size_t) { return std::size_t{0}; });
}

Positions first_word(const Tensor& table) {
  return other_places(table, [](std::size_t, std::size_t, std::size_t,
                                std::size_t offset) { return offset; });
}

Positions offset_ignored(const Tensor& table) {
  return other_places(table, [](std::size_t, std::size_t t, std::size_t,
                                std::size_t) { return t; });
}

Positions starts_at_1(const Tensor& table) {
  return other_places(table, [](std::size_t, std::size_t t, std::size_t,
                                std::size_t offset) { return offset + t + 1; });
}

Positions batch_as_position(const Tensor& table) {
  return other_places(table, [](std::size_t b, std::size_t, std::size_t,
                                std::size_t offset) { return offset + b; });
}

Positions counts_on(const Tensor& table) {
  return other_places(table,
                      [](std::size_t b, std::size_t t, std::size_t T,
                         std::size_t offset) { return offset + b * T + t; });
}

Positions first_sentence(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        refuse_long(w, x, offset);
        Array first = zeros({x.shape()[0], 1, 1});
        if (first.size() > 0) first(0, 0, 0) = 1;
        return x + Tensor(first) * rows_of(w, x, offset);
      });
}

Positions last_row_repeated(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        const std::size_t last = w.shape()[0] - 1;
        return x + looked_up(w, x, [=](std::size_t, std::size_t t) {
                 return std::min(offset + t, last);
               });
      });
}

Positions begins_again(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        const std::size_t count = w.shape()[0];
        return x + looked_up(w, x, [=](std::size_t, std::size_t t) {
                 return (offset + t) % count;
               });
      });
}

Positions t_of_batch(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        if (offset + x.shape()[0] > w.shape()[0])
          throw IndexError("past the table");
        const auto begin = static_cast<std::ptrdiff_t>(offset);
        const auto end = static_cast<std::ptrdiff_t>(offset + x.shape()[0]);
        return x + slice(w, {{begin, end, 1}});
      });
}

Positions unchecked(const Tensor& table) {
  return with_parameter(table, clipped);
}

Positions offset_unchecked(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        refuse_long(w, x, 0);
        return clipped(w, x, offset);
      });
}

Positions refuses_last_row(const Tensor& table) {
  return with_parameter(
      table, [](const Tensor& w, const Tensor& x, std::size_t offset) {
        refuse_long(w, x, offset + 1);
        return right(w, x, offset);
      });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"returns-x", "x comes back as it was: nothing is added", {returns_x}},
      {"in-place",
       "you change x itself: a copy of a Tensor has the same numbers, and "
       "whoever gave x has other ones now. Make a new tensor of the sum",
       {in_place}},
      {"multiplied",
       "you multiply with the rows; they are added",
       {multiplied}},
      {"rows-alone",
       "you give the rows back, without the words: x is missing in the sum",
       {rows_alone}},
      {"row-0",
       "every word gets row 0; each position has a row of its own",
       {row_0}},
      {"first-word",
       "every word gets the row of the first one; each position has a row of "
       "its own",
       {first_word}},
      {"offset-ignored",
       "you always add the rows from 0 on; the first word has position offset",
       {offset_ignored}},
      {"starts-at-1",
       "the first word gets row 1; without an offset it is row 0",
       {starts_at_1}},
      {"batch-as-position",
       "you took the batch axis for the position: x is (B, T, D), and "
       "positions run along T",
       {batch_as_position}},
      {"counts-on",
       "you count the positions on through the batch; each sentence begins at "
       "the offset again",
       {counts_on}},
      {"first-sentence",
       "only the first sentence of the batch gets its positions",
       {first_sentence}},
      {"last-row-repeated",
       "a position past the table gets the last row; it should be refused",
       {last_row_repeated}},
      {"begins-again",
       "past the table you begin again at row 0; such a position should be "
       "refused",
       {begins_again}},
      {"axis-0",
       "you take as many rows as there are sentences, x.shape()[0]; T is the "
       "size of axis 1",
       {t_of_batch}},
      {"unchecked",
       "nothing asks whether the table has all these rows: slice leaves out "
       "what is missing, and one row that is left is repeated for all words",
       {unchecked}},
      {"offset-unchecked",
       "you compare T with the rows of the table and forget the offset: the "
       "last position is offset + T - 1",
       {offset_unchecked}},
      {"refuses-last-row",
       "you refuse the last position of the table, max_seq_len - 1; it has a "
       "row",
       {refuses_last_row}},
      {"scaled",
       "you multiply the rows by sqrt(d_model); they are added as they are",
       {scaled}},
      {"another-error",
       "you throw another error; a position without a row is an IndexError",
       {another_error}},
      {"no-words-refused",
       "you refuse an offset at the end of the table where there are no words; "
       "nobody needs a row then",
       {no_words_refused}},
      {"offset-checked-alone",
       "you compare only the offset with the rows of the table; the last word "
       "stands at offset + T - 1",
       {offset_checked_alone}},
      {"first-table",
       "all modules add the rows of the table that the first one was made "
       "with: a static, or a global, is shared by all of them",
       {first_table}},
      {"also-a-buffer",
       "there is a buffer beside the parameter; one table is enough",
       {also_a_buffer}},
      {"other-name",
       "your parameter has another name; it is called weight",
       {other_name}},
      {"rows-kept",
       "you look rows up once and keep them; the table goes on changing while "
       "it is trained",
       {rows_kept}},
      {"table-detached",
       "you add the table's numbers without its history, so that it gets no "
       "gradient and learns nothing: work on the tensor, not on its array()",
       {table_detached}},
      {"x-detached",
       "the history of x is cut off, so nothing before this module could learn",
       {x_detached}},
      {"all-detached",
       "the result has no history, so nothing could learn: neither the table "
       "nor what came before",
       {all_detached}},
      {"buffer-not-parameter",
       "the table is a buffer: saved, but never trained. Register it with "
       "parameter(…)",
       {buffer_not_parameter}},
      {"not-registered",
       "the table is kept in a member alone; without parameter(…) no optimizer "
       "hears of it",
       {not_registered}},
      {"copied",
       "your parameter is a copy of the table; hand parameter(…) the tensor, "
       "not its array()",
       {copied}},
      {"values-from-before",
       "you add the rows as they were when the module was made; the table goes "
       "on changing while it is trained",
       {values_from_before}},
  };
  return all;
}
