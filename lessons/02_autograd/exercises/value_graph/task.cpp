// The walk back through a graph of numbers.
//
//   grad of x = the sum, over all uses of x, of
//               (grad of what was made from it) * (its slope with respect to x)
//
// See "The walk in order" and "one character less" in this lesson.

#include <set>

#include "exercises/value_graph/answer.h"

/// A number that remembers what it was made from. `Value` is a std::shared_ptr
/// to it. A leaf was made from nothing: no inputs, no slopes.
struct ValueNode {
  double value;
  std::vector<Value> inputs;
  std::vector<double> slopes;  // how it responds to each of its inputs
  double grad = 0;             // how the result responds to it
};

/// Each operation makes a node, for instance
///   a + b:  make_value(a->value + b->value, {a, b}, {1, 1})
///   a * b:  make_value(a->value * b->value, {a, b}, {b->value, a->value})
///   x * x:  make_value(x->value * x->value, {x, x}, {x->value, x->value})
Value make_value(double value, const std::vector<Value>& inputs,
                 const std::vector<double>& slopes) {
  return std::make_shared<ValueNode>(ValueNode{value, inputs, slopes});
}

double gradient_of(const Value& x) { return x->grad; }

/// Walks back from y, until the grad of every node that y was made from is the
/// slope of y in that node. The grad of y itself is 1; if y is a leaf, it may
/// add its 1 or be set to it.
///   - A leaf adds: after two calls it has the sum of both gradients.
///   - Every other node begins each call at 0, and keeps what it gets then.
///   - A node that y was not made from keeps what it has.
/// A node hands its grad on to its inputs once, when all of it is there.
///
/// Find the order as you like. Recursion will do: no way from y to a leaf is
/// longer than 1000 steps. But there may be very many ways. You may add to the
/// struct, and write functions of your own.
///
/// What may help: a Value can stand in a std::set<Value>, and
/// seen.insert(x).second is true if x was not yet in it; order.rbegin() to
/// order.rend() is the way through a vector from its end.
void backward(const Value& y) {
  // solution
  std::vector<Value> order;  // each after its inputs
  std::set<Value> seen;
  const std::function<void(const Value&)> visit = [&](const Value& node) {
    if (!seen.insert(node).second) return;
    for (const Value& input : node->inputs) visit(input);
    order.push_back(node);
  };
  visit(y);

  for (const Value& node : order)
    if (!node->inputs.empty()) node->grad = 0;  // only leaves go on adding
  y->grad += 1;
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    const ValueNode& node = **at;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      node.inputs[i]->grad += node.grad * node.slopes[i];
  }
  // end
}
