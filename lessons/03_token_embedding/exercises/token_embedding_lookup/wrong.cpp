#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

std::int64_t vocab_size(const Array& matrix) {
  return static_cast<std::int64_t>(matrix.shape(0));
}

void refuse(const Ids& ids, std::int64_t smallest, std::int64_t largest) {
  for (const std::int64_t id : ids)
    if (id < smallest || id > largest) throw IndexError("no row");
}

// The row `row_of(n)` for the n-th id.
Array rows(const Ids& ids, const Array& matrix,
           const std::function<std::int64_t(std::size_t)>& row_of) {
  const std::size_t D = matrix.shape(1);
  Shape shape = ids.shape();
  shape.push_back(D);
  Array y = zeros(shape);
  for (std::size_t n = 0; n < ids.size(); ++n)
    for (std::size_t j = 0; j < D; ++j)
      y.data()[n * D + j] = matrix(row_of(n), j);
  return y;
}

// The same where only the row is wrong, and ids without a row are refused.
Array checked_rows(const Ids& ids, const Array& matrix,
                   const std::function<std::int64_t(std::size_t)>& row_of) {
  refuse(ids, 0, vocab_size(matrix) - 1);
  return rows(ids, matrix, row_of);
}

Array right(const Ids& ids, const Array& matrix) {
  return checked_rows(ids, matrix,
                      [&](std::size_t n) { return ids.data()[n]; });
}

Array row_before(const Ids& ids, const Array& matrix) {
  const std::int64_t V = vocab_size(matrix);
  return checked_rows(
      ids, matrix, [&](std::size_t n) { return (ids.data()[n] + V - 1) % V; });
}

Array row_after(const Ids& ids, const Array& matrix) {
  const std::int64_t V = vocab_size(matrix);
  return checked_rows(ids, matrix,
                      [&](std::size_t n) { return (ids.data()[n] + 1) % V; });
}

Array place_not_id(const Ids& ids, const Array& matrix) {
  return checked_rows(ids, matrix, [&](std::size_t n) {
    return static_cast<std::int64_t>(n) % vocab_size(matrix);
  });
}

Array first_sequence(const Ids& ids, const Array& matrix) {
  return checked_rows(ids, matrix, [&](std::size_t n) {
    return ids.data()[n % ids.shape().back()];
  });
}

Array loops_swapped(const Ids& ids, const Array& matrix) {
  return checked_rows(ids, matrix, [&](std::size_t n) {
    const std::size_t T = ids.shape().back();
    const std::size_t B = ids.size() / T;
    return ids.data()[n % B * T + n / B];
  });
}

Array negative_wraps(const Ids& ids, const Array& matrix) {
  const std::int64_t V = vocab_size(matrix);
  refuse(ids, -V, V - 1);
  return rows(ids, matrix,
              [&](std::size_t n) { return (ids.data()[n] + V) % V; });
}

// What stands in the memory before the matrix may be anything.
Array only_from_above(const Ids& ids, const Array& matrix) {
  refuse(ids, std::numeric_limits<std::int64_t>::min(), vocab_size(matrix) - 1);
  return rows(ids, matrix, [&](std::size_t n) {
    return std::max<std::int64_t>(ids.data()[n], 0);
  });
}

Array unchecked(const Ids& ids, const Array& matrix) {
  const std::int64_t V = vocab_size(matrix);
  return rows(ids, matrix,
              [&](std::size_t n) { return (ids.data()[n] % V + V) % V; });
}

Array left_to_the_array(const Ids& ids, const Array& matrix) {
  for (const std::int64_t id : ids)
    if (id < 0 || id >= vocab_size(matrix))
      throw std::out_of_range("out of bounds");
  return right(ids, matrix);
}

Array one_too_many(const Ids& ids, const Array& matrix) {
  refuse(ids, 0, vocab_size(matrix));
  return unchecked(ids, matrix);
}

Array clamped(const Ids& ids, const Array& matrix) {
  return rows(ids, matrix, [&](std::size_t n) {
    return std::clamp<std::int64_t>(ids.data()[n], 0, vocab_size(matrix) - 1);
  });
}

Array zeros_where_no_row(const Ids& ids, const Array& matrix) {
  const std::int64_t V = vocab_size(matrix);
  Array more = zeros({matrix.shape(0) + 1, matrix.shape(1)});
  std::copy(matrix.begin(), matrix.end(), more.begin());
  return rows(ids, more, [&](std::size_t n) {
    const std::int64_t id = ids.data()[n];
    return id < 0 || id >= V ? V : id;
  });
}

Array zero_refused(const Ids& ids, const Array& matrix) {
  refuse(ids, 1, vocab_size(matrix) - 1);
  return right(ids, matrix);
}

Array last_refused(const Ids& ids, const Array& matrix) {
  refuse(ids, 0, vocab_size(matrix) - 2);
  return right(ids, matrix);
}

Array padding_zero(const Ids& ids, const Array& matrix) {
  Array y = right(ids, matrix);
  const std::size_t D = matrix.shape(1);
  for (std::size_t n = 0; n < ids.size(); ++n)
    if (ids.data()[n] == 0) std::fill_n(y.data() + n * D, D, 0);
  return y;
}

