#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "horloge/autograd/tensor.h"

namespace horloge {

// Numbers picked by their place. An id that is picked more than once gets the sum of the gradients
// that come back, always added in the order of the ids. An id outside of its range is an IndexError
// that says which one stands where.
//
// An array of floats would turn into ids silently, 2.5 into 2: for it these functions are deleted.

template <class E>
using IfFloats = std::enable_if_t<std::is_floating_point_v<typename E::value_type>, int>;

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
template <class E, IfFloats<E> = 0>
Tensor embedding(const E& ids, const Tensor& weight, const EmbeddingOptions& options = {}) = delete;

/// Entries of axis 0 for each id.
///   x (N, …), ids (I, J) -> y (I, J, …)        y[i, j, …] = x[ids[i, j], …]
Tensor index_select(const Tensor& x, const Ids& ids);
template <class E, IfFloats<E> = 0>
Tensor index_select(const Tensor& x, const E& ids) = delete;

/// Picks along an axis, line by line (NumPy's take_along_axis); all other sizes must be equal.
///   x (…, N, …), ids (…, M, …) -> y (…, M, …)        y[i, m, j] = x[i, ids[i, m, j], j]
Tensor gather(const Tensor& x, std::ptrdiff_t axis, const Ids& ids);
template <class E, IfFloats<E> = 0>
Tensor gather(const Tensor& x, std::ptrdiff_t axis, const E& ids) = delete;

}  // namespace horloge
