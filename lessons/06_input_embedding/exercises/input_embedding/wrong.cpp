#include <cmath>
#include <functional>
#include <stdexcept>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// Which row of a table; none if there is none.
using Row =
    std::function<std::int64_t(const Ids& ids, std::size_t b, std::size_t t)>;
// A number of the sum, from a number of the matrix and one of the positions.
using Combine = std::function<real(real word, real place, double D)>;

std::int64_t id_of(const Ids& ids, std::size_t b, std::size_t t) {
  return ids(b, t);
}

std::int64_t place_of(const Ids&, std::size_t, std::size_t t) {
  return static_cast<std::int64_t>(t);
}

real sum(real word, real place, double D) {
  return std::sqrt(D) * word + place;
}

void refuse_ids(const Ids& ids, const Array& matrix) {
  for (const std::int64_t id : ids)
    if (id < 0 || id >= static_cast<std::int64_t>(matrix.shape(0)))
      throw IndexError("no such row");
}

void refuse_long(const Ids& ids, const Array& positions) {
  if (ids.shape(1) > positions.shape(0)) throw IndexError("too long");
}

std::size_t inside(std::int64_t row, const Array& table) {
  if (row < 0 || row >= static_cast<std::int64_t>(table.shape(0)))
    throw std::out_of_range("out of bounds");
  return static_cast<std::size_t>(row);
}

Array each(const Ids& ids, const Array& matrix, const Array& positions,
           const Row& word, const Row& place, const Combine& combine) {
  const std::size_t D = matrix.shape(1);
  Array x = zeros({ids.shape(0), ids.shape(1), D});
  for (std::size_t b = 0; b < ids.shape(0); ++b)
    for (std::size_t t = 0; t < ids.shape(1); ++t) {
      const std::size_t w = inside(word(ids, b, t), matrix);
      const std::size_t p = inside(place(ids, b, t), positions);
      for (std::size_t j = 0; j < D; ++j)
        x(b, t, j) = combine(matrix(w, j), positions(p, j), double(D));
    }
  return x;
}

Array checked(const Ids& ids, const Array& matrix, const Array& positions,
              const Row& word, const Row& place, const Combine& combine) {
  refuse_long(ids, positions);
  refuse_ids(ids, matrix);
  return each(ids, matrix, positions, word, place, combine);
}

// Two rows joined in another way.
template <real (*combine)(real word, real place, double D)>
Array joined(const Ids& ids, const Array& matrix, const Array& positions) {
  return checked(ids, matrix, positions, id_of, place_of, combine);
}

// The position found in another way.
template <std::int64_t (*place)(const Ids& ids, std::size_t b, std::size_t t)>
Array placed(const Ids& ids, const Array& matrix, const Array& positions) {
  return checked(ids, matrix, positions, id_of, place, sum);
}

real no_scale(real w, real p, double) { return w + p; }

real scaled_by_d(real w, real p, double D) { return D * w + p; }

real divided(real w, real p, double D) { return w / std::sqrt(D) + p; }

real both_scaled(real w, real p, double D) { return std::sqrt(D) * (w + p); }

real positions_scaled(real w, real p, double D) { return w + std::sqrt(D) * p; }

real whole_root(real w, real p, double D) {
  return std::floor(std::sqrt(D)) * w + p;
}

real root_of_half(real w, real p, double D) { return std::sqrt(D / 2) * w + p; }

real root_of_128(real w, real p, double) { return std::sqrt(128.0) * w + p; }

real no_positions(real w, real, double D) { return std::sqrt(D) * w; }

real no_words(real, real p, double) { return p; }

real multiplied(real w, real p, double D) { return std::sqrt(D) * w * p; }

real subtracted(real w, real p, double D) { return std::sqrt(D) * w - p; }

real averaged(real w, real p, double D) { return (std::sqrt(D) * w + p) / 2; }

// The root of a size other than D.
Array root_of(std::size_t size, const Ids& ids, const Array& matrix,
              const Array& positions) {
  const double scale = std::sqrt(static_cast<double>(size));
  return checked(ids, matrix, positions, id_of, place_of,
                 [scale](real w, real p, double) { return scale * w + p; });
}

