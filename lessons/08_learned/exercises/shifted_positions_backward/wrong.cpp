#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// Which row a number of dy is added to, and what is added.
using Row = std::function<std::int64_t(std::size_t b, std::size_t t)>;
using Share = std::function<real(std::size_t b, real dy)>;

void refuse(const Array& dy, const Ids& starts, std::size_t rows) {
  const auto last = std::int64_t(rows) - std::int64_t(dy.shape(1));
  for (const std::int64_t start : starts)
    if (start < 0 || start > last) throw IndexError("no row");
}

// What lands outside the table is lost.
Array each_number(
    const Array& dy, std::size_t rows, const Row& row,
    const Share& share = [](std::size_t, real d) { return d; }) {
  Array dtable = zeros({rows, dy.shape(2)});
  for (std::size_t b = 0; b < dy.shape(0); ++b)
    for (std::size_t t = 0; t < dy.shape(1); ++t) {
      const std::int64_t to = row(b, t);
      if (to < 0 || to >= std::int64_t(rows)) continue;
      for (std::size_t c = 0; c < dy.shape(2); ++c)
        dtable(to, c) += share(b, dy(b, t, c));
    }
  return dtable;
}

Row right_row(const Ids& starts) {
  return [starts](std::size_t b, std::size_t t) {
    return starts(b) + std::int64_t(t);
  };
}

Array right(const Array& dy, const Ids& starts, std::size_t rows) {
  return each_number(dy, rows, right_row(starts));
}

// The right refusals, other rows.
using Choose = std::int64_t (*)(const Ids& starts, std::size_t b, std::size_t t,
                                std::size_t T);

template <Choose choose>
Array with(const Array& dy, const Ids& starts, std::size_t rows) {
  refuse(dy, starts, rows);
  const std::size_t T = dy.shape(1);
  return each_number(dy, rows, [&](std::size_t b, std::size_t t) {
    return choose(starts, b, t, T);
  });
}

std::int64_t starts_ignored(const Ids&, std::size_t, std::size_t t,
                            std::size_t) {
  return std::int64_t(t);
}

std::int64_t start_of_first(const Ids& starts, std::size_t, std::size_t t,
                            std::size_t) {
  return starts(0) + std::int64_t(t);
}

std::int64_t start_alone(const Ids& starts, std::size_t b, std::size_t,
                         std::size_t) {
  return starts(b);
}

std::int64_t subtracted(const Ids& starts, std::size_t b, std::size_t t,
                        std::size_t) {
  return std::int64_t(t) - starts(b);
}

std::int64_t one_further(const Ids& starts, std::size_t b, std::size_t t,
                         std::size_t) {
  return starts(b) + std::int64_t(t) + 1;
}

std::int64_t backwards(const Ids& starts, std::size_t b, std::size_t t,
                       std::size_t T) {
  return starts(b) + std::int64_t(T - 1 - t);
}

std::int64_t batch_added(const Ids& starts, std::size_t b, std::size_t,
                         std::size_t) {
  return starts(b) + std::int64_t(b);
}

std::int64_t counts_on(const Ids& starts, std::size_t b, std::size_t t,
                       std::size_t T) {
  return starts(b) + std::int64_t(b * T + t);
}

std::int64_t times_length(const Ids& starts, std::size_t b, std::size_t t,
                          std::size_t T) {
  return starts(b) * std::int64_t(T) + std::int64_t(t);
}

// starts(t) where there are as many words as sentences, or more.
std::int64_t starts_of_words(const Ids& starts, std::size_t b, std::size_t t,
                             std::size_t) {
  return starts(t % starts.size()) + std::int64_t(b);
}

Array scaled(const Array& dy, const Ids& starts, std::size_t rows,
             double factor) {
  refuse(dy, starts, rows);
  return right(dy, starts, rows) * factor;
}

Array mean(const Array& dy, const Ids& starts, std::size_t rows) {
  return scaled(dy, starts, rows, 1 / double(dy.shape(0)));
}

Array mean_of_users(const Array& dy, const Ids& starts, std::size_t rows) {
  refuse(dy, starts, rows);
  const Array users = each_number(dy, rows, right_row(starts),
                                  [](std::size_t, real) { return 1; });
  return right(dy, starts, rows) / xt::maximum(users, real(1));
}

