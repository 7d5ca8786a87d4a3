#pragma once

#include "stage/math_row.h"

namespace stage {

/// Puts an index or an exponent at the end of a piece: in small characters if
/// there is one for each of its own, else behind _ or ^. An index in brackets
/// needs neither: PE(pos, 2i).
void attach_index(MathPiece& piece, const MathRow& index);
void attach_exponent(MathPiece& piece, const MathRow& exponent);

}  // namespace stage
