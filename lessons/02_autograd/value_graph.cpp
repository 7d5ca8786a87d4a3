#include "value_graph.h"

#include <functional>
#include <set>

struct ValueNode {
  std::vector<Value> inputs;
  std::vector<double> slopes;
  double grad = 0;
};

Value make_value(double, const std::vector<Value>& inputs,
                 const std::vector<double>& slopes) {
  return std::make_shared<ValueNode>(ValueNode{inputs, slopes});
}

double gradient_of(const Value& x) { return x->grad; }

void backward(const Value& y) {
  std::vector<Value> order;
  std::set<Value> seen;
  const std::function<void(const Value&)> visit = [&](const Value& node) {
    if (!seen.insert(node).second) return;
    for (const Value& input : node->inputs) visit(input);
    order.push_back(node);
    if (!node->inputs.empty()) node->grad = 0;
  };
  visit(y);
  y->grad += 1;
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    for (std::size_t i = 0; i < (*node)->inputs.size(); ++i)
      (*node)->inputs[i]->grad += (*node)->grad * (*node)->slopes[i];
}
