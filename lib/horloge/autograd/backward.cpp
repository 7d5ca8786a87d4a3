// The walk from a result back to its leaves, and the bookkeeping that makes it possible.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <unordered_map>

#include "horloge/autograd/record.h"
#include "horloge/autograd/watch_leaves.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"

namespace horloge {
namespace {

thread_local bool grad_mode = true;
thread_local bool check_finite = false;
thread_local const WatchLeaves::Ready* leaf_is_ready = nullptr;

bool finite(const Array& x) {
  return std::all_of(x.data(), x.data() + x.size(), [](real v) { return std::isfinite(v); });
}

const char* what_is_wrong(const Array& x) {
  const bool nan = std::any_of(x.data(), x.data() + x.size(), [](real v) { return std::isnan(v); });
  return nan ? "a NaN" : "an infinity";
}

// The first operation that makes a NaN or an infinity is one whose inputs are all finite.
void check_forward(const char* op, const Array& y, const Tensor* inputs, std::size_t count) {
  if (!check_finite || finite(y)) return;
  std::string shapes;
  for (std::size_t i = 0; i < count; ++i) {
    if (!inputs[i].defined()) continue;
    if (!finite(inputs[i].array())) return;
    shapes += (shapes.empty() ? "" : ", ") + to_string(inputs[i].shape());
  }
  throw ValueError(
      fmt::format("[{}] made {} from finite inputs of shape {}", op, what_is_wrong(y), shapes));
}

// The inputs whose gradients an operation can spoil: those still finite before its turn, provided
// that its upstream gradient is.
std::vector<std::size_t> can_spoil(const detail::Node& node, const Array& upstream) {
  std::vector<std::size_t> inputs;
  if (!check_finite || !finite(upstream)) return inputs;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const auto& input = node.inputs[i];
    if (input != nullptr && (!input->has_grad || finite(*input->grad))) inputs.push_back(i);
  }
  return inputs;
}

void check_backward(const detail::Node& node, const std::vector<std::size_t>& inputs) {
  for (const std::size_t i : inputs) {
    const auto& input = node.inputs[i];
    if (input->has_grad && !finite(*input->grad))
      throw ValueError(fmt::format("[backward of {}] made {} in the gradient of input {}, shape {}",
                                   node.op, what_is_wrong(*input->grad), i,
                                   to_string(input->shape)));
  }
}

using Nodes = std::vector<std::shared_ptr<detail::Node>>;

// Every operation that the root was made from, itself included. Inputs are older than what is made
// of them, so newest first each gradient is complete when its node's turn comes.
Nodes newest_first(const std::shared_ptr<detail::Node>& root) {
  static std::atomic<std::uint64_t> walks{0};
  const std::uint64_t walk = walks.fetch_add(1, std::memory_order_relaxed) + 1;
  Nodes found{root};
  root->seen_in_walk = walk;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i]->used_up)
      throw ValueError(fmt::format(
          "[backward] the graph behind {} was freed by an earlier backward(); compute the result "
          "anew, or pass Tensor::Graph::keep the first time",
          found[i]->op));
    const detail::Node& node = *found[i];  // stays where it is while `found` grows
    for (const auto& input : node.inputs)
      if (input != nullptr && input->op != nullptr && input->requires_grad &&
          input->seen_in_walk != walk) {
        input->seen_in_walk = walk;
        found.push_back(input);
      }
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a->order > b->order; });
  return found;
}

// How many inputs of a walk's operations each leaf still is, if somebody wants to know.
class OpenUses {
 public:
  explicit OpenUses(const Nodes& nodes) {
    if (leaf_is_ready == nullptr) return;
    for (const auto& node : nodes)
      for (const auto& input : node->inputs)
        if (is_leaf(input)) ++open_[input.get()];
  }

  // Whose turn is over; its inputs may have been freed already.
  void close(const Nodes& inputs) {
    for (const auto& input : inputs)
      if (is_leaf(input) && --open_.at(input.get()) == 0 && input->has_grad)
        (*leaf_is_ready)(*input);
  }

 private:
  static bool is_leaf(const std::shared_ptr<detail::Node>& node) {
    return node != nullptr && node->op == nullptr && node->requires_grad;
  }

  std::unordered_map<const detail::Node*, std::size_t> open_;
};

// Frees what a walk leaves behind, also when an error cuts it short.
class Cleanup {
 public:
  Cleanup(const Nodes& nodes, Tensor::Graph graph) : nodes_(nodes), graph_(graph) {}
  ~Cleanup() {
    for (const auto& node : nodes_) {
      node->grad.reset();
      node->has_grad = false;
      if (graph_ == Tensor::Graph::free) free(*node);
    }
  }
  Cleanup(const Cleanup&) = delete;
  Cleanup& operator=(const Cleanup&) = delete;

  static void free(detail::Node& node) {
    node.used_up = true;
    node.backward = nullptr;
    node.output = Saved();
    node.inputs.clear();
  }

 private:
  const Nodes& nodes_;
  Tensor::Graph graph_;
};

}  // namespace

NoGrad::NoGrad() : before_(grad_mode) { grad_mode = false; }
NoGrad::~NoGrad() { grad_mode = before_; }
bool grad_enabled() { return grad_mode; }

WatchLeaves::WatchLeaves(Ready ready) : ready_(std::move(ready)), before_(leaf_is_ready) {
  leaf_is_ready = &ready_;
}
WatchLeaves::~WatchLeaves() { leaf_is_ready = before_; }

DetectAnomaly::DetectAnomaly() : before_(check_finite) { check_finite = true; }
DetectAnomaly::~DetectAnomaly() { check_finite = before_; }

