#pragma once

#include <cstddef>
#include <vector>

/// The nodes that `output` was made from, and itself as the last, in an order
/// in which every node comes after its inputs. `inputs[i]` are those of node i.
std::vector<std::size_t> topological_order(
    const std::vector<std::vector<std::size_t>>& inputs, std::size_t output);
