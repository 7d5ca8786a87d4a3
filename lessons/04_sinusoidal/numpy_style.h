#pragma once

#include "horloge/core/array.h"

// What the lesson's files need of each other.

/// Row `pos` is the position code of position pos.   -> (max_seq_len, D)
horloge::Array sinusoidal_table(std::size_t max_seq_len, std::size_t d_model);

/// 1 / 10000^(2i/D) for each pair i, as an exponential.   -> (D/2)
horloge::Array inverse_divisors(std::size_t d_model);

/// Each row 0, 1, … seq_len - 1.   -> (batch_size, seq_len)
horloge::Ids position_ids(std::size_t batch_size, std::size_t seq_len);

/// Rows in the layout of halves, for positions in any order.
///   positions (N) -> (N, D)
horloge::Array halves_rows(const horloge::Ids& positions, std::size_t d_model,
                           double base);

/// For each word the number of words before it in its sentence; 0 for padding.
///   words (B, T) -> (B, T)
horloge::Ids positions_of_words(const horloge::Mask& words);

/// The row of each position.   table (N, D), positions (B, T) -> (B, T, D)
horloge::Array look_up(const horloge::Array& table,
                       const horloge::Ids& positions);