void Tensor::backward(Graph graph) const {
  if (size() != 1)
    throw ShapeError(
        fmt::format("[backward] needs a tensor of a single number, got {}; reduce it first (sum, "
                    "mean, a loss), or pass the upstream gradient dy",
                    to_string(shape())));
  backward(ones(shape()), graph);
}

void Tensor::backward(const Array& dy, Graph graph) const {
  if (dy.shape() != shape())
    throw ShapeError(fmt::format("[backward] the upstream gradient has shape {}, the tensor {}",
                                 to_string(dy.shape()), to_string(shape())));
  if (!requires_grad())
    throw ValueError(
        "[backward] this tensor does not require a gradient: no leaf that it was made from does, "
        "or it was made under NoGrad");
  if (node_->op == nullptr) {  // a leaf: d(this)/d(this) = 1
    detail::accumulate(*node_, dy);
    if (leaf_is_ready != nullptr) (*leaf_is_ready)(*node_);
    return;
  }
  const Nodes nodes = newest_first(node_);
  const Cleanup cleanup(nodes, graph);
  OpenUses uses(nodes);
  detail::accumulate(*node_, dy);
  for (const auto& node : nodes) {
    const Nodes inputs = leaf_is_ready == nullptr ? Nodes() : node->inputs;
    if (!node->has_grad) {  // no consumer passed a gradient on
      uses.close(inputs);
      continue;
    }
    Array upstream = std::move(*node->grad);
    node->grad.reset();
    node->has_grad = false;
    const auto to_check = can_spoil(*node, upstream);  // before `upstream` is used up
    Gradients gradients(*node);
    static const Array no_output;
    try {
      node->backward(node->output.kept() ? *node->output : no_output, upstream, gradients);
    } catch (const detail::ChangedInPlace& e) {
      throw ValueError(fmt::format("[backward of {}] {}", node->op, e.what()));
    }
    check_backward(*node, to_check);
    if (graph == Graph::free) Cleanup::free(*node);
    uses.close(inputs);
  }
}

Saved::Saved(const Tensor& tensor)
    : buffer_(tensor.buffer()), version_(buffer_ == nullptr ? 0 : buffer_->version) {}

const Array& Saved::operator*() const {
  if (buffer_->version != version_)
    throw detail::ChangedInPlace(fmt::format(
        "a value of shape {} that it saved in the forward pass was changed in place since "
        "(it is at version {}, saved at {}); change a copy, or call backward() first",
        to_string(buffer_->array.shape()), buffer_->version, version_));
  return buffer_->array;
}

bool Gradients::wants(std::size_t i) const {
  return node_.inputs[i] != nullptr && node_.inputs[i]->requires_grad;
}

const Shape& Gradients::shape(std::size_t i) const { return node_.inputs[i]->shape; }

void Gradients::add(std::size_t i, Array dx) {
  if (!wants(i)) return;
  detail::Node& input = *node_.inputs[i];
  if (dx.shape() != input.shape) dx = sum_to(dx, input.shape);
  detail::accumulate(input, std::move(dx));
}

Gradients::Slot Gradients::into(std::size_t i) {
  if (!wants(i)) return {};
  detail::Node& input = *node_.inputs[i];
  const bool fresh = !input.has_grad;
  if (!input.grad) input.grad = empty(input.shape);
  input.has_grad = true;
  return {input.grad->data(), fresh, fresh ? real{0} : real{1}};
}

real* Gradients::zeroed(std::size_t i) {
  const Slot slot = into(i);
  if (slot.fresh) std::fill_n(slot.data, element_count(shape(i)), real{0});
  return slot.data;
}

namespace detail {

Node::Node() {
  static std::atomic<std::uint64_t> made{0};
  order = made.fetch_add(1, std::memory_order_relaxed) + 1;
}

// A long chain of nodes is freed in a loop: the default destructor would recurse once for each.
Node::~Node() {
  Nodes pending = std::move(inputs);
  while (!pending.empty()) {
    const auto node = std::move(pending.back());
    pending.pop_back();
    if (node == nullptr || node.use_count() != 1) continue;
    for (auto& input : node->inputs) pending.push_back(std::move(input));
    node->inputs.clear();
  }
}

void accumulate(Node& node, Array gradient) {
  if (!node.has_grad) {
    node.grad = std::move(gradient);
    node.has_grad = true;
    return;
  }
  real* sum = node.grad->data();
  const real* term = gradient.data();
  parallel_for(gradient.size(), elements_per_tile, [=](std::size_t begin, std::size_t end) {
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) sum[i] += term[i];
  });
}

bool needs_graph(const Tensor* inputs, std::size_t count) {
  return grad_mode && std::any_of(inputs, inputs + count,
                                  [](const Tensor& input) { return input.requires_grad(); });
}

Tensor constant(const char* op, Array&& y, const Tensor* inputs, std::size_t count) {
  check_forward(op, y, inputs, count);
  return Tensor(std::move(y));
}

Tensor record(const char* op, Array&& y, const std::vector<Tensor>& inputs, BackwardFn&& backward,
              bool keep_output) {
  check_forward(op, y, inputs.data(), inputs.size());
  Tensor result(std::move(y), true);
  Node& node = *result.node();
  node.op = op;
  node.inputs.reserve(inputs.size());
  for (const Tensor& input : inputs) node.inputs.push_back(input.node());
  node.backward = std::move(backward);
  if (keep_output) node.output = Saved(result);
  return result;
}

}  // namespace detail
}  // namespace horloge
