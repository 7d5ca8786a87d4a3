#pragma once

#include "common/largest_difference.h"
#include "horloge/core/array.h"

// The sinusoidal code and the matrix that moves it on, from scratch on arrays:
// what the other files of the lesson stand on.

/// Sine and cosine of each hand's angle, interleaved, at a position that need
/// not be whole.   -> (D)
horloge::Array position_row(double pos, std::size_t d_model);

/// The rows of T positions from `first` on.   -> (T, D)
horloge::Array position_rows(std::size_t first, std::size_t seq_len,
                             std::size_t d_model);

/// The matrix M(k) with M(k) row(pos) = row(pos + k) for each pos.   -> (D, D)
horloge::Array shift_matrix(double k, std::size_t d_model);

/// Each row moved on by k positions, wherever it is.   (T, D) -> (T, D)
horloge::Array shift_rows(const horloge::Array& rows, double k);

/// How far apart two rows are whose positions differ by `offset`.
double offset_distance(std::size_t offset, std::size_t d_model);

// Small helpers.

double length(const horloge::Array& row);