Array root_of_v(const Ids& ids, const Array& matrix, const Array& positions) {
  return root_of(matrix.shape(0), ids, matrix, positions);
}

Array root_of_t(const Ids& ids, const Array& matrix, const Array& positions) {
  return root_of(ids.shape(1), ids, matrix, positions);
}

std::int64_t starts_at_1(const Ids&, std::size_t, std::size_t t) {
  return static_cast<std::int64_t>(t + 1);
}

Array from_1_if_there(const Ids& ids, const Array& matrix,
                      const Array& positions) {
  const auto last = static_cast<std::int64_t>(positions.shape(0)) - 1;
  return checked(
      ids, matrix, positions, id_of,
      [last](const Ids&, std::size_t, std::size_t t) {
        return std::min(static_cast<std::int64_t>(t + 1), last);
      },
      sum);
}

Array position_by_id_if_there(const Ids& ids, const Array& matrix,
                              const Array& positions) {
  const auto rows = static_cast<std::int64_t>(positions.shape(0));
  return checked(
      ids, matrix, positions, id_of,
      [rows](const Ids& all, std::size_t b, std::size_t t) {
        return all(b, t) % rows;
      },
      sum);
}

std::int64_t batch_as_position(const Ids&, std::size_t b, std::size_t) {
  return static_cast<std::int64_t>(b);
}

std::int64_t counts_on(const Ids& ids, std::size_t b, std::size_t t) {
  return static_cast<std::int64_t>(b * ids.shape(1) + t);
}

Array counts_on_if_there(const Ids& ids, const Array& matrix,
                         const Array& positions) {
  const std::size_t rows = positions.shape(0);
  return checked(
      ids, matrix, positions, id_of,
      [rows](const Ids& all, std::size_t b, std::size_t t) {
        return static_cast<std::int64_t>((b * all.shape(1) + t) % rows);
      },
      sum);
}

std::int64_t backwards(const Ids& ids, std::size_t, std::size_t t) {
  return static_cast<std::int64_t>(ids.shape(1) - 1 - t);
}

std::int64_t one_position(const Ids&, std::size_t, std::size_t) { return 0; }

Array side_by_side(const Ids& ids, const Array& matrix,
                   const Array& positions) {
  const Array words = joined<no_positions>(ids, matrix, positions);
  const Array places = joined<no_words>(ids, matrix, positions);
  return xt::concatenate(xt::xtuple(words, places), 2);
}

Array word_by_place(const Ids& ids, const Array& matrix,
                    const Array& positions) {
  return checked(ids, matrix, positions, place_of, place_of, sum);
}

Array first_sentence(const Ids& ids, const Array& matrix,
                     const Array& positions) {
  Array x = joined<no_positions>(ids, matrix, positions);
  if (ids.shape(0) > 0)
    xt::view(x, 0) += xt::view(positions, xt::range(0, ids.shape(1)));
  return x;
}

Array ids_from_1(const Ids& ids, const Array& matrix, const Array& positions) {
  return checked(
      ids, matrix, positions,
      [](const Ids& all, std::size_t b, std::size_t t) {
        return all(b, t) - 1;
      },
      place_of, sum);
}

Array ids_unchecked(const Ids& ids, const Array& matrix,
                    const Array& positions) {
  refuse_long(ids, positions);
  return each(ids, matrix, positions, id_of, place_of, sum);
}

Array first_words_checked(const Ids& ids, const Array& matrix,
                          const Array& positions) {
  refuse_long(ids, positions);
  const Ids first_words = xt::view(ids, xt::all(), xt::range(0, 1));
  refuse_ids(first_words, matrix);
  return each(ids, matrix, positions, id_of, place_of, sum);
}

Array negative_from_behind(const Ids& ids, const Array& matrix,
                           const Array& positions) {
  const auto V = static_cast<std::int64_t>(matrix.shape(0));
  refuse_long(ids, positions);
  for (const std::int64_t id : ids)
    if (id >= V) throw IndexError("no such row");
  return each(
      ids, matrix, positions,
      [V](const Ids& all, std::size_t b, std::size_t t) {
        return (all(b, t) + V) % V;
      },
      place_of, sum);
}