Array sign_flipped(const Array& dy, const Ids& starts, std::size_t rows) {
  return scaled(dy, starts, rows, -1);
}

Array only_counted(const Array& dy, const Ids& starts, std::size_t rows) {
  refuse(dy, starts, rows);
  return each_number(dy, rows, right_row(starts),
                     [](std::size_t, real) { return 1; });
}

Array only_sentence(const Array& dy, const Ids& starts, std::size_t rows,
                    std::size_t which) {
  refuse(dy, starts, rows);
  return each_number(dy, rows, right_row(starts), [=](std::size_t b, real d) {
    return b == which ? d : real(0);
  });
}

Array first_sentence(const Array& dy, const Ids& starts, std::size_t rows) {
  return only_sentence(dy, starts, rows, 0);
}

Array last_sentence(const Array& dy, const Ids& starts, std::size_t rows) {
  return only_sentence(dy, starts, rows, dy.shape(0) - 1);
}

Array assigned(const Array& dy, const Ids& starts, std::size_t rows) {
  refuse(dy, starts, rows);
  Array dtable = zeros({rows, dy.shape(2)});
  for (std::size_t b = 0; b < dy.shape(0); ++b)
    for (std::size_t t = 0; t < dy.shape(1); ++t)
      for (std::size_t c = 0; c < dy.shape(2); ++c)
        dtable(std::size_t(starts(b)) + t, c) = dy(b, t, c);
  return dtable;
}

Array not_zeroed(const Array& dy, const Ids& starts, std::size_t rows) {
  refuse(dy, starts, rows);
  Array dtable = Array::from_shape({rows, dy.shape(2)});
  dtable += right(dy, starts, rows);
  return dtable;
}

Array kept(const Array& dy, const Ids& starts, std::size_t rows) {
  refuse(dy, starts, rows);
  static Array dtable;
  const Array now = right(dy, starts, rows);
  if (dtable.shape() != now.shape()) dtable = zeros(now.shape());
  dtable += now;
  return dtable;
}

Array first_starts(const Array& dy, const Ids& starts, std::size_t rows) {
  refuse(dy, starts, rows);
  static Ids kept_starts = starts;
  if (kept_starts.shape() != starts.shape()) kept_starts = starts;
  return right(dy, kept_starts, rows);
}

Array used_rows_only(const Array& dy, const Ids& starts, std::size_t rows) {
  refuse(dy, starts, rows);
  const std::int64_t last =
      starts.size() == 0 ? 0 : *std::max_element(starts.begin(), starts.end());
  const Array dtable = right(dy, starts, rows);
  return xt::view(dtable,
                  xt::range(std::size_t(0), std::size_t(last) + dy.shape(1)));
}

Array in_float(const Array& dy, const Ids& starts, std::size_t rows) {
  refuse(dy, starts, rows);
  xt::xarray<float> dtable = xt::zeros<float>({rows, dy.shape(2)});
  for (std::size_t b = 0; b < dy.shape(0); ++b)
    for (std::size_t t = 0; t < dy.shape(1); ++t)
      for (std::size_t c = 0; c < dy.shape(2); ++c)
        dtable(std::size_t(starts(b)) + t, c) += float(dy(b, t, c));
  return xt::cast<real>(dtable);
}

// Mistakes with words that have no row.

Array unchecked(const Array& dy, const Ids& starts, std::size_t rows) {
  return right(dy, starts, rows);
}

Array length_checked(const Array& dy, const Ids& starts, std::size_t rows) {
  if (dy.shape(1) > rows) throw IndexError("no row");
  return right(dy, starts, rows);
}

Array end_unchecked(const Array& dy, const Ids& starts, std::size_t rows) {
  for (const std::int64_t start : starts)
    if (start < 0) throw IndexError("no row");
  return right(dy, starts, rows);
}

Array below_0_unchecked(const Array& dy, const Ids& starts, std::size_t rows) {
  for (const std::int64_t start : starts)
    if (start + std::int64_t(dy.shape(1)) > std::int64_t(rows))
      throw IndexError("no row");
  return right(dy, starts, rows);
}

Array start_checked(const Array& dy, const Ids& starts, std::size_t rows) {
  for (const std::int64_t start : starts)
    if (start < 0 || start >= std::int64_t(rows)) throw IndexError("no row");
  return right(dy, starts, rows);
}

