#include "course/stage/math_script.h"

#include <algorithm>
#include <cctype>

#include "horloge/text/width.h"

namespace stage {
namespace {

// d_model, not d with five tiny letters.
bool has_word(const MathRow& row, const std::string& text) {
  if (row.size() == 1 && row[0].kind == MathKind::word) return text.size() > 1;
  constexpr int word = 3;
  int letters = 0;
  for (const unsigned char c : text) {
    letters = std::isalpha(c) != 0 ? letters + 1 : 0;
    if (letters == word) return true;
  }
  return false;
}

bool needs_no_brackets(const std::string& text) {
  return horloge::display_width(text) <= 1 ||
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0; });
}

bool is_bracketed(const MathRow& row) {
  if (row.size() < 3 || row.front().kind != MathKind::open) return false;
  int depth = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i].kind == MathKind::open) ++depth;
    if (row[i].kind == MathKind::close) --depth;
    if (depth == 0) return i + 1 == row.size();
  }
  return false;
}

void attach(MathPiece& piece, const std::string& script, bool apart) {
  if (piece.loose || piece.fraction) piece.box = fenced(piece.box, "(", ")");
  piece.loose = piece.fraction = false;
  append(piece.box, MathBox(script));
  piece.scripted = true;
  piece.apart = apart;
}

void attach_marked(MathPiece& piece, const std::string& text, char mark) {
  const std::string script = needs_no_brackets(text) ? text : "(" + text + ")";
  attach(piece, mark + script, true);
}

}  // namespace

IndexForm index_form(const MathRow& index) {
  const std::string text = join(index, true).line();
  if (is_bracketed(index) || has_word(index, text)) return IndexForm::own;
  return subscript(text) ? IndexForm::small : IndexForm::plain;
}

void attach_index(MathPiece& piece, const MathRow& index, bool plain) {
  const std::string text = join(index, true).line();
  if (text.empty()) return;
  if (is_bracketed(index))
    attach(piece, join(index, false).line(), true);
  else if (!plain && index_form(index) == IndexForm::small)
    attach(piece, *subscript(text), piece.kind == MathKind::word);
  else
    attach_marked(piece, text, '_');
}

void attach_exponent(MathPiece& piece, const MathRow& exponent) {
  const std::string text = join(exponent, true).line();
  if (text.empty()) return;
  const auto small = superscript(text);
  if (small && !has_word(exponent, text))
    attach(piece, *small, piece.apart);
  else
    attach_marked(piece, text, '^');
}

}  // namespace stage
