#pragma once

#include <cstddef>

#include "horloge/core/array.h"

/// Adds row t of a table to the word at position t, the same in each sentence.
///   x (B, T, D), table (max_seq_len, D) -> (B, T, D)
/// IndexError if T > max_seq_len.
horloge::Array add_learned_positions(const horloge::Array& x,
                                     const horloge::Array& table);

/// The gradient of the table: row t gets the sum over the batch, and rows that
/// were not used get zeros.
///   dy (B, T, D) -> (max_seq_len, D)
horloge::Array learned_positions_backward(const horloge::Array& dy,
                                          std::size_t max_seq_len);