Array negative_read(const Ids& ids, const Array& matrix,
                    const Array& positions) {
  refuse_long(ids, positions);
  for (const std::int64_t id : ids)
    if (id >= static_cast<std::int64_t>(matrix.shape(0)))
      throw IndexError("no such row");
  return each(ids, matrix, positions, id_of, place_of, sum);
}

Array past_last_id(const Ids& ids, const Array& matrix,
                   const Array& positions) {
  refuse_long(ids, positions);
  for (const std::int64_t id : ids)
    if (id < 0 || id > static_cast<std::int64_t>(matrix.shape(0)))
      throw IndexError("no such row");
  return each(ids, matrix, positions, id_of, place_of, sum);
}

Array length_unchecked(const Ids& ids, const Array& matrix,
                       const Array& positions) {
  refuse_ids(ids, matrix);
  return each(ids, matrix, positions, id_of, place_of, sum);
}

Array unchecked(const Ids& ids, const Array& matrix, const Array& positions) {
  return each(ids, matrix, positions, id_of, place_of, sum);
}

Array last_id_repeated(const Ids& ids, const Array& matrix,
                       const Array& positions) {
  refuse_long(ids, positions);
  const std::size_t last = matrix.shape(0) - 1;
  return each(
      ids, matrix, positions,
      [last](const Ids& all, std::size_t b, std::size_t t) {
        return static_cast<std::int64_t>(
            std::min(static_cast<std::size_t>(all(b, t)), last));
      },
      place_of, sum);
}

Array one_word_too_many(const Ids& ids, const Array& matrix,
                        const Array& positions) {
  if (ids.shape(1) > positions.shape(0) + 1) throw IndexError("too long");
  refuse_ids(ids, matrix);
  const std::size_t last = positions.shape(0) - 1;
  return each(
      ids, matrix, positions, id_of,
      [last](const Ids&, std::size_t, std::size_t t) {
        return static_cast<std::int64_t>(std::min(t, last));
      },
      sum);
}

Array last_position_repeated(const Ids& ids, const Array& matrix,
                             const Array& positions) {
  refuse_ids(ids, matrix);
  const std::size_t last = positions.shape(0) - 1;
  return each(
      ids, matrix, positions, id_of,
      [last](const Ids&, std::size_t, std::size_t t) {
        return static_cast<std::int64_t>(std::min(t, last));
      },
      sum);
}

Array refuses_last_position(const Ids& ids, const Array& matrix,
                            const Array& positions) {
  if (ids.shape(1) >= positions.shape(0)) throw IndexError("too long");
  return joined<sum>(ids, matrix, positions);
}

