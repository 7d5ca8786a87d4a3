#include "course/stage/narrow.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "course/content/lines.h"
#include "horloge/text/width.h"

namespace stage {
namespace {

// In a window that is narrower than this there is nothing to be won.
constexpr std::size_t narrowest = 20;

// A line, one cell a column: a wide character has an empty cell behind it.
using Cells = std::vector<std::string>;
using Lines = std::vector<Cells>;

Cells cells_of(const std::string& line) {
  Cells cells;
  for (const horloge::Glyph& glyph : horloge::glyphs(line)) {
    cells.push_back(glyph.text);
    for (std::size_t i = 1; i < glyph.width; ++i) cells.emplace_back();
  }
  while (!cells.empty() && cells.back() == " ") cells.pop_back();
  return cells;
}

bool is_blank(const Cells& line, std::size_t column) {
  return column >= line.size() || line[column] == " ";
}

std::size_t next_word(const Cells& line, std::size_t from) {
  while (from < line.size() && line[from] == " ") ++from;
  return from;
}

Cells slice(const Cells& line, std::size_t begin, std::size_t end) {
  begin = std::min(begin, line.size());
  end = std::min(end, line.size());
  return {line.begin() + static_cast<std::ptrdiff_t>(begin),
          line.begin() + static_cast<std::ptrdiff_t>(std::max(begin, end))};
}

std::string text_of(const Cells& line) {
  std::string text;
  for (const std::string& cell : line) text += cell;
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

// Columns [begin, end) in which no line of a table has anything.
struct Gutter {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool starts_number(const Cells& line, std::size_t column) {
  const std::string cell = column < line.size() ? line[column] : "0";
  const std::string_view may_start = "0123456789+-.=…";
  return may_start.find(cell) != std::string_view::npos ||
         text_of(slice(line, column, column + 3)) == "nan\n" ||
         text_of(slice(line, column, column + 3)) == "inf\n";
}

// One space may stand anywhere in a text. It separates where, but for the heads
// of the columns, something ends before it and a number begins behind it.
bool separates(const Lines& lines, const Gutter& gutter) {
  if (gutter.end - gutter.begin > 1) return true;
  return std::all_of(lines.begin() + 1, lines.end(), [&](const Cells& line) {
    return line.size() <= gutter.begin ||
           (!is_blank(line, gutter.begin - 1) &&
            starts_number(line, next_word(line, gutter.end)));
  });
}

std::vector<Gutter> gutters(const Lines& lines) {
  std::size_t width = 0;
  for (const Cells& line : lines) width = std::max(width, line.size());
  std::vector<Gutter> found;
  bool inside = true;  // to the left of all
  for (std::size_t c = 0; c < width; ++c) {
    const bool blank =
        std::all_of(lines.begin(), lines.end(),
                    [c](const Cells& line) { return is_blank(line, c); });
    if (blank && !inside) found.push_back({c, c});
    if (blank && !found.empty()) found.back().end = c + 1;
    inside = blank;
  }
  found.erase(
      std::remove_if(found.begin(), found.end(),
                     [&](const Gutter& g) { return !separates(lines, g); }),
      found.end());
  return found;
}

// The last gutter within the window, unless it leaves half of it empty.
std::optional<Gutter> place_to_cut(const Lines& lines, std::size_t columns) {
  std::optional<Gutter> last;
  for (const Gutter& gutter : gutters(lines))
    if (gutter.begin <= columns && gutter.begin > columns / 2) last = gutter;
  return last;
}

bool too_wide(const Lines& lines, std::size_t columns) {
  return std::any_of(lines.begin(), lines.end(),
                     [=](const Cells& line) { return line.size() > columns; });
}

Lines range(const Lines& lines, std::size_t begin, std::size_t end) {
  return {lines.begin() + static_cast<std::ptrdiff_t>(begin),
          lines.begin() + static_cast<std::ptrdiff_t>(end)};
}

// Columns that the first cells take, if they say what the others are.
std::size_t label_of(const Lines& table, std::size_t columns) {
  std::size_t label = 0;
  for (const Gutter& gutter : gutters(table)) {
    if (gutter.begin > columns / 2) break;
    label = gutter.begin;
    if (gutter.end - gutter.begin > 1) break;
  }
  return label;
}

// Of a table that is too wide, what fits; the rest below it, and so on. Nothing
// if it has too few columns for that.
std::optional<std::string> fit_table(Lines table, std::size_t columns) {
  std::string text;
  const std::size_t label = label_of(table, columns);
  while (too_wide(table, columns)) {
    const auto cut = place_to_cut(table, columns);
    if (!cut) return {};
    Lines rest;
    for (const Cells& line : table) {
      text += text_of(slice(line, 0, cut->begin));
      const Cells more = slice(line, cut->end, line.size());
      if (more.empty()) continue;
      rest.push_back(slice(line, 0, label));
      rest.back().resize(label + 2, " ");
      rest.back().insert(rest.back().end(), more.begin(), more.end());
    }
    text += "\n";
    table = rest;
  }
  for (const Cells& line : table) text += text_of(line);
  return text;
}

// Two spaces within a line: it has columns, which a sentence has not.
bool has_columns(const Cells& line) {
  for (std::size_t c = next_word(line, 0); c + 1 < line.size(); ++c)
    if (line[c] == " " && line[c + 1] == " ") return true;
  return false;
}

// Where the table ends that begins with a line; there, if it is none.
std::size_t table_end(const Lines& lines, std::size_t begin,
                      std::size_t columns) {
  std::size_t best = begin;
  for (std::size_t end = begin + 1; end <= lines.size(); ++end) {
    const Lines table = range(lines, begin, end);
    if (!has_columns(lines[end - 1]) || !place_to_cut(table, columns)) break;
    const auto wide =
        std::count_if(table.begin(), table.end(),
                      [=](const Cells& line) { return line.size() > columns; });
    if (wide > 1 && fit_table(table, columns)) best = end;
  }
  return best;
}

// Where a line that is too wide had best be broken: at a gap, or else at a
// space, or else anywhere.
std::size_t place_to_break(const Cells& line, std::size_t from,
                           std::size_t columns, bool gaps_first) {
  for (const std::size_t gap : {gaps_first ? 2U : 1U, 1U})
    for (std::size_t c = columns; c > from + (columns - from) / 3; --c)
      if (line[c] == " " && (gap == 1 || is_blank(line, c + 1))) return c;
  return columns;
}

std::string fit_line(Cells line, std::size_t columns) {
  const std::size_t indent = next_word(line, 0);
  std::size_t left = std::min(indent + 2, columns / 2);
  for (std::size_t c = indent; c + 2 < std::min(line.size(), columns / 3); ++c)
    if (line[c] == " " && line[c + 1] == " ") {
      left = next_word(line, c);  // below the second cell
      break;
    }
  if (left > columns / 2) left = indent;
  std::string text;
  while (line.size() > columns) {
    const std::size_t end = place_to_break(line, left, columns, true);
    text += text_of(slice(line, 0, end));
    const Cells more = slice(line, next_word(line, end), line.size());
    line.assign(left, " ");
    line.insert(line.end(), more.begin(), more.end());
  }
  return text + text_of(line);
}

std::string fit_code_line(Cells line, std::size_t columns) {
  const std::size_t indent = next_word(line, 0);
  const std::size_t left = std::min(indent + 4, columns / 2);
  std::string text;
  while (line.size() > columns) {
    const std::size_t end = place_to_break(line, left, columns, false);
    const std::string first = text_of(slice(line, 0, end));
    text += first;
    const bool comment = first.find("// ") != std::string::npos;
    const Cells more = slice(line, next_word(line, end), line.size());
    const bool whole_line = next_word(line, 0) < line.size() &&
                            line[next_word(line, 0)] == "/" && comment;
    line.assign(whole_line ? indent : left, " ");
    if (comment) line.insert(line.end(), {"/", "/", " "});
    line.insert(line.end(), more.begin(), more.end());
  }
  return text + text_of(line);
}

}  // namespace

std::string fit_printed(const std::string& text, std::size_t columns) {
  Lines lines;
  for (const std::string& line : content::lines_of(text))
    lines.push_back(cells_of(line));
  if (columns < narrowest || !too_wide(lines, columns)) return text;
  std::string fitted;
  for (std::size_t i = 0; i < lines.size();) {
    const std::size_t end = table_end(lines, i, columns);
    const bool fits = lines[i].size() <= columns;
    if (end > i && !(fits && table_end(lines, i + 1, columns) > end)) {
      fitted += *fit_table(range(lines, i, end), columns);
      i = end;
    } else {
      fitted += fits ? text_of(lines[i]) : fit_line(lines[i], columns);
      ++i;
    }
  }
  return fitted;
}

std::string fit_code(const std::string& code, std::size_t columns) {
  std::string fitted;
  for (const std::string& line : content::lines_of(code)) {
    const Cells cells = cells_of(line);
    fitted += columns < narrowest || cells.size() <= columns
                  ? line + "\n"
                  : fit_code_line(cells, columns);
  }
  return fitted;
}

}  // namespace stage
