#pragma once

#include <cstddef>

#include "horloge/view/graph_layers.h"

namespace horloge {

/// Pairs of edges that cross when every edge runs straight from layer to layer.
std::size_t crossings(const LayeredGraph& layered);

/// Reorders the layers so that few edges cross: each item moves to the mean place of its neighbours
/// in the next layer (Sugiyama, Tagawa and Toda, 1981), then neighbours swap places
/// (Gansner et al., 1993, section 3). Layers without crossings stay as they are.
void reduce_crossings(LayeredGraph& layered);

}  // namespace horloge
