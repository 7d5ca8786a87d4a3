// Attention as a table of colours, and positions as the hands of clocks.

#include "pictures.h"

#include <algorithm>
#include <cmath>

#include "course/content/lines.h"
#include "horloge/figures/colour_scale.h"
#include "horloge/figures/dot_canvas.h"
#include "horloge/figures/screen.h"
#include "horloge/text/width.h"

using horloge::Array;
using horloge::cut_to_width;
using horloge::Dot;
using horloge::DotCanvas;
using horloge::Ink;
using horloge::Screen;

namespace {

std::size_t widest(const std::vector<std::string>& words) {
  std::size_t width = 0;
  for (const std::string& word : words)
    width = std::max(width, stage::display_width(word));
  return width;
}

void put_centred(Screen& screen, std::size_t row, std::size_t left,
                 std::size_t width, const std::string& text) {
  const std::string shown = cut_to_width(text, width);
  screen.put(row, left + (width - stage::display_width(shown) + 1) / 2, shown);
}

// A circle and its hands, in a square of `size` dots.
void draw_dial(DotCanvas& canvas, const Array& code, std::size_t t,
               std::size_t left, std::size_t size) {
  const double radius = double(size - 1) / 2;
  const auto at = [&](double sine, double cosine, double length) {
    return Dot{std::lround(double(left) + radius + length * radius * sine),
               std::lround(radius - length * radius * cosine)};
  };
  constexpr int marks = 60;
  for (int i = 0; i < marks; ++i) {
    const double angle = 2 * std::acos(-1.0) * i / marks;
    canvas.set(at(std::sin(angle), std::cos(angle), 1), 0);
  }
  const std::size_t hands = code.shape(1) / 2;
  for (std::size_t i = 0; i < hands; ++i) {
    const double length = 0.9 - 0.6 * double(i) / double(hands);
    canvas.line(at(0, 0, 0), at(code(t, 2 * i), code(t, 2 * i + 1), length),
                i + 1);
  }
}

}  // namespace

std::string attention_map(const std::string& title, const Array& weights,
                          const std::vector<std::string>& words,
                          const stage::Terminal& terminal) {
  const std::size_t T = words.size(), cell = widest(words);
  horloge::Canvas canvas;
  canvas.colour = terminal.colour;
  canvas.utf8 = terminal.utf8;
  canvas.width = (T + 1) * cell + 1;
  const horloge::ColourScale scale(weights, 0, 1, canvas);
  const std::size_t left = cell + 1;
  Screen screen(T + 2, left + T * cell);
  screen.put(0, left, title);
  for (std::size_t i = 0; i < T; ++i) {
    put_centred(screen, 1, left + i * cell, cell, words[i]);
    screen.put(i + 2, 0, words[i]);
    for (std::size_t j = 0; j < T; ++j)
      for (std::size_t column = 0; column < cell; ++column)
        if (terminal.colour)
          screen.put(i + 2, left + j * cell + column, " ",
                     {Ink::none, scale.colour(weights(i, j))});
        else
          screen.put(i + 2, left + j * cell + column,
                     scale.character(weights(i, j)));
  }
  return screen.text(terminal.colour) + scale.text(canvas);
}

std::string side_by_side(const std::string& left, const std::string& right,
                         const stage::Terminal& terminal) {
  constexpr std::size_t between = 4;
  const std::vector<std::string> one = content::lines_of(left);
  const std::vector<std::string> other = content::lines_of(right);
  const std::size_t width = widest(one) + between;
  if (width + widest(other) > terminal.columns) return left + "\n" + right;
  std::string text;
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    const std::string begin = i < one.size() ? one[i] : "";
    const std::string end = i < other.size() ? other[i] : "";
    const std::size_t blanks = width - stage::display_width(begin);
    text += end.empty() ? begin : begin + std::string(blanks, ' ') + end;
    text += "\n";
  }
  return text;
}

std::string clocks(const Array& code,
                   const std::vector<std::vector<std::string>>& captions,
                   const stage::Terminal& terminal) {
  constexpr std::size_t rows = 6, columns = 12, between = 3;
  constexpr std::size_t dots = rows * DotCanvas::dots_down;
  const std::size_t T = code.shape(0);
  const std::size_t width = T * (columns + between);
  Screen screen(rows + captions.size(), width);
  DotCanvas canvas(rows, width, terminal.utf8);
  for (std::size_t t = 0; t < T; ++t) {
    const std::size_t left = t * (columns + between);
    draw_dial(canvas, code, t, left * DotCanvas::dots_across, dots);
    for (std::size_t line = 0; line < captions.size(); ++line)
      put_centred(screen, rows + line, left, columns, captions[line][t]);
  }
  canvas.paint(screen, 0, 0, terminal.colour);
  return screen.text(terminal.colour);
}
