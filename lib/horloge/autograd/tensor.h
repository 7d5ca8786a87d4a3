#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "horloge/core/array.h"
#include "horloge/core/shape.h"

namespace horloge {

namespace detail {
struct Buffer;
struct Node;
}  // namespace detail

/// An Array that records how it was made.
///
/// A Tensor is a handle: copies are the same tensor, with the same numbers and the same gradient.
/// Its numbers are contiguous and row-major, never a view. One made directly from an Array is a
/// leaf; one made by an operation knows its inputs, and `backward()` propagates a gradient from it
/// to the leaves.
class Tensor {
 public:
  /// No tensor: the bias of a layer without one. Any use but `defined()` is an error.
  Tensor() = default;

  /// A leaf. With `requires_grad`, backward() fills its gradient.
  explicit Tensor(Array value, bool requires_grad = false);
  explicit Tensor(real scalar, bool requires_grad = false);

  bool defined() const { return buffer_ != nullptr; }

  const Array& array() const&;
  /// Of a temporary: a copy, because its numbers may be freed with it.
  Array array() const&& { return array(); }
  const real* data() const { return array().data(); }
  const Shape& shape() const { return array().shape(); }
  std::size_t rank() const { return array().dimension(); }
  std::size_t size() const { return array().size(); }

  /// The number in a tensor of one element; ValueError if it has more.
  real item() const;

  /// The only way to change a tensor's numbers in place; the shape must stay the same. Each call
  /// counts as a new version, so that backward() notices if a value it needs has changed.
  Array& mutable_array();

  bool requires_grad() const;
  /// Whether a leaf collects a gradient; ValueError for a tensor made by an operation.
  void set_requires_grad(bool on);

  /// The gradient that backward() left in this leaf, of this tensor's shape; ValueError if there is
  /// none.
  const Array& grad() const;
  bool has_grad() const;
  /// For code between backward() and the optimizer's step, such as clipping.
  Array& mutable_grad();
  /// Sets a leaf's gradient by hand; ShapeError if its shape differs, ValueError for a tensor made
  /// by an operation.
  void set_grad(Array gradient);
  void zero_grad();

  /// The same numbers (not a copy) without the history.
  Tensor detach() const;

  /// Whether backward() frees the graph.
  enum class Graph { free, keep };

  /// Adds d(this)/d(leaf) to the gradient of every leaf that this tensor was made from. Without an
  /// upstream gradient `dy` (of this tensor's shape) this tensor must be a single number. The graph
  /// is freed as it is walked, and a second backward through it is an error; Graph::keep keeps it.
  void backward(Graph graph = Graph::free) const;
  void backward(const Array& dy, Graph graph = Graph::free) const;

  const std::shared_ptr<detail::Buffer>& buffer() const { return buffer_; }
  const std::shared_ptr<detail::Node>& node() const { return node_; }

 private:
  Tensor(std::shared_ptr<detail::Buffer> buffer, std::shared_ptr<detail::Node> node)
      : buffer_(std::move(buffer)), node_(std::move(node)) {}

  std::shared_ptr<detail::Buffer> buffer_;  // the numbers
  std::shared_ptr<detail::Node> node_;      // the operation that made them
};

/// While one exists, operations on this thread record nothing: for evaluation, and for optimizers.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

/// While one exists, each operation on this thread, forward and backward, is checked: the first
/// that turns finite numbers into a NaN or an infinity throws a ValueError with its name. Slow.
class DetectAnomaly {
 public:
  DetectAnomaly();
  ~DetectAnomaly();
  DetectAnomaly(const DetectAnomaly&) = delete;
  DetectAnomaly& operator=(const DetectAnomaly&) = delete;

 private:
  bool before_;
};

bool grad_enabled();

}  // namespace horloge
