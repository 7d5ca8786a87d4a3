#include <functional>
#include <set>

#include "course/exercise/exam.h"

struct ValueNode {
  double value;
  std::vector<Value> inputs;
  std::vector<double> slopes;
  double grad = 0;
};

namespace {

Value make(double value, const std::vector<Value>& inputs,
           const std::vector<double>& slopes) {
  return std::make_shared<ValueNode>(ValueNode{value, inputs, slopes});
}

double gradient(const Value& x) { return x->grad; }

Answer with(void (*backward)(const Value& y)) {
  return {make, gradient, backward};
}

using Order = std::vector<Value>;

// From the output to the leaves, each after all that was made from it; or, if
// the node is put down before its inputs, as a search comes to them.
Order from_output(const Value& y, bool as_met = false) {
  Order order;
  std::set<Value> seen;
  const std::function<void(const Value&)> visit = [&](const Value& node) {
    if (!seen.insert(node).second) return;
    if (as_met) order.push_back(node);
    for (const Value& input : node->inputs) visit(input);
    if (!as_met) order.push_back(node);
  };
  visit(y);
  if (!as_met) std::reverse(order.begin(), order.end());
  return order;
}

Order breadth_first_order(const Value& y) {
  Order order = {y};
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Value& input : Value(order[i])->inputs)
      if (std::find(order.begin(), order.end(), input) == order.end())
        order.push_back(input);
  return order;
}

void reset_inner(const Value& y) {
  for (const Value& node : from_output(y))
    if (!node->inputs.empty()) node->grad = 0;
}

using Step = std::function<void(ValueNode& node, std::size_t i)>;

void hand_on(const Order& order, const Step& step) {
  for (const Value& node : order)
    for (std::size_t i = 0; i < node->inputs.size(); ++i) step(*node, i);
}

void add(ValueNode& node, std::size_t i) {
  node.inputs[i]->grad += node.grad * node.slopes[i];
}

// All as it should be, except for one step.
void walk(const Value& y, const Step& step) {
  reset_inner(y);
  y->grad += 1;
  hand_on(from_output(y), step);
}

void overwrites(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    node.inputs[i]->grad = node.grad * node.slopes[i];
  });
}

void as_met(const Value& y) {
  reset_inner(y);
  y->grad += 1;
  hand_on(from_output(y, true), add);
}

void breadth_first(const Value& y) {
  reset_inner(y);
  y->grad += 1;
  hand_on(breadth_first_order(y), add);
}

void pass_through(const Value& node) {
  hand_on({node}, add);
  for (const Value& input : node->inputs) pass_through(input);
}

void at_each_arrival(const Value& y) {
  reset_inner(y);
  y->grad += 1;
  pass_through(y);
}

// The same as if there never were a second call.
void as_met_unreset(const Value& y) {
  y->grad = 1;
  hand_on(from_output(y, true), add);
}

void breadth_first_unreset(const Value& y) {
  y->grad = 1;
  hand_on(breadth_first_order(y), add);
}

void each_arrival_unreset(const Value& y) {
  y->grad = 1;
  pass_through(y);
}

void bring(const Value& node, double grad) {
  node->grad += grad;
  for (std::size_t i = 0; i < node->inputs.size(); ++i)
    bring(node->inputs[i], grad * node->slopes[i]);
}

void inner_adds(const Value& y) { bring(y, 1); }

void begins_again(const Value& y) {
  y->grad = 1;
  hand_on({y}, add);
  for (const Value& input : y->inputs) begins_again(input);
}

void inner_not_reset(const Value& y) {
  y->grad = 1;
  hand_on(from_output(y), add);
}

void nothing_reset(const Value& y) {
  y->grad += 1;
  hand_on(from_output(y), add);
}

void leaves_reset(const Value& y) {
  for (const Value& node : from_output(y)) node->grad = 0;
  walk(y, add);
}

void inner_cleared(const Value& y) {
  walk(y, add);
  reset_inner(y);
}

void no_beginning(const Value& y) {
  reset_inner(y);
  hand_on(from_output(y), add);
}

void begins_with_value(const Value& y) {
  reset_inner(y);
  y->grad += y->value;
  hand_on(from_output(y), add);
}

void minus(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    node.inputs[i]->grad -= node.grad * node.slopes[i];
  });
}

void slope_missing(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    node.inputs[i]->grad += node.grad;
  });
}

void grad_missing(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    node.inputs[i]->grad += node.slopes[i];
  });
}

void value_for_slope(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    node.inputs[i]->grad += node.grad * node.inputs[i]->value;
  });
}

void slopes_swapped(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    node.inputs[i]->grad += node.grad * node.slopes[node.slopes.size() - 1 - i];
  });
}

void first_input_only(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    if (i == 0) add(node, i);
  });
}

void two_inputs_only(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    if (i < 2) add(node, i);
  });
}

void twice_is_once(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    const auto here = node.inputs.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(node.inputs.begin(), here, *here) == here) add(node, i);
  });
}

void graph_freed(const Value& y) {
  const Order order = from_output(y);
  walk(y, add);
  for (const Value& node : order) {
    node->inputs.clear();
    node->slopes.clear();
  }
}

void same_value(const Value& y) {
  Order order;
  const std::function<void(const Value&)> visit = [&](const Value& node) {
    for (const Value& other : order)
      if (other->value == node->value) return;
    for (const Value& input : node->inputs) visit(input);
    order.push_back(node);
  };
  visit(y);
  for (const Value& node : order)
    if (!node->inputs.empty()) node->grad = 0;
  y->grad += 1;
  hand_on({order.rbegin(), order.rend()}, add);
}

