#pragma once

#include <cstddef>
#include <string>

#include "common/largest_difference.h"
#include "horloge/core/array.h"
#include "horloge/figures/figure.h"

// Two axes from scratch on arrays: what the other files of the lesson stand on.

/// Sinusoids of the rows and of the columns of patches, side by side. With a
/// spacing of s a step to the next patch counts as s, not as 1.
///   positions (T) -> (T, D), D a multiple of 4
horloge::Array grid_code(const horloge::Ids& positions, std::size_t columns,
                         std::size_t d_model, double spacing = 1);

/// By which angle each pair of a head turns: half of them with the row.
///   positions (T) -> (T, K/2), K a multiple of 4
horloge::Array grid_angles(const horloge::Ids& positions, std::size_t columns,
                           std::size_t head_dim, double spacing = 1,
                           double base = 100);

/// Pair (2j, 2j + 1) of row t turned by angle (t, j).
///   x (T, K), angles (T, K/2) -> (T, K)
horloge::Array turned(const horloge::Array& x, const horloge::Array& angles);

// Small helpers.

/// What row `place` of a code has in common with all rows, as a picture.
///   code (T, D) -> (T / columns, columns)
horloge::HeatMap likeness(const std::string& title, const horloge::Array& code,
                          std::size_t place, std::size_t columns);
