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

/// An Array that remembers how it was made.
///
/// A Tensor is a handle: copies are the same tensor, with the same numbers and the same gradient.
/// Its numbers are contiguous and row-major, never a view. One made directly from an Array is a
/// leaf; one made by an operation knows its inputs, and `backward()` carries a gradient from it to
/// the leaves.
class Tensor {
 public:
  /// No tensor at all: what a layer without a bias holds. Anything but `defined()` is an error.
  Tensor() = default;

  /// A leaf. With `requires_grad`, backward() fills its gradient.
  explicit Tensor(Array value, bool requires_grad = false);
  explicit Tensor(real scalar, bool requires_grad = false);

  bool defined() const { return buffer_ != nullptr; }

  const Array& array() const&;
  /// Of a tensor that nobody holds: a copy, for its numbers go when it goes.
  Array array() const&& { return array(); }
  const real* data() const { return array().data(); }
  const Shape& shape() const { return array().shape(); }
  std::size_t rank() const { return array().dimension(); }
  std::size_t size() const { return array().size(); }

  /// The number in a tensor of one element; ValueError if it has more.
  real item() const;

  /// The one way to change a tensor's numbers in place; its shape must stay. Each call counts as a
  /// new version, so that backward() notices when a value that it needs has changed since.
  Array& mutable_array();

  bool requires_grad() const;
  /// Whether a leaf collects a gradient; ValueError for a tensor made by an operation.
  void set_requires_grad(bool on);

  /// The gradient that backward() left in this leaf, of this tensor's shape; ValueError if none
  /// did.
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

  /// What is to become of the graph after its backward.
  enum class Graph { free, keep };

  /// Adds d(this)/d(leaf) to the gradient of every leaf that this tensor was made from. Without an
  /// upstream gradient `dy` (of this tensor's shape) this tensor must be one number. The graph is
  /// freed as it is walked, and a second backward through it is an error; Graph::keep leaves it
  /// whole.
  void backward(Graph graph = Graph::free) const;
  void backward(const Array& dy, Graph graph = Graph::free) const;

  const std::shared_ptr<detail::Buffer>& buffer() const { return buffer_; }
  const std::shared_ptr<detail::Node>& node() const { return node_; }

 private:
  Tensor(std::shared_ptr<detail::Buffer> buffer, std::shared_ptr<detail::Node> node)
      : buffer_(std::move(buffer)), node_(std::move(node)) {}

  std::shared_ptr<detail::Buffer> buffer_;  // the numbers
  std::shared_ptr<detail::Node> node_;      // who made them
};

/// While one lives, operations on this thread remember nothing: for evaluation, and for optimizers.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

/// While one lives, each operation on this thread, forward and backward, is checked: the first that
/// turns finite numbers into a NaN or an infinity throws a ValueError with its name. Slow.
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
