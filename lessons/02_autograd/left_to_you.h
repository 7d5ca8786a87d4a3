#pragma once

#include <cstddef>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/core/shape.h"

// What this lesson calls, tells the idea of, and leaves to its exercises;
// `--mine` replaces them with the learner's own functions.

/// The nodes that `output` was made from, and itself as the last, in an order
/// in which every node comes after its inputs. `inputs[i]` are those of node i.
std::vector<std::size_t> topological_order(
    const std::vector<std::vector<std::size_t>>& inputs, std::size_t output);

/// The gradient of an operand of this shape that was broadcast to dy's.
horloge::Array sum_to_shape(const horloge::Array& dy,
                            const horloge::Shape& shape);

/// Of y = softmax(x / temperature) along an axis: y (…), dy the same -> dx
horloge::Array tempered_softmax_backward(const horloge::Array& y,
                                         const horloge::Array& dy,
                                         std::size_t axis,
                                         horloge::real temperature);
