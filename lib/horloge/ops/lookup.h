#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "horloge/autograd/tensor.h"

namespace horloge {

// Numbers picked by their place. An id that is picked more than once gets the sum of the gradients
// that come back, always added in the order of the ids. An id outside of its range is an IndexError
// that says which one stands where.

struct EmbeddingOptions {
  /// The row of padding: it is given out as it is stored, but gets no gradient. Negative counts
  /// from the end.
  std::optional<std::int64_t> padding_idx;
  /// Divides the gradient of a row by the number of times that its id occurs.
  bool scale_grad_by_freq = false;
};

/// Row `id` of a table for each id.
///   ids (…), weight (V, D) -> y (…, D)        y[…, :] = weight[ids[…], :]
///   dweight[v, :] = sum of dy[…, :] over the places where ids = v
Tensor embedding(const Ids& ids, const Tensor& weight, const EmbeddingOptions& options = {});

/// Entries of axis 0 for each id.
///   x (N, …), ids (I, J) -> y (I, J, …)        y[i, j, …] = x[ids[i, j], …]
Tensor index_select(const Tensor& x, const Ids& ids);

/// Picks along an axis, line by line (NumPy's take_along_axis); all other sizes must be equal.
///   x (…, N, …), ids (…, M, …) -> y (…, M, …)        y[i, m, j] = x[i, ids[i, m, j], j]
Tensor gather(const Tensor& x, std::ptrdiff_t axis, const Ids& ids);

}  // namespace horloge
