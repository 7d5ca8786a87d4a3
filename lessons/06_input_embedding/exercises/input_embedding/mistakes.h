#pragma once

// Ways in which words and positions are joined wrongly.

#include <cmath>
#include <functional>
#include <stdexcept>

#include "course/exercise/exercise.h"

namespace mistakes {

using horloge::Array;
using horloge::Ids;
using horloge::IndexError;
using horloge::real;
using horloge::ValueError;
using horloge::zeros;

// Which row of a table; none if there is none.
using Row =
    std::function<std::int64_t(const Ids& ids, std::size_t b, std::size_t t)>;
// A number of the sum, from a number of the matrix and one of the positions.
using Combine = std::function<real(real word, real place, double D)>;

inline std::int64_t id_of(const Ids& ids, std::size_t b, std::size_t t) {
  return ids(b, t);
}

inline std::int64_t place_of(const Ids&, std::size_t, std::size_t t) {
  return static_cast<std::int64_t>(t);
}

inline real sum(real word, real place, double D) {
  return std::sqrt(D) * word + place;
}

inline void refuse_ids(const Ids& ids, const Array& matrix) {
  for (const std::int64_t id : ids)
    if (id < 0 || id >= static_cast<std::int64_t>(matrix.shape(0)))
      throw IndexError("no such row");
}

inline void refuse_long(const Ids& ids, const Array& positions) {
  if (ids.shape(1) > positions.shape(0)) throw IndexError("too long");
}

inline std::size_t inside(std::int64_t row, const Array& table) {
  if (row < 0 || row >= static_cast<std::int64_t>(table.shape(0)))
    throw std::out_of_range("out of bounds");
  return static_cast<std::size_t>(row);
}

inline Array each(const Ids& ids, const Array& matrix, const Array& positions,
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

inline Array checked(const Ids& ids, const Array& matrix,
                     const Array& positions, const Row& word, const Row& place,
                     const Combine& combine) {
  refuse_long(ids, positions);
  refuse_ids(ids, matrix);
  return each(ids, matrix, positions, word, place, combine);
}

// Two rows joined in another way.
template <real (*combine)(real word, real place, double D)>
inline Array joined(const Ids& ids, const Array& matrix,
                    const Array& positions) {
  return checked(ids, matrix, positions, id_of, place_of, combine);
}

// The position found in another way.
template <std::int64_t (*place)(const Ids& ids, std::size_t b, std::size_t t)>
inline Array placed(const Ids& ids, const Array& matrix,
                    const Array& positions) {
  return checked(ids, matrix, positions, id_of, place, sum);
}

inline real no_scale(real w, real p, double) { return w + p; }

inline real scaled_by_d(real w, real p, double D) { return D * w + p; }

inline real divided(real w, real p, double D) { return w / std::sqrt(D) + p; }

inline real both_scaled(real w, real p, double D) {
  return std::sqrt(D) * (w + p);
}

inline real positions_scaled(real w, real p, double D) {
  return w + std::sqrt(D) * p;
}

inline real whole_root(real w, real p, double D) {
  return std::floor(std::sqrt(D)) * w + p;
}

inline real root_of_half(real w, real p, double D) {
  return std::sqrt(D / 2) * w + p;
}

inline real root_of_128(real w, real p, double) {
  return std::sqrt(128.0) * w + p;
}

inline real no_positions(real w, real, double D) { return std::sqrt(D) * w; }

inline real no_words(real, real p, double) { return p; }

inline real multiplied(real w, real p, double D) {
  return std::sqrt(D) * w * p;
}

inline real subtracted(real w, real p, double D) {
  return std::sqrt(D) * w - p;
}

inline real averaged(real w, real p, double D) {
  return (std::sqrt(D) * w + p) / 2;
}

// The root of a size other than D.
inline Array root_of(std::size_t size, const Ids& ids, const Array& matrix,
                     const Array& positions) {
  const double scale = std::sqrt(static_cast<double>(size));
  return checked(ids, matrix, positions, id_of, place_of,
                 [scale](real w, real p, double) { return scale * w + p; });
}

inline Array root_of_v(const Ids& ids, const Array& matrix,
                       const Array& positions) {
  return root_of(matrix.shape(0), ids, matrix, positions);
}

inline Array root_of_t(const Ids& ids, const Array& matrix,
                       const Array& positions) {
  return root_of(ids.shape(1), ids, matrix, positions);
}

inline std::int64_t starts_at_1(const Ids&, std::size_t, std::size_t t) {
  return static_cast<std::int64_t>(t + 1);
}

inline Array from_1_if_there(const Ids& ids, const Array& matrix,
                             const Array& positions) {
  const auto last = static_cast<std::int64_t>(positions.shape(0)) - 1;
  return checked(
      ids, matrix, positions, id_of,
      [last](const Ids&, std::size_t, std::size_t t) {
        return std::min(static_cast<std::int64_t>(t + 1), last);
      },
      sum);
}

inline Array position_by_id_if_there(const Ids& ids, const Array& matrix,
                                     const Array& positions) {
  const auto rows = static_cast<std::int64_t>(positions.shape(0));
  return checked(
      ids, matrix, positions, id_of,
      [rows](const Ids& all, std::size_t b, std::size_t t) {
        return all(b, t) % rows;
      },
      sum);
}

inline std::int64_t batch_as_position(const Ids&, std::size_t b, std::size_t) {
  return static_cast<std::int64_t>(b);
}

inline std::int64_t counts_on(const Ids& ids, std::size_t b, std::size_t t) {
  return static_cast<std::int64_t>(b * ids.shape(1) + t);
}

inline Array counts_on_if_there(const Ids& ids, const Array& matrix,
                                const Array& positions) {
  const std::size_t rows = positions.shape(0);
  return checked(
      ids, matrix, positions, id_of,
      [rows](const Ids& all, std::size_t b, std::size_t t) {
        return static_cast<std::int64_t>((b * all.shape(1) + t) % rows);
      },
      sum);
}

inline std::int64_t backwards(const Ids& ids, std::size_t, std::size_t t) {
  return static_cast<std::int64_t>(ids.shape(1) - 1 - t);
}

inline std::int64_t one_position(const Ids&, std::size_t, std::size_t) {
  return 0;
}

inline Array side_by_side(const Ids& ids, const Array& matrix,
                          const Array& positions) {
  const Array words = joined<no_positions>(ids, matrix, positions);
  const Array places = joined<no_words>(ids, matrix, positions);
  return xt::concatenate(xt::xtuple(words, places), 2);
}

inline Array word_by_place(const Ids& ids, const Array& matrix,
                           const Array& positions) {
  return checked(ids, matrix, positions, place_of, place_of, sum);
}

inline Array first_sentence(const Ids& ids, const Array& matrix,
                            const Array& positions) {
  Array x = joined<no_positions>(ids, matrix, positions);
  if (ids.shape(0) > 0)
    xt::view(x, 0) += xt::view(positions, xt::range(0, ids.shape(1)));
  return x;
}

inline Array ids_from_1(const Ids& ids, const Array& matrix,
                        const Array& positions) {
  return checked(
      ids, matrix, positions,
      [](const Ids& all, std::size_t b, std::size_t t) {
        return all(b, t) - 1;
      },
      place_of, sum);
}

inline Array ids_unchecked(const Ids& ids, const Array& matrix,
                           const Array& positions) {
  refuse_long(ids, positions);
  return each(ids, matrix, positions, id_of, place_of, sum);
}

inline Array first_words_checked(const Ids& ids, const Array& matrix,
                                 const Array& positions) {
  refuse_long(ids, positions);
  const Ids first_words = xt::view(ids, xt::all(), xt::range(0, 1));
  refuse_ids(first_words, matrix);
  return each(ids, matrix, positions, id_of, place_of, sum);
}

inline Array negative_from_behind(const Ids& ids, const Array& matrix,
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

inline Array negative_read(const Ids& ids, const Array& matrix,
                           const Array& positions) {
  refuse_long(ids, positions);
  for (const std::int64_t id : ids)
    if (id >= static_cast<std::int64_t>(matrix.shape(0)))
      throw IndexError("no such row");
  return each(ids, matrix, positions, id_of, place_of, sum);
}

inline Array past_last_id(const Ids& ids, const Array& matrix,
                          const Array& positions) {
  refuse_long(ids, positions);
  for (const std::int64_t id : ids)
    if (id < 0 || id > static_cast<std::int64_t>(matrix.shape(0)))
      throw IndexError("no such row");
  return each(ids, matrix, positions, id_of, place_of, sum);
}

inline Array length_unchecked(const Ids& ids, const Array& matrix,
                              const Array& positions) {
  refuse_ids(ids, matrix);
  return each(ids, matrix, positions, id_of, place_of, sum);
}

inline Array unchecked(const Ids& ids, const Array& matrix,
                       const Array& positions) {
  return each(ids, matrix, positions, id_of, place_of, sum);
}

inline Array last_id_repeated(const Ids& ids, const Array& matrix,
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

inline Array one_word_too_many(const Ids& ids, const Array& matrix,
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

inline Array last_position_repeated(const Ids& ids, const Array& matrix,
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

inline Array refuses_last_position(const Ids& ids, const Array& matrix,
                                   const Array& positions) {
  if (ids.shape(1) >= positions.shape(0)) throw IndexError("too long");
  return joined<sum>(ids, matrix, positions);
}

inline Array another_error(const Ids& ids, const Array& matrix,
                           const Array& positions) {
  try {
    return joined<sum>(ids, matrix, positions);
  } catch (const IndexError& e) {
    throw ValueError(e.what());
  }
}

}  // namespace mistakes
