#pragma once

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
