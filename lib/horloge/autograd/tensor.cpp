#include "horloge/autograd/tensor.h"

#include <fmt/format.h>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"

namespace horloge {

namespace {

// A step makes and frees as many nodes as arrays, so they come from the same pool.
template <class T>
std::shared_ptr<T> pooled() {
  return std::allocate_shared<T>(PoolAllocator<T>());
}

}  // namespace

Tensor::Tensor(Array value, bool requires_grad)
    : buffer_(pooled<detail::Buffer>()), node_(pooled<detail::Node>()) {
  buffer_->array = std::move(value);
  node_->shape = buffer_->array.shape();
  node_->requires_grad = requires_grad;
}

Tensor::Tensor(real scalar, bool requires_grad) : Tensor(full({}, scalar), requires_grad) {}

const Array& Tensor::array() const& {
  if (!defined())
    throw ValueError("[Tensor] this tensor is undefined: it was declared and never given a value");
  return buffer_->array;
}

real Tensor::item() const {
  if (size() != 1)
    throw ValueError(
        fmt::format("[item] needs a tensor of one element, got {}", to_string(shape())));
  return *data();
}

Array& Tensor::mutable_array() {
  array();
  ++buffer_->version;
  return buffer_->array;
}

bool Tensor::requires_grad() const { return node_ != nullptr && node_->requires_grad; }

void Tensor::set_requires_grad(bool on) {
  array();
  if (node_->op != nullptr && requires_grad())
    throw ValueError(fmt::format(
        "[set_requires_grad] only for leaves, this tensor was made by {}; detach() it first",
        node_->op));
  node_->requires_grad = on;
}

bool Tensor::has_grad() const { return node_ != nullptr && node_->has_grad; }

const Array& Tensor::grad() const {
  array();
  if (!node_->has_grad)
    throw ValueError(
        node_->op != nullptr
            ? fmt::format("[grad] this tensor was made by {}: only leaves keep their gradient",
                          node_->op)
            : std::string("[grad] this tensor has no gradient: no backward() has reached it since "
                          "it was made or zeroed"));
  return *node_->grad;
}

Array& Tensor::mutable_grad() {
  grad();
  return *node_->grad;
}

void Tensor::set_grad(Array gradient) {
  if (gradient.shape() != shape())
    throw ShapeError(fmt::format("[set_grad] gradient {} must have the shape of the tensor, {}",
                                 to_string(gradient.shape()), to_string(shape())));
  if (node_->op != nullptr)
    throw ValueError(fmt::format(
        "[set_grad] only for leaves, this tensor was made by {}; pass the gradient to backward()",
        node_->op));
  node_->grad = std::move(gradient);
  node_->has_grad = true;
}

void Tensor::zero_grad() {
  if (node_ != nullptr) node_->has_grad = false;
}

Tensor Tensor::detach() const {
  array();
  auto node = pooled<detail::Node>();
  node->shape = shape();
  return Tensor(buffer_, std::move(node));
}

}  // namespace horloge
