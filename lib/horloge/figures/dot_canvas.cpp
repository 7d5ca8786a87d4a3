#include "horloge/figures/dot_canvas.h"

#include <cstdlib>
#include <string>

#include "horloge/figures/palette.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

// Bits to add to U+2800, for the left and the right dot of each row.
constexpr std::uint8_t dot_bits[DotCanvas::dots_down][DotCanvas::dots_across] = {
    {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

std::string braille_character(std::uint8_t dots) { return to_utf8(U'\u2800' + dots); }

}  // namespace

DotCanvas::DotCanvas(std::size_t rows, std::size_t columns, bool braille)
    : rows_(rows), columns_(columns), braille_(braille), cells_(rows * columns) {}

void DotCanvas::set(Dot dot, std::size_t series) {
  if (dot.x < 0 || dot.y < 0) return;
  const auto x = static_cast<std::size_t>(dot.x);
  const auto y = static_cast<std::size_t>(dot.y);
  if (x >= columns_ * dots_across || y >= rows_ * dots_down) return;
  Cell& cell = cells_[y / dots_down * columns_ + x / dots_across];
  cell.dots |= dot_bits[y % dots_down][x % dots_across];
  cell.series = series;
}

// Bresenham's algorithm, in dots, or without braille in cells.
void DotCanvas::line(Dot from, Dot to, std::size_t series) {
  const Dot unit = braille_ ? Dot{1, 1} : Dot{dots_across, dots_down};
  const auto in_units = [=](std::ptrdiff_t at, std::ptrdiff_t size) {
    return at >= 0 ? at / size : -1 - (-1 - at) / size;
  };
  from = {in_units(from.x, unit.x), in_units(from.y, unit.y)};
  to = {in_units(to.x, unit.x), in_units(to.y, unit.y)};
  const auto mark = [&] { set({from.x * unit.x, from.y * unit.y}, series); };
  const std::ptrdiff_t dx = std::abs(to.x - from.x);
  const std::ptrdiff_t dy = -std::abs(to.y - from.y);
  const std::ptrdiff_t step_x = from.x < to.x ? 1 : -1;
  const std::ptrdiff_t step_y = from.y < to.y ? 1 : -1;
  std::ptrdiff_t error = dx + dy;
  mark();
  while (from.x != to.x || from.y != to.y) {
    const std::ptrdiff_t twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      from.x += step_x;
    }
    if (twice <= dx) {
      error += dx;
      from.y += step_y;
    }
    mark();
  }
}

void DotCanvas::paint(Screen& screen, std::size_t row, std::size_t column, bool colour,
                      char mark) const {
  for (std::size_t r = 0; r < rows_; ++r)
    for (std::size_t c = 0; c < columns_; ++c) {
      const Cell& cell = cells_[r * columns_ + c];
      if (cell.dots == 0) continue;
      Ink ink;
      if (colour) ink.colour = series_colour(cell.series);
      const std::string sign(1, mark != 0 ? mark : series_mark(cell.series));
      screen.put(row + r, column + c, braille_ ? braille_character(cell.dots) : sign, ink);
    }
}

}  // namespace horloge