Array another_error(const Ids& ids, const Array& matrix,
                    const Array& positions) {
  try {
    return joined<sum>(ids, matrix, positions);
  } catch (const IndexError& e) {
    throw ValueError(e.what());
  }
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-scale",
       "words are not scaled; sqrt(D) makes them as loud as the positions",
       {joined<no_scale>}},
      {"scaled-by-d",
       "you multiply the words by D; it is the square root of D",
       {joined<scaled_by_d>}},
      {"divided",
       "you divide the words by sqrt(D), as attention does with its scores; "
       "here they are multiplied by it",
       {joined<divided>}},
      {"both-scaled",
       "the positions are scaled, too; only the words are",
       {joined<both_scaled>}},
      {"positions-scaled",
       "you scale the positions and leave the words; it is the other way round",
       {joined<positions_scaled>}},
      {"whole-root",
       "your scale is a whole number: sqrt(D) was put into an integer, which "
       "drops what stands behind the point",
       {joined<whole_root>}},
      {"root-of-half",
       "your scale is sqrt(D / 2), the length of a row of positions; it is "
       "sqrt(D)",
       {joined<root_of_half>}},
      {"root-of-128",
       "your scale is sqrt(128), as if D were always 128; take D from the "
       "matrix",
       {joined<root_of_128>}},
      {"root-of-v",
       "your scale is the root of V, the rows of the matrix; D is the number "
       "of its columns",
       {root_of_v}},
      {"root-of-t",
       "your scale is the root of the sentence length; it is that of D",
       {root_of_t}},
      {"no-positions",
       "the positions are missing in the sum",
       {joined<no_positions>}},
      {"no-words", "the words are missing in the sum", {joined<no_words>}},
      {"multiplied",
       "you multiply words and positions; they are added",
       {joined<multiplied>}},
      {"subtracted",
       "you subtract the positions; they are added",
       {joined<subtracted>}},
      {"averaged",
       "you take the mean of word and position; it is their sum",
       {joined<averaged>}},
      {"side-by-side",
       "you put word and position side by side; here they are added, and D "
       "stays D",
       {side_by_side}},
      {"position-by-id",
       "a word gets the position row of its id; where it stands is t, whatever "
       "the word",
       {placed<id_of>}},
      {"word-by-place",
       "you take row t of the matrix for the word; its row is ids(b, t)",
       {word_by_place}},
      {"starts-at-1",
       "the first word gets row 1 of the positions; the first position is 0",
       {placed<starts_at_1>}},
      {"starts-at-1-if-there",
       "you count positions from 1 as far as there are rows; the first "
       "position is 0",
       {from_1_if_there}},
      {"position-by-id-if-there",
       "a word gets the position row of its id, wrapped round at the end; "
       "where "
       "it stands is t, whatever the word",
       {position_by_id_if_there}},
      {"batch-as-position",
       "you took the batch axis for the position: ids are (B, T), and "
       "positions run along T",
       {placed<batch_as_position>}},
      {"counts-on",
       "you count the positions on through the batch; each sentence begins at "
       "0 again",
       {placed<counts_on>}},
      {"counts-on-if-there",
       "you count the positions on through the batch, and wrap round at the "
       "end; each sentence begins at 0 again",
       {counts_on_if_there}},
      {"backwards",
       "the positions are added in reverse: the first word gets row 0",
       {placed<backwards>}},
      {"one-position",
       "every word gets position 0; each place has a row of its own",
       {placed<one_position>}},
      {"first-sentence",
       "only the first sentence of the batch gets its positions",
       {first_sentence}},
      {"ids-from-1",
       "you take row id - 1; ids count from 0, and so do rows",
       {ids_from_1}},
      {"ids-unchecked",
       "nothing looks whether an id has a row; one that has none should be "
       "refused with an IndexError",
       {ids_unchecked}},
      {"first-words-checked",
       "only the first word of each sentence is looked at; an id that has no "
       "row may stand at any place",
       {first_words_checked}},
      {"negative-from-behind",
       "a negative id counts from the end, as in Python; here it should be "
       "refused",
       {negative_from_behind}},
      {"negative-read",
       "only ids that are too large are refused; a negative one has no row, "
       "either",
       {negative_read}},
      {"past-last-id",
       "id V is let through; the last row of the matrix is V - 1",
       {past_last_id}},
      {"length-unchecked",
       "nothing compares T with the rows of positions; a sentence that is too "
       "long should be refused with an IndexError",
       {length_unchecked}},
      {"unchecked",
       "neither ids nor the length of a sentence are compared with the rows "
       "that there are; what has no row should be refused with an IndexError",
       {unchecked}},
      {"last-id-repeated",
       "an id past the end gets the last row of the matrix; it should be "
       "refused with an IndexError",
       {last_id_repeated}},
      {"one-word-too-many",
       "a sentence with one word more than there are positions is let through",
       {one_word_too_many}},
      {"last-position-repeated",
       "all words past the positions get the last one, as if they stood in one "
       "place; they should be refused",
       {last_position_repeated}},
      {"refuses-last-position",
       "you refuse a sentence that uses all positions; each of its words still "
       "has a row",
       {refuses_last_position}},
      {"another-error",
       "you throw another kind of error; a row that is not there is an "
       "IndexError",
       {another_error}},
  };
  return all;
}