Array refuses_last_row(const Array& dy, const Ids& starts, std::size_t rows) {
  for (const std::int64_t start : starts)
    if (start < 0 || start + std::int64_t(dy.shape(1)) >= std::int64_t(rows))
      throw IndexError("no row");
  return right(dy, starts, rows);
}

Array another_error(const Array& dy, const Ids& starts, std::size_t rows) {
  const auto last = std::int64_t(rows) - std::int64_t(dy.shape(1));
  for (const std::int64_t start : starts)
    if (start < 0 || start > last) throw ValueError("no row");
  return right(dy, starts, rows);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"starts-ignored",
       "the starts are not used: this is the plain sum over the batch, as if "
       "all sentences began at 0",
       {with<starts_ignored>}},
      {"start-of-first",
       "all sentences get the start of the first one; each has its own, "
       "starts(b)",
       {with<start_of_first>}},
      {"start-alone",
       "all words of a sentence land in the row of its first word; word t is t "
       "rows further",
       {with<start_alone>}},
      {"subtracted",
       "you subtract the start; word t of sentence b used row starts[b] + t",
       {with<subtracted>}},
      {"one-further",
       "each gradient lands one row too far: the first word used row starts[b]",
       {with<one_further>}},
      {"backwards",
       "the gradients of a sentence land in reverse: its first word used row "
       "starts[b], not its last one",
       {with<backwards>}},
      {"batch-added",
       "you add the number of the sentence to its start, in place of the place "
       "of the word",
       {with<batch_added>}},
      {"counts-on",
       "you count the positions on through the batch; each sentence begins at "
       "its own start",
       {with<counts_on>}},
      {"times-length",
       "you take the start times the length of a sentence; it is a position, "
       "counted in words",
       {with<times_length>}},
      {"starts-of-words",
       "sentences and words have changed places: starts has one number for "
       "each "
       "sentence b",
       {with<starts_of_words>}},
      {"mean",
       "you take the mean over the batch; whether a mean is taken is the "
       "loss's "
       "affair, and already in dy. Here it is the sum",
       {mean}},
      {"mean-of-users",
       "you take the mean over those who used a row; what was used several "
       "times gets the sum",
       {mean_of_users}},
      {"sign-flipped",
       "your gradient points the other way; the minus sign belongs to the "
       "optimizer's step",
       {sign_flipped}},
      {"only-counted",
       "you count how often a row was used, and dy is left out",
       {only_counted}},
      {"first-sentence",
       "only the first sentence of the batch is counted",
       {first_sentence}},
      {"last-sentence",
       "only the last sentence of the batch is counted",
       {last_sentence}},
      {"assigned",
       "where two sentences used the same row, the last one wins: gradients "
       "add up, += in place of =",
       {assigned}},
      {"not-zeroed",
       "the array is not set to zero at first: a new one holds whatever was in "
       "that memory before",
       {not_zeroed}},
      {"kept",
       "you add to what you gave back the last time: begin with zeros in each "
       "call, and without static",
       {kept}},
      {"first-starts",
       "you keep the starts of the first call; each call brings its own",
       {first_starts}},
      {"used-rows-only",
       "your gradient ends after the last row that was used; it has the shape "
       "of the table",
       {used_rows_only}},
      {"in-float",
       "you add up in float, which has seven digits; use real",
       {in_float}},
      {"unchecked",
       "nothing asks whether a word has a row: neither past the end nor below "
       "0",
       {unchecked}},
      {"length-checked",
       "you ask whether a sentence is longer than the table, and not where it "
       "begins",
       {length_checked}},
      {"end-unchecked",
       "words past the end of the table are lost without an error",
       {end_unchecked}},
      {"below-0-unchecked",
       "a start below 0 is accepted; it is to be refused with an IndexError",
       {below_0_unchecked}},
      {"start-checked",
       "you ask whether the first word has a row; the last one, starts[b] + T "
       "- "
       "1, needs one, too",
       {start_checked}},
      {"refuses-last-row",
       "you refuse a sentence that ends with the last row; its words all have "
       "a "
       "row",
       {refuses_last_row}},
      {"another-error",
       "you refuse with another error; a word without a row is an IndexError",
       {another_error}},
  };
  return all;
}
