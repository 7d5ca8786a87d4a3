#pragma once

#include <cstddef>

#include "horloge/core/array.h"

// What the lesson's files need of each other.

/// A table with a row for each id, and a batch of ids.
struct Example {
  horloge::Array matrix;  ///< (V, D) = (1000, 128)
  horloge::Ids ids;       ///< (B, T) = (4, 10)
};

/// The same numbers each time, NumPy's with the seed 42.
Example example();

/// Row `id` of the matrix for each id; IndexError for an id that has none.
///   ids (...), matrix (V, D) -> (..., D)
horloge::Array token_embedding_lookup(const horloge::Ids& ids,
                                      const horloge::Array& matrix);

/// The gradient of the matrix from that of the rows that were looked up.
///   ids (...), dy (..., D) -> (V, D)
horloge::Array token_embedding_backward(const horloge::Ids& ids,
                                        const horloge::Array& dy,
                                        std::size_t vocab_size);

/// Ids from numbers that were stored as floats; ValueError for one that is not
/// whole.
horloge::Ids whole_numbers(const horloge::Array& numbers);

/// IndexError unless every id has a row, 0 to vocab_size - 1.
void check_ids(const horloge::Ids& ids, std::size_t vocab_size);

/// ShapeError unless y has a row of d_model numbers for each id.
///   ids (...), y (..., D)
void check_embedding_shape(const horloge::Ids& ids, const horloge::Array& y,
                           std::size_t d_model);
