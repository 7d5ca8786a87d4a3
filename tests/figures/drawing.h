#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "horloge/figures/terminal.h"
#include "horloge/text/width.h"

// A drawing taken apart again: its lines, and the cells of a line.

namespace horloge::test {

inline std::vector<std::string> lines_of(const std::string& drawing) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < drawing.size();) {
    const std::size_t end = drawing.find('\n', begin);
    EXPECT_NE(end, std::string::npos) << "the last line does not end";
    if (end == std::string::npos) break;
    lines.push_back(drawing.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

struct DrawnCell {
  std::string text;
  int colour = -1;
  int background = -1;
};

/// The cells of a line, one a column. Adds a failure if a colour outlives the line.
inline std::vector<DrawnCell> cells_of(const std::string& line) {
  std::vector<DrawnCell> cells;
  DrawnCell now;
  bool bold = false;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == '\x1b') {
      const std::size_t end = line.find('m', i);
      const std::string code = line.substr(i + 2, end - i - 2);
      if (code == "0")
        now = {}, bold = false;
      else if (code == "1")
        bold = true;
      else if (code.rfind("38;5;", 0) == 0)
        now.colour = std::stoi(code.substr(5));
      else if (code.rfind("48;5;", 0) == 0)
        now.background = std::stoi(code.substr(5));
      else
        ADD_FAILURE() << "an escape sequence of another kind: " << code;
      i = end + 1;
      continue;
    }
    std::size_t length = 1;
    while (i + length < line.size() && (line[i + length] & 0xC0) == 0x80) ++length;
    now.text = line.substr(i, length);
    const std::size_t width = display_width(now.text);
    for (std::size_t n = 0; n < width; ++n) cells.push_back(now);
    i += length;
  }
  EXPECT_TRUE(now.colour == -1 && now.background == -1 && !bold)
      << "colours go on behind the line: " << line;
  return cells;
}

inline Canvas plain_canvas(std::size_t width = 80, std::size_t height = 18) {
  Canvas canvas;
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

inline Canvas ascii_canvas(std::size_t width = 80, std::size_t height = 18) {
  Canvas canvas = plain_canvas(width, height);
  canvas.utf8 = false;
  return canvas;
}

inline Canvas colour_canvas(std::size_t width = 80, std::size_t height = 18) {
  Canvas canvas = plain_canvas(width, height);
  canvas.colour = true;
  return canvas;
}

/// Where a text stands in a drawing, row 0 on top.
struct Spot {
  std::size_t row = 0;
  std::size_t column = 0;
};
inline std::vector<Spot> spots(const std::string& drawing, const std::string& text) {
  std::vector<Spot> found;
  const std::vector<std::string> lines = lines_of(drawing);
  for (std::size_t row = 0; row < lines.size(); ++row)
    for (std::size_t at = lines[row].find(text); at != std::string::npos;
         at = lines[row].find(text, at + 1))
      found.push_back({row, display_width(lines[row].substr(0, at))});
  return found;
}

/// The dots of all braille characters, two columns and four rows a cell.
inline std::vector<Spot> braille_dots(const std::string& drawing) {
  std::vector<Spot> dots;
  const std::vector<std::string> lines = lines_of(drawing);
  for (std::size_t row = 0; row < lines.size(); ++row) {
    const std::vector<DrawnCell> cells = cells_of(lines[row]);
    for (std::size_t column = 0; column < cells.size(); ++column) {
      const std::string& text = cells[column].text;
      if (text.size() != 3 || text[0] != '\xE2' || (text[1] & 0xFC) != 0xA0) continue;
      const int bits = (text[1] & 3) << 6 | (text[2] & 0x3F);
      const int order[8][2] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}, {3, 0}, {3, 1}};
      for (int bit = 0; bit < 8; ++bit)
        if ((bits >> bit & 1) != 0)
          dots.push_back({row * 4 + static_cast<std::size_t>(order[bit][0]),
                          column * 2 + static_cast<std::size_t>(order[bit][1])});
    }
  }
  return dots;
}

}  // namespace horloge::test
