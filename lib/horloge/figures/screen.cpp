#include "horloge/figures/screen.h"

#include <fmt/format.h>

#include "horloge/text/width.h"

namespace horloge {
namespace {

bool same(const Ink& a, const Ink& b) {
  return a.colour == b.colour && a.background == b.background;
}

std::string escape_code(const Ink& ink) {
  std::string code;
  if (ink.colour != Ink::none) code += fmt::format("\x1b[38;5;{}m", ink.colour);
  if (ink.background != Ink::none) code += fmt::format("\x1b[48;5;{}m", ink.background);
  return code;
}

}  // namespace

Screen::Screen(std::size_t rows, std::size_t columns)
    : rows_(rows), columns_(columns), cells_(rows * columns) {}

// Overwriting half of a wide character blanks the other half.
void Screen::release(std::size_t row, std::size_t column) {
  const Cell old = at(row, column);
  if (!old.taken) return;
  if (old.text.empty()) at(row, column - 1).text = " ";
  if (column + 1 < columns_ && at(row, column + 1).taken && at(row, column + 1).text.empty())
    at(row, column + 1).text = " ";
}

void Screen::put(std::size_t row, std::size_t column, std::string_view text, Ink ink) {
  if (row >= rows_) return;
  for (const Glyph& glyph : glyphs(text)) {
    if (column + glyph.width > columns_) return;
    for (std::size_t i = 0; i < glyph.width; ++i) {
      release(row, column + i);
      at(row, column + i) = {i == 0 ? glyph.text : "", true, ink};
    }
    column += glyph.width;
  }
}

bool Screen::is_free(std::size_t row, std::size_t column) const {
  return row < rows_ && column < columns_ && !at(row, column).taken;
}

std::string Screen::text(bool colour) const {
  std::string out;
  for (std::size_t row = 0; row < rows_; ++row) {
    const auto is_blank = [&](const Cell& cell) {
      return !cell.taken || (cell.text == " " && (!colour || cell.ink.background == Ink::none));
    };
    std::size_t end = columns_;
    while (end > 0 && is_blank(at(row, end - 1))) --end;
    Ink now;
    for (std::size_t column = 0; column < end; ++column) {
      const Cell& cell = at(row, column);
      if (colour && !same(cell.ink, now)) {
        if (!same(now, Ink{})) out += "\x1b[0m";
        out += escape_code(cell.ink);
        now = cell.ink;
      }
      out += cell.taken ? cell.text : " ";
    }
    if (!same(now, Ink{})) out += "\x1b[0m";
    out += '\n';
  }
  return out;
}

}  // namespace horloge
