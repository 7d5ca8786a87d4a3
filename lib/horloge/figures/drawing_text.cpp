#include "horloge/figures/drawing_text.h"

#include <algorithm>

#include "horloge/figures/screen.h"
#include "horloge/text/width.h"

namespace horloge {

std::string title_text(std::string_view title, const Canvas& canvas) {
  std::string out;
  for (const std::string& line : wrap_to_width(title, canvas.width))
    out += canvas.colour ? "\x1b[1m" + line + "\x1b[0m\n" : line + "\n";
  return out;
}

std::string plain_text(std::string_view text, const Canvas& canvas) {
  std::string out;
  for (const std::string& line : wrap_to_width(text, canvas.width)) out += line + "\n";
  return out;
}

std::string centred_text(std::string_view text, std::size_t left, std::size_t columns,
                         const Canvas& canvas) {
  const std::size_t width = display_width(text);
  if (width == 0 || width > canvas.width) return plain_text(text, canvas);
  const std::size_t middle = left + columns / 2;
  const std::size_t start = std::min(middle - std::min(middle, width / 2), canvas.width - width);
  return std::string(start, ' ') + cut_to_width(text, width) + "\n";
}

std::string legend_text(const std::vector<LegendEntry>& entries, const Canvas& canvas) {
  constexpr std::size_t gap = 3;
  Screen screen(entries.size(), canvas.width);
  std::size_t row = 0;
  std::size_t column = 0;
  for (const LegendEntry& entry : entries) {
    const std::size_t mark_width = display_width(entry.mark) + 1;
    const std::size_t width = mark_width + display_width(entry.name);
    if (column > 0 && column + width > canvas.width) {
      ++row;
      column = 0;
    }
    Ink ink;
    ink.colour = entry.colour;
    screen.put(row, column, entry.mark, ink);
    const std::size_t room = canvas.width - std::min(canvas.width, column + mark_width);
    screen.put(row, column + mark_width, cut_to_width(entry.name, room));
    column += width + gap;
  }
  std::string text = screen.text(canvas.colour);
  text.erase(text.find_last_not_of('\n') + 1);
  return text.empty() ? "" : text + "\n";
}

}  // namespace horloge
