#include "horloge/view/recorded_graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/core/shape.h"

namespace horloge {
namespace {

using detail::Node;
using Names = std::vector<std::pair<std::string, Tensor>>;

// The node of y and all that it was made from, oldest first: inputs are older than results.
std::vector<const Node*> oldest_first(const Node* y) {
  std::vector<const Node*> found{y};
  std::unordered_set<const Node*> seen{y};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Node& node = *found[i];  // stays where it is while `found` grows
    for (const auto& input : node.inputs)
      if (input != nullptr && seen.insert(input.get()).second) found.push_back(input.get());
  }
  std::sort(found.begin(), found.end(),
            [](const Node* a, const Node* b) { return a->order < b->order; });
  return found;
}

std::string text_of(const Node& node, const Names& names) {
  if (node.op != nullptr) return node.op;
  for (const auto& [name, tensor] : names)
    if (tensor.node().get() == &node) return name;
  return node.requires_grad ? "leaf" : "constant";
}

}  // namespace

Graph recorded_graph(const Tensor& y, const Names& names) {
  if (!y.defined()) throw ValueError("[recorded_graph] the tensor is not defined");
  const std::vector<const Node*> nodes = oldest_first(y.node().get());
  std::unordered_map<const Node*, std::size_t> number;
  Graph graph;
  for (const Node* node : nodes) {
    number[node] = graph.nodes.size();
    for (const auto& input : node->inputs)
      if (input != nullptr) graph.edges.emplace_back(number[input.get()], graph.nodes.size());
    graph.nodes.push_back({text_of(*node, names), to_string(node->shape)});
  }
  return graph;
}

}  // namespace horloge
