#pragma once

#include "horloge/core/array.h"

/// The number of the word.   -> (T, 1)
horloge::Array index_code(std::size_t max_seq_len);

/// Its share of the way from the first word to the last.   -> (T, 1)
horloge::Array fraction_code(std::size_t seq_len);

/// Fills up with zeros to the width of an embedding.   (T, C) -> (T, D)
horloge::Array beside_zeros(const horloge::Array& columns, std::size_t d_model);

/// Softmax of the scaled scores q k^T: row t says where word t looks.
///   q (T, D), k (T, D) -> (T, T)
horloge::Array attention_weights(const horloge::Array& q,
                                 const horloge::Array& k);
