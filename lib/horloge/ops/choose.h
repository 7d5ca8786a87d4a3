#pragma once

#include <cstddef>

#include "horloge/autograd/tensor.h"
#include "horloge/core/rng.h"

namespace horloge {

// Which of some numbers: the largest, the k largest, or some drawn at random. Places count from 0
// and carry no gradient. A NaN counts as larger than any number, as for PyTorch; of equals the
// first comes first, which PyTorch leaves open.

/// The place of the largest of all numbers, counted row by row.   x (…) -> ()
/// ShapeError if there is no number to choose from.
Ids argmax(const Tensor& x);

/// The place of the largest along an axis, which may count from the end. The axis goes away, or
/// stays with size 1 if `keep_axis`.
///   x (…, N, …) -> (…, …) or (…, 1, …)
/// IndexError if there is no such axis; ShapeError if there is no number to choose from.
Ids argmax(const Tensor& x, std::ptrdiff_t axis, bool keep_axis = false);

struct TopK {
  Tensor values;
  Ids indices;
};

/// The k largest along an axis, largest first, and their places.
///   x (…, N, …) -> values (…, k, …), indices the same        values_j = x[indices_j]
///   dx[indices_j] = dvalues_j, else 0
/// IndexError if there is no such axis; ValueError if k is above N.
TopK topk(const Tensor& x, std::size_t k, std::ptrdiff_t axis = -1);

/// Places drawn at random, each with a probability in proportion to its weight; without replacement
/// none is drawn twice in a row, in the order of the draws. One number of `rng` for each, row by
/// row.
///   weights (N) or (B, N) -> (S) or (B, S), S = num_samples
/// ShapeError for another rank. ValueError for a weight that is negative or not finite, for a row
/// whose weights are all 0, and without replacement if fewer than S of a row are above 0.
Ids multinomial(const Tensor& weights, std::size_t num_samples, Rng& rng, bool replacement = false);

}  // namespace horloge
