#pragma once

#include "horloge/core/array.h"

/// Ids from numbers that were stored as floats; ValueError for one that is not
/// whole.
horloge::Ids whole_numbers(const horloge::Array& numbers);

/// IndexError unless every id has a row, 0 to vocab_size - 1.
void check_ids(const horloge::Ids& ids, std::size_t vocab_size);

/// ShapeError unless y has a row of d_model numbers for each id.
///   ids (...), y (..., D)
void check_embedding_shape(const horloge::Ids& ids, const horloge::Array& y,
                           std::size_t d_model);
