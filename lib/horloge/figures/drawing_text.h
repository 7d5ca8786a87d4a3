#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "horloge/figures/terminal.h"

// Text above and below a drawing, wrapped to the canvas.

namespace horloge {

/// The title in bold if the canvas has colour; empty for an empty title.
std::string title_text(std::string_view title, const Canvas& canvas);

/// Plain text; empty for an empty one.
std::string plain_text(std::string_view text, const Canvas& canvas);

/// An axis label, centred below `columns` columns that begin at `left`.
std::string centred_text(std::string_view text, std::size_t left, std::size_t columns,
                         const Canvas& canvas);

/// A marker and its name.
struct LegendEntry {
  std::string mark;
  int colour = -1;  ///< of the terminal's 256, or none
  std::string name;
};

/// The entries, as many on a line as fit.
std::string legend_text(const std::vector<LegendEntry>& entries, const Canvas& canvas);

}  // namespace horloge
