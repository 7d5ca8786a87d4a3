#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "horloge/view/terminal.h"

// The words above and below a drawing, wrapped to the canvas.

namespace horloge {

/// The title's lines, bold where there is colour; nothing for an empty title.
std::string title_text(std::string_view title, const Canvas& canvas);

/// Lines of plain text; nothing for an empty one.
std::string plain_text(std::string_view text, const Canvas& canvas);

/// The label of an axis, in the middle below `columns` columns from `left` on.
std::string centred_text(std::string_view text, std::size_t left, std::size_t columns,
                         const Canvas& canvas);

/// One thing in a drawing and what it is called.
struct LegendEntry {
  std::string mark;
  int colour = -1;  ///< of the terminal's 256, or none
  std::string name;
};

/// As many entries on a line as fit.
std::string legend_text(const std::vector<LegendEntry>& entries, const Canvas& canvas);

}  // namespace horloge
