#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "horloge/view/graph_layers.h"

namespace horloge {

/// An edge from one layer to the next: down from column `from` to a track, along it to column `to`,
/// and down again. Without a bend from == to.
struct Route {
  std::size_t source = 0;  ///< items
  std::size_t target = 0;
  std::ptrdiff_t from = 0;  ///< columns
  std::ptrdiff_t to = 0;
  std::size_t track = 0;
};

/// The routes below each layer but the last. No two share a piece of line, so a place where lines
/// meet is a crossing; joints may be moved a little for that. Nothing if there is no room.
std::optional<std::vector<std::vector<Route>>> route_edges(LayeredGraph& layered);

/// Tracks that a layer's routes take, at least one.
std::size_t track_count(const std::vector<Route>& routes);

}  // namespace horloge
