#pragma once

#include <cstddef>
#include <vector>

#include "horloge/figures/figure.h"

namespace horloge {

/// A graph in layers, from its inputs down to its results. Every edge runs from one layer to the
/// next: a longer one passes through a joint, one column wide, in each layer between.
struct LayeredGraph {
  static constexpr std::size_t joint = static_cast<std::size_t>(-1);

  struct Item {
    std::size_t node = joint;
    std::size_t width = 1;          ///< columns
    std::ptrdiff_t middle = 0;      ///< the first column plus half the width
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

/// Puts each node in the layer just above the first of its users, in the order in which the graph
/// has them, and lets each item move to the middle of its neighbours as far as there is room.
/// `widths` are those of the nodes, in columns. After Sugiyama, Tagawa and Toda, "Methods for
/// visual understanding of hierarchical system structures", IEEE Trans. SMC 11, 1981, and Gansner,
/// Koutsofios, North and Vo, "A technique for drawing directed graphs", IEEE Trans. SE 19, 1993.
/// ShapeError as from `topological_order`.
LayeredGraph lay_out(const Graph& graph, const std::vector<std::size_t>& widths);

}  // namespace horloge
