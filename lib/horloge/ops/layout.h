#pragma once

#include <cstddef>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "horloge/autograd/tensor.h"

namespace horloge {

// Every result is a copy: a Tensor is never a view. The gradient moves the numbers back: one that
// was copied several times gets the sum, one that was not copied gets zero.

/// As a size in reshape: computed from the others (NumPy's -1).
constexpr std::size_t infer = static_cast<std::size_t>(-1);

/// The same numbers in the same order under another shape. One size may be `infer`.
Tensor reshape(const Tensor& x, Shape shape);
/// The same for sizes of any one type, such as int; -1 is `infer`.
template <class Size>
Tensor reshape(const Tensor& x, std::initializer_list<Size> sizes) {
  Shape shape;
  for (const Size size : sizes) shape.push_back(static_cast<std::size_t>(size));
  return reshape(x, std::move(shape));
}

/// Removes an axis of size 1.
///   x (…, 1, …) -> y (…, …)
Tensor squeeze(const Tensor& x, std::ptrdiff_t axis);

/// Inserts an axis of size 1, which is axis `axis` of the result; -1 is the last.
///   x (…, …) -> y (…, 1, …)
Tensor unsqueeze(const Tensor& x, std::ptrdiff_t axis);

/// Swaps two axes.
///   x (…, A, …, B, …) -> y (…, B, …, A, …)
Tensor transpose(const Tensor& x, std::ptrdiff_t axis_a, std::ptrdiff_t axis_b);

/// Axis i of the result is axis `axes[i]` of x, each named once.
///   x (T, H, K), axes {1, 0, 2} -> y (H, T, K)
Tensor permute(const Tensor& x, const std::vector<std::ptrdiff_t>& axes);

/// Reverses the order along each of the axes.
Tensor flip(const Tensor& x, const std::vector<std::ptrdiff_t>& axes);

/// `start:stop:step` as in NumPy: a negative index counts from the end, one past either end
/// is clipped, `stop` itself is left out, and with a negative step the range runs backwards. The
/// default is the whole axis; `{Range::end, Range::begin, -1}` is the whole axis backwards.
struct Range {
  static constexpr std::ptrdiff_t begin = std::numeric_limits<std::ptrdiff_t>::min();
  static constexpr std::ptrdiff_t end = std::numeric_limits<std::ptrdiff_t>::max();

  std::ptrdiff_t start = 0;
  std::ptrdiff_t stop = end;
  std::ptrdiff_t step = 1;
};

/// A range of each axis, from the first on; axes without one stay whole.
Tensor slice(const Tensor& x, const std::vector<Range>& ranges);

/// Cuts an axis into pieces of these sizes, which must add up to its own.
///   x (…, sum of sizes, …) -> y_i (…, sizes[i], …)
std::vector<Tensor> split(const Tensor& x, const std::vector<std::size_t>& sizes,
                          std::ptrdiff_t axis);

/// Cuts an axis into n equal pieces; n must divide its size.
std::vector<Tensor> chunk(const Tensor& x, std::size_t n, std::ptrdiff_t axis);

/// Joins tensors along an axis; all other sizes must be equal.
///   x_i (…, N_i, …) -> y (…, sum of N_i, …)
Tensor concat(const std::vector<Tensor>& tensors, std::ptrdiff_t axis);

/// Joins n tensors of one shape along a new axis, which is axis `axis` of the result.
///   x_i (…, …) -> y (…, n, …)
Tensor stack(const std::vector<Tensor>& tensors, std::ptrdiff_t axis);

/// NumPy's broadcast_to: repeats axes of size 1, and adds leading axes, up to `shape`.
///   dx = dy summed over the repeats
Tensor expand(const Tensor& x, const Shape& shape);

/// Puts `widths[i]` = (before, after) entries of one value around axis i, counted from the first;
/// axes without a width keep their size.
Tensor pad(const Tensor& x, const std::vector<std::pair<std::size_t, std::size_t>>& widths,
           real value = 0);

}  // namespace horloge
