#pragma once

#include "course/stage/math_row.h"

namespace stage {

/// Puts an index or an exponent at the end of a piece: in small characters if
/// there is one for each of its own, and `plain` does not ask otherwise, else
/// behind _ or ^. An index in brackets needs neither: PE(pos, 2i).
void attach_index(MathPiece& piece, const MathRow& index, bool plain);
void attach_exponent(MathPiece& piece, const MathRow& exponent);

/// How an index can be written. One in brackets, or a word as in d_model, is
/// always written in its own way.
enum class IndexForm { small, plain, own };
IndexForm index_form(const MathRow& index);

}  // namespace stage
