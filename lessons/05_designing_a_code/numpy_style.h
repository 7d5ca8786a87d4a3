#pragma once

#include "horloge/core/array.h"

// The sinusoidal code and the matrix that moves it on, from scratch on arrays:
// what the other files of the lesson stand on.

/// Sine and cosine of each hand's angle, interleaved, at a position that need
/// not be whole.   -> (D)
horloge::Array position_row(double t, std::size_t d_model);

/// The rows of T positions from `first` on.   -> (T, D)
horloge::Array position_rows(std::size_t first, std::size_t seq_len,
                             std::size_t d_model);

/// The matrix M(φ) with M(φ) row(t) = row(t + φ) for each t.   -> (D, D)
horloge::Array shift_matrix(double phi, std::size_t d_model);

// Small helpers.

double length(const horloge::Array& row);
double largest_difference(const horloge::Array& a, const horloge::Array& b);