Array columns(const Ids& ids, const Array& matrix) {
  refuse(ids, 0, vocab_size(matrix) - 1);
  const std::size_t V = matrix.shape(0);
  Shape shape = ids.shape();
  shape.push_back(V);
  Array y = zeros(shape);
  for (std::size_t n = 0; n < ids.size(); ++n)
    for (std::size_t i = 0; i < V; ++i)
      y.data()[n * V + i] =
          matrix(i, static_cast<std::size_t>(ids.data()[n]) % matrix.shape(1));
  return y;
}

Array transposed(const Ids& ids, const Array& matrix) {
  const Array y = right(ids, matrix);
  const std::size_t N = ids.size();
  const std::size_t D = matrix.shape(1);
  Shape shape = {D};
  for (const std::size_t size : ids.shape()) shape.push_back(size);
  Array out = zeros(shape);
  for (std::size_t n = 0; n < N; ++n)
    for (std::size_t j = 0; j < D; ++j)
      out.data()[j * N + n] = y.data()[n * D + j];
  return out;
}

Array flattened(const Ids& ids, const Array& matrix) {
  Array y = right(ids, matrix);
  return y.reshape({ids.size(), matrix.shape(1)});
}

Array times_sqrt_d(const Ids& ids, const Array& matrix) {
  return right(ids, matrix) * std::sqrt(static_cast<real>(matrix.shape(1)));
}

Array ids_from_1(const Ids& ids, const Array& matrix) {
  refuse(ids, 1, vocab_size(matrix));
  return rows(ids, matrix, [&](std::size_t n) { return ids.data()[n] - 1; });
}

Array cut_to_32_bits(const Ids& ids, const Array& matrix) {
  Ids cut = ids;
  for (std::int64_t& id : cut) id = static_cast<std::int32_t>(id);
  return right(cut, matrix);
}

Array no_ids_refused(const Ids& ids, const Array& matrix) {
  if (ids.size() == 0) throw ValueError("no ids");
  return right(ids, matrix);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"ids-from-1",
       "you take ids from 1 to V; they run from 0 to V - 1, and id 0 is the "
       "first row",
       {ids_from_1}},
      {"ids-cut-to-32-bits",
       "you keep ids in an int, which has 32 bits: 4294967297 is 1 then, and "
       "passes for an id",
       {cut_to_32_bits}},
      {"no-ids-refused",
       "you refuse a batch without ids; it gives no rows, and that is no error",
       {no_ids_refused}},
      {"row-before",
       "you count ids from 1, and take the row before the right one: id 0 is "
       "the first row",
       {row_before}},
      {"row-after",
       "you take the row after the right one: id 0 is the first row",
       {row_after}},
      {"place-not-id",
       "you take row n for the n-th place; it is the id standing there that "
       "says which row",
       {place_not_id}},
      {"first-sequence",
       "all sequences of the batch get the rows of the first one: each has ids "
       "of its own",
       {first_sequence}},
      {"loops-swapped",
       "the rows are right but their order is not: in a batch the places of "
       "the first sequence come first, then those of the second",
       {loops_swapped}},
      {"negative-wraps",
       "an id below 0 counts from the end, as an index does in NumPy; it has "
       "no "
       "row and must be refused",
       {negative_wraps}},
      {"only-from-above",
       "you refuse ids that are too large, and not those below 0: there is no "
       "row before the first one either",
       {only_from_above}},
      {"unchecked",
       "ids are not checked: an id below 0 or from V on has no row and must be "
       "refused, or a mistake of the tokenizer passes unnoticed",
       {unchecked}},
      {"left-to-the-array",
       "you leave it to the array to notice an id without a row; it does so "
       "here, in the exercises, but not in a program built for speed",
       {left_to_the_array}},
      {"one-too-many",
       "id V is let through; counted from 0, the last of V rows is V - 1",
       {one_too_many}},
      {"clamped",
       "an id outside of the matrix gets the first row or the last; it has no "
       "row and must be refused",
       {clamped}},
      {"zeros-where-no-row",
       "an id without a row gets zeros; it must be refused, or a mistake of "
       "the "
       "tokenizer passes unnoticed",
       {zeros_where_no_row}},
      {"zero-refused", "id 0 is refused, but ids start at 0", {zero_refused}},
      {"last-refused",
       "the last id is refused: V - 1 has a row, V is the first that has none",
       {last_refused}},
      {"padding-zero",
       "you treat id 0 as padding; a lookup copies the row of every id, "
       "whatever the id stands for",
       {padding_zero}},
      {"columns", "you pick columns of the matrix; an id has a row", {columns}},
      {"transposed",
       "d_model is the first axis of your result; it is the last one, so that "
       "the numbers of a row stay together",
       {transposed}},
      {"flattened",
       "all rows stand in one long list; the axes of the ids must be there "
       "again in the result",
       {flattened}},
      {"times-sqrt-d",
       "you multiply by the square root of d_model, as the Transformer does "
       "after the lookup; the lookup itself changes no number",
       {times_sqrt_d}},
  };
  return all;
}
