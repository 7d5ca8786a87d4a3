#pragma once

#include <vector>

#include "course/stage/math_box.h"
#include "course/stage/math_symbols.h"

namespace stage {

/// One thing in a row of a formula, with its indices and exponents.
struct MathPiece {
  MathBox box;
  MathKind kind = MathKind::ordinary;
  bool bare = false;         ///< a letter or digit; a run of them is one thing
  bool scripted = false;     ///< has an index or exponent
  bool apart = false;        ///< a word, or ends like one: a letter keeps away
  bool after_space = false;  ///< a space stands before it in the source
  bool loose = false;        ///< an index or exponent puts it in brackets
  bool fraction = false;  ///< a / b, in brackets if a neighbour asks for them
};
using MathRow = std::vector<MathPiece>;

/// How much holds a row together.
enum class MathBond { one_thing, product, sum };
MathBond bond(const MathRow& row);

/// The row as text. `tight`: without spaces, for exponents.
MathBox join(MathRow row, bool tight);

}  // namespace stage
