#include "horloge/figures/heat_map_labels.h"

#include <algorithm>
#include <cmath>

#include "horloge/figures/axis.h"
#include "horloge/text/width.h"

namespace horloge {

std::vector<std::size_t> round_indices(std::size_t count, std::size_t most) {
  if (count <= 1) return std::vector<std::size_t>(count, 0);
  std::vector<std::size_t> indices;
  for (const Tick& tick : ticks({0, static_cast<double>(count - 1)}, most))
    if (tick.value == std::floor(tick.value))
      indices.push_back(static_cast<std::size_t>(tick.value));
  return indices;
}

std::size_t index_width(std::size_t count) {
  return std::to_string(std::max<std::size_t>(count, 1) - 1).size();
}

ColumnHeads column_heads(const std::vector<std::string>& names, std::size_t room) {
  constexpr std::size_t narrowest = 3;
  std::size_t widest = 0;
  for (const std::string& name : names) widest = std::max(widest, display_width(name));
  ColumnHeads heads;
  heads.cell_width = std::max(widest + 1, narrowest);
  if (names.size() * heads.cell_width <= room) {
    heads.texts = names;
    return heads;
  }
  heads.numbered = true;
  heads.cell_width = index_width(names.size()) + 1;
  if (names.size() * heads.cell_width > room) return {{}, 0, false};
  while (names.size() * (heads.cell_width + 1) <= room && heads.cell_width < narrowest + 1)
    ++heads.cell_width;
  for (std::size_t i = 0; i < names.size(); ++i) heads.texts.push_back(std::to_string(i));
  return heads;
}

}  // namespace horloge
