#pragma once

// What the schemes that are added to x have in common.

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// Checks x (B, T, D) against `d_model` and its positions, (T) or (B, T), against the table's
/// length: ShapeError, or IndexError past either end.
void check_added_positions(const char* who, const Shape& x, const Ids& positions,
                           std::size_t d_model, std::size_t max_seq_len);

/// Only the shapes, for a scheme without a table.
void check_added_positions(const char* who, const Shape& x, const Ids& positions);

}  // namespace horloge
