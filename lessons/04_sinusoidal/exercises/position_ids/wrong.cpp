#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

Ids filled(std::size_t rows, std::size_t columns,
           const std::function<std::size_t(std::size_t, std::size_t)>& id) {
  Ids ids = Ids::from_shape({rows, columns});
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c)
      ids(r, c) = static_cast<std::int64_t>(id(r, c));
  return ids;
}

Ids starts_at_1(std::size_t batch_size, std::size_t seq_len) {
  return filled(batch_size, seq_len,
                [](std::size_t, std::size_t t) { return t + 1; });
}

Ids transposed(std::size_t batch_size, std::size_t seq_len) {
  return filled(seq_len, batch_size,
                [](std::size_t t, std::size_t) { return t; });
}

Ids batch_as_position(std::size_t batch_size, std::size_t seq_len) {
  return filled(batch_size, seq_len,
                [](std::size_t b, std::size_t) { return b; });
}

Ids counts_on(std::size_t batch_size, std::size_t seq_len) {
  return filled(batch_size, seq_len,
                [=](std::size_t b, std::size_t t) { return b * seq_len + t; });
}

Ids one_row(std::size_t, std::size_t seq_len) {
  return filled(1, seq_len, [](std::size_t, std::size_t t) { return t; });
}

Ids no_batch_axis(std::size_t, std::size_t seq_len) {
  return xt::arange<std::int64_t>(0, seq_len);
}

Ids backwards(std::size_t batch_size, std::size_t seq_len) {
  return filled(batch_size, seq_len,
                [=](std::size_t, std::size_t t) { return seq_len - 1 - t; });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"starts-at-1",
       "you count from 1; the first position is 0, for the table's first row "
       "is row 0",
       {starts_at_1}},
      {"transposed",
       "you give a row to each word; here each sentence has a row, "
       "(batch_size, "
       "seq_len)",
       {transposed}},
      {"batch-as-position",
       "you number the sentences; what counts is the place of a word in its "
       "own sentence",
       {batch_as_position}},
      {"counts-on",
       "you count on from one sentence to the next; each sentence begins again "
       "at 0",
       {counts_on}},
      {"one-row",
       "there is one row for the whole batch; each sentence needs its own",
       {one_row}},
      {"no-batch-axis",
       "the batch axis is missing: the ids of one sentence stand (batch_size) "
       "times below each other",
       {no_batch_axis}},
      {"backwards",
       "you count down; the first word has position 0",
       {backwards}},
  };
  return all;
}
