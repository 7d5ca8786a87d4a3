#pragma once

#include "horloge/core/array.h"

// From scratch on arrays: what several files of the lesson use.

// Rows of the codes, position after position.

/// The number of the word.   -> (T, 1)
horloge::Array index_code(std::size_t max_seq_len);

/// Its share of the way from the first word to the last.   -> (T, 1)
horloge::Array fraction_code(std::size_t seq_len);

/// Its binary digits; column b counts the 2^b, so the lowest comes first.
///   -> (T, bits)
horloge::Array binary_table(std::size_t max_seq_len, std::size_t bits);

/// Sine and cosine of each hand's angle, interleaved, at a position that need
/// not be whole.   -> (D)
horloge::Array position_row(double t, std::size_t d_model);

/// The rows of T positions from `first` on.   -> (T, D)
horloge::Array position_rows(std::size_t first, std::size_t seq_len,
                             std::size_t d_model);

/// Fills up with zeros to the width of an embedding.   (T, C) -> (T, D)
horloge::Array beside_zeros(const horloge::Array& columns, std::size_t d_model);

/// The matrix M(φ) with M(φ) row(t) = row(t + φ) for each t.   -> (D, D)
horloge::Array shift_matrix(double phi, std::size_t d_model);

/// Softmax of the scaled scores q k^T: row t says where word t looks.
///   q (T, D), k (T, D) -> (T, T)
horloge::Array attention_weights(const horloge::Array& q,
                                 const horloge::Array& k);

// Small helpers.

double length(const horloge::Array& row);
double largest_difference(const horloge::Array& a, const horloge::Array& b);
