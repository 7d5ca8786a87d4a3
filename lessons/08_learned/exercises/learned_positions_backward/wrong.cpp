#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// Which row a number of dy is added to, and what is added.
using Row = std::function<std::size_t(std::size_t b, std::size_t t)>;
using Share = std::function<real(std::size_t b, real dy)>;

// What lands past the end of the table is lost.
Array each_number(
    const Array& dy, std::size_t rows, const Row& row,
    const Share& share = [](std::size_t, real d) { return d; }) {
  Array dtable = zeros({rows, dy.shape(2)});
  for (std::size_t b = 0; b < dy.shape(0); ++b)
    for (std::size_t t = 0; t < dy.shape(1); ++t)
      for (std::size_t j = 0; j < dy.shape(2); ++j)
        if (row(b, t) < rows) dtable(row(b, t), j) += share(b, dy(b, t, j));
  return dtable;
}

std::size_t right(std::size_t, std::size_t t) { return t; }

Array scaled(const Array& dy, std::size_t max_seq_len, double factor) {
  return each_number(dy, max_seq_len, right, [=](std::size_t, real d) {
    return d * static_cast<real>(factor);
  });
}

Array mean(const Array& dy, std::size_t max_seq_len) {
  return scaled(dy, max_seq_len, 1 / double(dy.shape(0)));
}

Array mean_of_words(const Array& dy, std::size_t max_seq_len) {
  return scaled(dy, max_seq_len, 1 / double(dy.shape(0) * dy.shape(1)));
}

Array times_batch(const Array& dy, std::size_t max_seq_len) {
  return scaled(dy, max_seq_len, double(dy.shape(0)));
}

Array sign_flipped(const Array& dy, std::size_t max_seq_len) {
  return scaled(dy, max_seq_len, -1);
}

Array only_sentence(const Array& dy, std::size_t max_seq_len,
                    std::size_t which) {
  return each_number(dy, max_seq_len, right, [=](std::size_t b, real d) {
    return b == which ? d : real(0);
  });
}

Array first_sentence(const Array& dy, std::size_t max_seq_len) {
  return only_sentence(dy, max_seq_len, 0);
}

Array last_sentence(const Array& dy, std::size_t max_seq_len) {
  return only_sentence(dy, max_seq_len, dy.shape(0) - 1);
}

Array not_zeroed(const Array& dy, std::size_t max_seq_len) {
  Array dtable = Array::from_shape({max_seq_len, dy.shape(2)});
  const Array sum = xt::sum(dy, {0});
  xt::view(dtable, xt::range(0, dy.shape(1))) = sum;
  return dtable;
}

Array used_rows_only(const Array& dy, std::size_t) {
  return each_number(dy, dy.shape(1), right);
}

Array transposed(const Array& dy, std::size_t max_seq_len) {
  return xt::transpose(each_number(dy, max_seq_len, right));
}

Array not_summed(const Array& dy, std::size_t max_seq_len) {
  const std::size_t T = dy.shape(1);
  Array dtable = zeros({dy.shape(0), max_seq_len, dy.shape(2)});
  xt::view(dtable, xt::all(), xt::range(0, T)) = dy;
  return dtable;
}

// What row t gets is copied from a row of the right gradient.
Array copied(const Array& dy, std::size_t max_seq_len,
             const std::function<std::size_t(std::size_t t)>& from) {
  const Array sum = each_number(dy, max_seq_len, right);
  Array dtable = sum;
  for (std::size_t t = 0; t < max_seq_len; ++t)
    xt::view(dtable, t) = xt::view(sum, from(t));
  return dtable;
}

Array last_row_repeated(const Array& dy, std::size_t max_seq_len) {
  const std::size_t last = dy.shape(1) - 1;
  return copied(dy, max_seq_len,
                [=](std::size_t t) { return std::min(t, last); });
}

Array tiled(const Array& dy, std::size_t max_seq_len) {
  const std::size_t T = dy.shape(1);
  return copied(dy, max_seq_len, [=](std::size_t t) { return t % T; });
}

