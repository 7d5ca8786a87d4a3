#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "horloge/figures/graph_layers.h"

namespace horloge {

/// An edge from one layer to the next: down in column `from` to a horizontal track, along it to
/// column `to`, and down again. A straight edge has from == to.
struct Route {
  std::size_t source = 0;  ///< items
  std::size_t target = 0;
  std::ptrdiff_t from = 0;  ///< columns
  std::ptrdiff_t to = 0;
  std::size_t track = 0;
};

/// The routes below each layer but the last. No two routes share a piece of line, so two lines that
/// meet always cross; a joint may move by a column for that. No value if there is no room.
std::optional<std::vector<std::vector<Route>>> route_edges(LayeredGraph& layered);

/// The number of tracks that a layer's routes need, at least one.
std::size_t track_count(const std::vector<Route>& routes);

}  // namespace horloge
