#pragma once

// For writing operations. An operation computes its result, then records how its gradient flows
// back:
//
//   Tensor exp(const Tensor& x) {
//     return record("exp", map_array(x.array(), …), {x},
//                   [](const Array& y, Array& dy, Gradients& d) { d.add(0, dy * y); });
//   }
//
// The closure gets the output as an argument and must not capture it: the graph would keep itself
// alive. An input whose value it needs is captured as `Saved`.

#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "horloge/autograd/tensor.h"
#include "horloge/core/error.h"
#include "horloge/kernels/slot.h"

namespace horloge {

namespace detail {

struct Kept;

struct Buffer {
  Array array;
  std::uint64_t version = 0;
  std::shared_ptr<const Kept> kept;  // the numbers once more, in 16 bits
};

/// Thrown by Saved, which does not know whose value it is; backward() adds the operation's name.
class ChangedInPlace : public Error {
 public:
  using Error::Error;
};

}  // namespace detail

/// A value saved for backward. Reading it after it was changed in place is an error.
class Saved {
 public:
  Saved() = default;
  explicit Saved(const Tensor& tensor);
  bool kept() const { return buffer_ != nullptr; }
  const Array& operator*() const;
  const Array* operator->() const { return &**this; }
  const real* data() const { return (**this).data(); }

 private:
  std::shared_ptr<detail::Buffer> buffer_;
  std::uint64_t version_ = 0;
};

/// Where a backward closure puts the gradients of the operation's inputs, counted from 0.
class Gradients {
 public:
  explicit Gradients(detail::Node& node) : node_(node) {}

  /// Whether the gradient of input `i` is needed.
  bool wants(std::size_t i) const;

  /// Shape of input `i`.
  const Shape& shape(std::size_t i) const;

  /// Adds `dx`, summed over the axes along which input `i` was broadcast. Does nothing if it is not
  /// needed.
  void add(std::size_t i, Array dx);

  /// The memory of a gradient, of the input's shape, for kernels that write or add in place. An
  /// empty slot if it is not needed.
  using Slot = detail::Slot;
  Slot into(std::size_t i);

  /// The same, with fresh memory zeroed: for kernels that scatter.
  real* zeroed(std::size_t i);

 private:
  detail::Node& node_;
};

namespace detail {

using BackwardFn = std::function<void(const Array& y, Array& dy, Gradients& d)>;

/// One operation in the graph, or a leaf. Holds what backward needs, and no tensors.
struct Node {
  const char* op = nullptr;  ///< nullptr for a leaf
  std::uint64_t order = 0;   ///< grows with each node: inputs are always older
  std::uint64_t seen_in_walk = 0;
  bool requires_grad = false;
  bool used_up = false;  ///< its backward has run and freed its graph
  Shape shape;
  std::optional<Array> grad;
  bool has_grad = false;  ///< `grad` without it is memory to reuse
  std::vector<std::shared_ptr<Node>> inputs;
  BackwardFn backward;
  Saved output;  ///< only if the closure asked for it

  Node();
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
};

/// Adds to a node's gradient; the first one is moved in.
void accumulate(Node& node, Array gradient);

Tensor record(const char* op, Array&& y, const std::vector<Tensor>& inputs, BackwardFn&& backward,
              bool keep_output);
bool needs_graph(const Tensor* inputs, std::size_t count);
Tensor constant(const char* op, Array&& y, const Tensor* inputs, std::size_t count);

}  // namespace detail

/// Makes an operation's result. `backward` is (Array& dy, Gradients& d), or, if it needs the
/// output, (const Array& y, Array& dy, Gradients& d); it may overwrite `dy`. Recorded only if an
/// input requires a gradient. Inputs may be undefined tensors, whose gradients are not needed.
template <class Inputs, class Backward>
Tensor record(const char* op, Array y, const Inputs& inputs, Backward&& backward) {
  if (!detail::needs_graph(std::data(inputs), std::size(inputs)))
    return detail::constant(op, std::move(y), std::data(inputs), std::size(inputs));
  std::vector<Tensor> all(std::begin(inputs), std::end(inputs));
  if constexpr (std::is_invocable_v<Backward&, const Array&, Array&, Gradients&>) {
    return detail::record(op, std::move(y), all, std::forward<Backward>(backward), true);
  } else {
    return detail::record(
        op, std::move(y), all,
        [run = std::forward<Backward>(backward)](const Array&, Array& dy, Gradients& d) mutable {
          run(dy, d);
        },
        false);
  }
}

template <class Backward>
Tensor record(const char* op, Array y, std::initializer_list<Tensor> inputs, Backward&& backward) {
  return record<std::initializer_list<Tensor>, Backward>(op, std::move(y), inputs,
                                                         std::forward<Backward>(backward));
}

}  // namespace horloge