// Sets back only those whose first input is a leaf.
void some_reset(const Value& y) {
  for (const Value& node : from_output(y))
    if (!node->inputs.empty() && node->inputs[0]->inputs.empty())
      node->grad = 0;
  y->grad += 1;
  hand_on(from_output(y), add);
}

void by_value(const Value& y) {
  reset_inner(y);
  y->grad += 1;
  Order order = from_output(y);
  std::stable_sort(
      order.begin(), order.end(),
      [](const Value& a, const Value& b) { return a->value > b->value; });
  hand_on(order, add);
}

void whole_numbers(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    node.inputs[i]->grad += int(node.grad * node.slopes[i]);
  });
}

void in_float(const Value& y) {
  walk(y, [](ValueNode& node, std::size_t i) {
    const float more = float(node.grad) * float(node.slopes[i]);
    node.inputs[i]->grad = float(node.inputs[i]->grad) + more;
  });
}

void one_step(const Value& y) {
  reset_inner(y);
  y->grad += 1;
  hand_on({y}, add);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"overwrites",
       "the last use of a number wins: a gradient is set with =, where it "
       "should be added with +=",
       with(overwrites)},
      {"as-met",
       "a node hands on its gradient as soon as a search comes to it. Where a "
       "number is used twice, part of its gradient may come later",
       with(as_met)},
      {"breadth-first",
       "you go through the inputs of y, then through all of theirs. A node "
       "that is met early may still be waiting for one that is met late",
       with(breadth_first)},
      {"at-each-arrival",
       "you pass through a node each time you arrive there, and hand on again "
       "what was handed on before; each node has its turn once",
       with(at_each_arrival)},
      {"as-met-unreset",
       "a node hands on its gradient as soon as a search comes to it, though "
       "part of it may come later; and a second backward() counts again what "
       "the first one left between leaves and result",
       with(as_met_unreset)},
      {"breadth-first-unreset",
       "you go through the inputs of y, then through all of theirs, though a "
       "node may still be waiting for one that is met late; and a second "
       "backward() counts again what the first one left between leaves and "
       "result",
       with(breadth_first_unreset)},
      {"at-each-arrival-unreset",
       "you pass through a node each time you arrive there, and hand on again "
       "what was handed on before; each node has its turn once. And a second "
       "backward() counts again what the first one left between leaves and "
       "result",
       with(each_arrival_unreset)},
      {"inner-adds",
       "in a second backward() all gradients add to those of the first; only "
       "leaves do so, the others begin at 0 each time",
       with(inner_adds)},
      {"begins-again",
       "backward() calls itself for the inputs, and so sets their gradients to "
       "1; only the result begins with 1",
       with(begins_again)},
      {"inner-not-reset",
       "a second backward() counts again what the first one left in the nodes "
       "between; only leaves go on adding",
       with(inner_not_reset)},
      {"nothing-reset",
       "in a second backward() the gradient of the result is 2, and what the "
       "first one left in the nodes between is counted again; only leaves go "
       "on adding",
       with(nothing_reset)},
      {"leaves-reset",
       "a second backward() forgets what the first one gave to the leaves; "
       "their gradients add up",
       with(leaves_reset)},
      {"inner-cleared",
       "you clear the gradients between the leaves and the result after the "
       "walk; here they are kept until the next one",
       with(inner_cleared)},
      {"no-beginning",
       "the walk has nothing to begin with: the gradient of the result is 1",
       with(no_beginning)},
      {"begins-with-value",
       "the walk begins with the value of the result; its gradient is 1, "
       "whatever its value",
       with(begins_with_value)},
      {"minus", "gradients are subtracted; they add", with(minus)},
      {"slope-missing",
       "a node hands on its gradient as it is; each input gets it times its "
       "slope",
       with(slope_missing)},
      {"grad-missing",
       "a node hands on its slopes alone, and its own gradient is left out of "
       "the product",
       with(grad_missing)},
      {"value-for-slope",
       "you multiply by the value of the input; what counts is the slope",
       with(value_for_slope)},
      {"slopes-swapped",
       "the inputs get each other's slopes: slopes[i] belongs to inputs[i]",
       with(slopes_swapped)},
      {"first-input-only", "only the first input of each node gets something",
       with(first_input_only)},
      {"two-inputs-only",
       "only two inputs of each node get something; there may be more",
       with(two_inputs_only)},
      {"twice-is-once",
       "where a number is used twice by the same node, as in x x, it gets only "
       "one of both gradients",
       with(twice_is_once)},
      {"second-walk-ends",
       "a second backward() through the same graph finds nothing to do: either "
       "the first one took the graph apart, or what you have seen is kept from "
       "call to call, in a static set perhaps",
       with(graph_freed)},
      {"same-value",
       "you take numbers of the same value for one and the same; two nodes are "
       "the same only if they are the same object",
       with(same_value)},
      {"some-reset",
       "not all nodes between the leaves and the result begin at 0 in a second "
       "backward(), only some of them, such as those made from leaves",
       with(some_reset)},
      {"by-value",
       "the nodes have their turn in the order of their values, which says "
       "nothing about what was made from what",
       with(by_value)},
      {"whole-numbers",
       "gradients lose their decimals: somewhere they are kept in an integer",
       with(whole_numbers)},
      {"in-float",
       "somewhere on the way you compute in float, with about 7 digits: write "
       "double",
       with(in_float)},
      {"one-step",
       "only the inputs of the result get something: either the walk ends "
       "there, or it comes from the leaves, where nothing has arrived yet",
       with(one_step)},
  };
  return all;
}
