#pragma once

#include <cstddef>
#include <vector>

#include "horloge/view/figure.h"

namespace horloge {

/// The nodes in an order in which each stands after those that it was computed from. Throws
/// ShapeError for an edge without a node, and for a circle.
std::vector<std::size_t> topological_order(const Graph& graph);

/// A graph in layers, from those that were given to what was computed last. An edge runs from one
/// layer to the next: where it passes through a layer a joint, as wide as a line, stands for it.
struct LayeredGraph {
  static constexpr std::size_t joint = static_cast<std::size_t>(-1);

  struct Item {
    std::size_t node = joint;
    std::size_t width = 1;          ///< columns
    std::ptrdiff_t middle = 0;      ///< the column where it begins, and half its width
    std::vector<std::size_t> from;  ///< items of the layer above, one an edge
    std::vector<std::size_t> to;    ///< items of the layer below

    std::ptrdiff_t left() const { return middle - static_cast<std::ptrdiff_t>(width / 2); }
    std::ptrdiff_t right() const { return left() + static_cast<std::ptrdiff_t>(width) - 1; }
  };
  std::vector<Item> items;
  std::vector<std::vector<std::size_t>> layers;  ///< items, from left to right

  /// Columns from the leftmost item, at 0, to the rightmost.
  std::size_t width() const;
};

/// Layers with few crossings of edges, and room between neighbours. `widths` are the nodes' own.
LayeredGraph lay_out(const Graph& graph, const std::vector<std::size_t>& widths);

}  // namespace horloge