Array summed_over_words(const Array& dy, std::size_t max_seq_len) {
  return each_number(dy, max_seq_len,
                     [](std::size_t b, std::size_t) { return b; });
}

Array all_in_row_0(const Array& dy, std::size_t max_seq_len) {
  return each_number(dy, max_seq_len,
                     [](std::size_t, std::size_t) { return 0; });
}

Array same_everywhere(const Array& dy, std::size_t max_seq_len) {
  const Array sum = all_in_row_0(dy, max_seq_len);
  Array dtable = zeros({max_seq_len, dy.shape(2)});
  for (std::size_t t = 0; t < dy.shape(1); ++t)
    xt::view(dtable, t) = xt::view(sum, 0);
  return dtable;
}

Array counts_on(const Array& dy, std::size_t max_seq_len) {
  const std::size_t T = dy.shape(1);
  return each_number(dy, max_seq_len,
                     [=](std::size_t b, std::size_t t) { return b * T + t; });
}

Array starts_at_1(const Array& dy, std::size_t max_seq_len) {
  return each_number(dy, max_seq_len,
                     [](std::size_t, std::size_t t) { return t + 1; });
}

Array last_rows(const Array& dy, std::size_t max_seq_len) {
  const std::size_t first = max_seq_len - dy.shape(1);
  return each_number(dy, max_seq_len,
                     [=](std::size_t, std::size_t t) { return first + t; });
}

Array only_counted(const Array& dy, std::size_t max_seq_len) {
  return each_number(dy, max_seq_len, right,
                     [](std::size_t, real) { return 1; });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"mean",
       "you take the mean over the batch; whether a mean is taken is the "
       "loss's affair, and already in dy. Here it is the sum",
       {mean}},
      {"mean-of-words",
       "you divide by the number of words; whether a mean is taken is the "
       "loss's affair, and already in dy. Here it is the sum",
       {mean_of_words}},
      {"times-batch",
       "you multiply by the batch size as well; each sentence counts once",
       {times_batch}},
      {"sign-flipped",
       "your gradient points the other way; the minus sign belongs to the "
       "optimizer's step",
       {sign_flipped}},
      {"first-sentence",
       "only the first sentence of the batch is counted; every sentence used "
       "the row",
       {first_sentence}},
      {"last-sentence",
       "only the last sentence of the batch is counted, as with = in place of "
       "+=; every sentence used the row",
       {last_sentence}},
      {"not-zeroed",
       "the rows from T on are not set to zero: a new array holds whatever was "
       "in that memory before",
       {not_zeroed}},
      {"used-rows-only",
       "your gradient ends after T rows; it has the shape of the table, with "
       "zeros for the rows that were not used",
       {used_rows_only}},
      {"transposed",
       "your gradient is (D, max_seq_len); it has the shape of the table, "
       "(max_seq_len, D)",
       {transposed}},
      {"not-summed",
       "you keep a gradient for each sentence; all of them used the same "
       "table, so the batch axis has to be summed over",
       {not_summed}},
      {"last-row-repeated",
       "the rows from T on get what belongs to row T - 1; nobody used them, so "
       "theirs is 0",
       {last_row_repeated}},
      {"tiled",
       "the rows from T on get the first ones' gradients again; nobody used "
       "them, so theirs is 0",
       {tiled}},
      {"summed-over-words",
       "you sum over the words of a sentence, axis 1; what goes is the axis of "
       "the sentences",
       {summed_over_words}},
      {"all-in-row-0",
       "everything lands in row 0: you sum over the words as well, but each "
       "place has a row of its own",
       {all_in_row_0}},
      {"same-everywhere",
       "all rows that were used get the same: you sum over the words as well, "
       "but each place has a row of its own",
       {same_everywhere}},
      {"counts-on",
       "you count the positions on through the batch; each sentence begins at "
       "row 0 again",
       {counts_on}},
      {"starts-at-1",
       "the gradient of the first word lands in row 1; the first position is 0",
       {starts_at_1}},
      {"last-rows",
       "the gradient lands in the last T rows; a sentence begins at row 0",
       {last_rows}},
      {"only-counted",
       "you count how often a row was used, and dy is left out",
       {only_counted}},
  };
  return all;
}
