#include "course/stage/math_row.h"

#include <algorithm>

namespace stage {
namespace {

using K = MathKind;

bool is_operand(const MathPiece& piece) {
  return piece.kind == K::ordinary || piece.kind == K::word ||
         piece.kind == K::close || piece.kind == K::big;
}

// The piece next to one, over spaces.
const MathPiece* neighbour(const MathRow& row, std::size_t at, int step) {
  for (std::size_t i = at + static_cast<std::size_t>(step); i < row.size();
       i += static_cast<std::size_t>(step))
    if (row[i].kind != K::space) return &row[i];
  return nullptr;
}

// A bar opens where something may begin and closes where something may end; a
// minus that has nothing to its left is a sign.
void decide_kinds(MathRow& row) {
  bool bar_is_open = false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    MathPiece& piece = row[i];
    const MathPiece* const before = neighbour(row, i, -1);
    const bool after_operand =
        before != nullptr && before->kind != K::big &&
        (is_operand(*before) || before->kind == K::slash);
    if (piece.kind == K::bar) {
      const bool closes = bar_is_open && after_operand;
      piece.kind = closes ? K::close : K::open;
      bar_is_open = !closes;
    } else if (piece.kind == K::binary && !after_operand) {
      piece.kind = K::sign;
    }
  }
}

// a / b beside another factor: 2 (a / b).
void bracket_fractions(MathRow& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!row[i].fraction) continue;
    const MathPiece* const before = neighbour(row, i, -1);
    const MathPiece* const after = neighbour(row, i, 1);
    const bool follows_factor =
        before != nullptr && before->kind != K::big &&
        (is_operand(*before) || before->kind == K::slash);
    const bool leads_factor =
        after != nullptr &&
        (after->kind == K::ordinary || after->kind == K::open ||
         after->kind == K::word || after->kind == K::slash);
    if (follows_factor || leads_factor)
      row[i].box = fenced(row[i].box, "(", ")");
  }
}

bool starts_bracket(const MathPiece& piece) {
  const std::string& row = piece.box.rows[piece.box.base];
  if (piece.kind == K::open) return true;
  for (const std::string_view bracket :
       {"(", "[", "{", "⎛", "⎜", "⎝", "⎡", "⎢"})
    if (row.compare(0, bracket.size(), bracket) == 0) return true;
  return false;
}

bool is_spaced(const MathPiece& piece) {
  return piece.kind == K::relation || piece.kind == K::binary;
}

bool letters_touch(const MathPiece& before, const MathPiece& after) {
  const bool bar = after.kind == K::open && !starts_bracket(after);
  if (starts_bracket(after)) return false;
  const bool operand_after =
      (is_operand(after) && after.kind != K::close) || bar;
  return (before.apart && operand_after) ||
         (after.kind == K::word && is_operand(before));
}

bool need_space(const MathPiece& before, const MathPiece& after, bool tight) {
  if (before.kind == K::open || before.kind == K::sign ||
      after.kind == K::close || after.kind == K::punctuation ||
      before.kind == K::slash || after.kind == K::slash)
    return false;
  if (letters_touch(before, after) || !after.box.is_line()) return true;
  if (tight) return false;
  if (is_spaced(before) || is_spaced(after) || before.kind == K::punctuation ||
      before.kind == K::big)
    return true;
  if (after.kind == K::big || after.kind == K::sign) return true;
  if (before.scripted && after.after_space) return true;
  return before.kind == K::close && after.kind == K::ordinary;
}

bool is_digit(const MathPiece& piece) {
  const std::string& row = piece.box.rows[piece.box.base];
  return piece.bare && row[0] >= '0' && row[0] <= '9';
}

// 10000, pos, ∂x: several pieces, one number or name.
bool is_one_run(const MathPiece& before, const MathPiece& after) {
  if (before.box.line() == "∂") return true;
  if (!before.bare || before.scripted || !after.bare) return false;
  return is_digit(before) ? is_digit(after)
                          : !is_digit(after) && !after.scripted;
}

// f(x)
bool is_call(const MathPiece& before, const MathPiece& after) {
  return starts_bracket(after) && !is_digit(before) &&
         (before.kind == K::ordinary || before.kind == K::word);
}

}  // namespace

MathBond bond(const MathRow& row) {
  std::size_t things = 0;
  int depth = 0;
  const MathPiece* before = nullptr;
  bool sum = false;
  for (const MathPiece& piece : row) {
    if (piece.kind == K::space) continue;
    if (before != nullptr && before->kind == K::big) ++things;
    if (depth == 0) {
      const bool more = before != nullptr &&
                        (is_one_run(*before, piece) || is_call(*before, piece));
      const bool starts = piece.kind == K::ordinary || piece.kind == K::big ||
                          piece.kind == K::open;
      if (starts && !more) ++things;
      sum = sum || is_spaced(piece) || piece.kind == K::slash ||
            piece.kind == K::punctuation || piece.kind == K::sign ||
            piece.fraction;
    }
    if (piece.kind == K::open) ++depth;
    if (piece.kind == K::close) depth = std::max(0, depth - 1);
    before = &piece;
  }
  if (sum) return MathBond::sum;
  return things > 1 ? MathBond::product : MathBond::one_thing;
}

MathBox join(MathRow row, bool tight) {
  decide_kinds(row);
  bracket_fractions(row);
  MathBox box;
  const MathPiece* before = nullptr;
  std::size_t spaces = 0;
  for (const MathPiece& piece : row) {
    if (piece.kind == K::space) {
      spaces += piece.box.rows[0].size();
      continue;
    }
    if (before != nullptr) {
      if (need_space(*before, piece, tight))
        spaces = std::max<std::size_t>(1, spaces);
      if (piece.kind == K::close && spaces == 1) spaces = 0;
      append(box, MathBox(std::string(spaces, ' ')));
    }
    append(box, piece.box);
    before = &piece;
    spaces = 0;
  }
  return box;
}

}  // namespace stage
