#pragma once

#include <string>
#include <utility>
#include <vector>

#include "horloge/autograd/tensor.h"
#include "horloge/view/figure.h"

namespace horloge {

/// The graph behind a tensor as a figure, for `draw` and `to_dot`: the operations that made it and
/// the leaves that they started from, each with its shape. A leaf is called by its name in `names`,
/// else "leaf", or "constant" if it requires no gradient.
///
/// Call it before backward(), which frees the graph. ValueError for an undefined tensor.
Graph recorded_graph(const Tensor& y,
                     const std::vector<std::pair<std::string, Tensor>>& names = {});

}  // namespace horloge
