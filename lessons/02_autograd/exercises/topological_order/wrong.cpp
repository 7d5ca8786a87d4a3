#include <functional>

#include "course/exercise/exam.h"

namespace {

using Order = std::vector<std::size_t>;
using Inputs = std::vector<Order>;

// Goes through what the output was made from, first input first, and appends
// each node before or after its inputs.
Order search(const Inputs& inputs, std::size_t output, bool before) {
  Order order;
  std::vector<bool> seen(inputs.size());
  const std::function<void(std::size_t)> visit = [&](std::size_t node) {
    if (seen[node]) return;
    seen[node] = true;
    if (before) order.push_back(node);
    for (const std::size_t input : inputs[node]) visit(input);
    if (!before) order.push_back(node);
  };
  visit(output);
  return order;
}

Order right(const Inputs& inputs, std::size_t output) {
  return search(inputs, output, false);
}

Order turned(const Order& order) { return {order.rbegin(), order.rend()}; }

Order without(Order order, const std::function<bool(std::size_t)>& left_out) {
  order.erase(std::remove_if(order.begin(), order.end(), left_out),
              order.end());
  return order;
}

Order preorder(const Inputs& inputs, std::size_t output) {
  return search(inputs, output, true);
}

Order preorder_turned(const Inputs& inputs, std::size_t output) {
  return turned(preorder(inputs, output));
}

Order backwards(const Inputs& inputs, std::size_t output) {
  return turned(right(inputs, output));
}

Order breadth_first(const Inputs& inputs, std::size_t output) {
  Order order = {output};
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const std::size_t input : inputs[order[i]])
      if (std::find(order.begin(), order.end(), input) == order.end())
        order.push_back(input);
  return order;
}

Order breadth_first_turned(const Inputs& inputs, std::size_t output) {
  return turned(breadth_first(inputs, output));
}

Order repeated(const Inputs& inputs, std::size_t output) {
  Order order;
  for (const std::size_t input : inputs[output])
    for (const std::size_t node : repeated(inputs, input))
      order.push_back(node);
  order.push_back(output);
  return order;
}

Order all_nodes(const Inputs& inputs, std::size_t) {
  Order order;
  for (std::size_t node = 0; node < inputs.size(); ++node)
    for (const std::size_t next : right(inputs, node))
      if (std::find(order.begin(), order.end(), next) == order.end())
        order.push_back(next);
  return order;
}

Order direct_only(const Inputs& inputs, std::size_t output) {
  Order order;
  for (const std::size_t input : inputs[output])
    if (std::find(order.begin(), order.end(), input) == order.end())
      order.push_back(input);
  order.push_back(output);
  return order;
}

Order first_input_only(const Inputs& inputs, std::size_t output) {
  Order order = {output};
  while (!inputs[order.back()].empty())
    order.push_back(inputs[order.back()][0]);
  return turned(order);
}

Order ascending(const Inputs& inputs, std::size_t output) {
  Order order = right(inputs, output);
  std::sort(order.begin(), order.end());
  return order;
}

Order descending(const Inputs& inputs, std::size_t output) {
  return turned(ascending(inputs, output));
}

// Sorted by a number of each node that it has; the lowest first.
Order sorted_by(const Inputs& inputs, std::size_t output,
                const std::function<std::size_t(std::size_t)>& number) {
  Order order = ascending(inputs, output);
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return number(a) < number(b); });
  return order;
}

Order shortest_way(const Inputs& inputs, std::size_t output) {
  std::vector<std::size_t> ways(inputs.size(), 0);
  for (const std::size_t node : right(inputs, output))
    for (const std::size_t input : inputs[node])
      ways[node] = ways[node] == 0 ? ways[input] + 1
                                   : std::min(ways[node], ways[input] + 1);
  return sorted_by(inputs, output,
                   [&](std::size_t node) { return ways[node]; });
}

Order by_input_count(const Inputs& inputs, std::size_t output) {
  return sorted_by(inputs, output,
                   [&](std::size_t node) { return inputs[node].size(); });
}

Order output_in_front(const Inputs& inputs, std::size_t output) {
  Order order = without(right(inputs, output),
                        [&](std::size_t node) { return node == output; });
  order.insert(order.begin(), output);
  return order;
}

Order output_twice(const Inputs& inputs, std::size_t output) {
  Order order = right(inputs, output);
  order.push_back(output);
  return order;
}

Order leaves_first(const Inputs& inputs, std::size_t output) {
  return sorted_by(inputs, output, [&](std::size_t node) -> std::size_t {
    return node == output ? 2 : inputs[node].empty() ? 0 : 1;
  });
}

Order output_missing(const Inputs& inputs, std::size_t output) {
  return without(right(inputs, output),
                 [&](std::size_t node) { return node == output; });
}

Order leaves_missing(const Inputs& inputs, std::size_t output) {
  return without(right(inputs, output),
                 [&](std::size_t node) { return inputs[node].empty(); });
}

Order last_node(const Inputs& inputs, std::size_t) {
  return right(inputs, inputs.size() - 1);
}

// A node is next once all its uses are there, as they were counted.
Order by_uses(const Inputs& inputs, std::size_t output, Order uses,
              bool each_once) {
  Order order = {output};
  for (std::size_t i = 0; i < order.size(); ++i) {
    Order used = inputs[order[i]];
    std::sort(used.begin(), used.end());
    if (each_once)
      used.erase(std::unique(used.begin(), used.end()), used.end());
    for (const std::size_t input : used)
      if (--uses[input] == 0) order.push_back(input);
  }
  return turned(order);
}

Order count_uses(const Inputs& inputs, const Order& users) {
  Order uses(inputs.size());
  for (const std::size_t user : users)
    for (const std::size_t input : inputs[user]) ++uses[input];
  return uses;
}

Order waits_for_others(const Inputs& inputs, std::size_t output) {
  return by_uses(inputs, output, count_uses(inputs, all_nodes(inputs, output)),
                 false);
}

Order double_use(const Inputs& inputs, std::size_t output) {
  return by_uses(inputs, output, count_uses(inputs, right(inputs, output)),
                 true);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"preorder",
       "a node is put down before the search goes on to its inputs; it belongs "
       "after them",
       {preorder}},
      {"preorder-turned",
       "you put each node down as you come to it, and turn the row round at "
       "the end: where two ways meet again, a node may then come before one of "
       "its inputs",
       {preorder_turned}},
      {"backwards",
       "your row is right the other way round: inputs come first, the output "
       "is the last",
       {backwards}},
      {"breadth-first",
       "you list the nodes as you meet them from the output: the output comes "
       "last, and each node after its inputs",
       {breadth_first}},
      {"breadth-first-turned",
       "you go from the output to its inputs, then to all of theirs, and turn "
       "the row round. But a node that is met early may also be needed by one "
       "that is met late",
       {breadth_first_turned}},
      {"repeated",
       "a node is put down each time the search comes to it; once is enough",
       {repeated}},
      {"all-nodes",
       "all nodes of the graph are there; those that the output was not made "
       "from do not belong in the row",
       {all_nodes}},
      {"direct-only",
       "you stop at the inputs of the output; their own inputs belong in the "
       "row, too",
       {direct_only}},
      {"first-input-only",
       "you follow the first input of each node and forget the others",
       {first_input_only}},
      {"ascending",
       "the nodes are sorted by their numbers; here the numbers say nothing "
       "about the order",
       {ascending}},
      {"descending",
       "the nodes are sorted by their numbers, the largest first; here the "
       "numbers say nothing about the order",
       {descending}},
      {"shortest-way",
       "the nodes are sorted by the shortest way down to a leaf. What counts "
       "is the longest: a node may also need one that is far from all leaves",
       {shortest_way}},
      {"by-input-count",
       "the nodes are sorted by the number of their inputs, which says nothing "
       "about the order",
       {by_input_count}},
      {"leaves-first",
       "leaves come first, the output last, and those between are sorted by "
       "their numbers; they depend on each other, too",
       {leaves_first}},
      {"output-in-front",
       "the output stands at the front; it is the last of the row",
       {output_in_front}},
      {"output-twice",
       "the output is put down once by the search and once more after it",
       {output_twice}},
      {"output-missing",
       "the output itself is missing: it is the last of the row",
       {output_missing}},
      {"leaves-missing",
       "nodes without inputs are missing; they get a gradient, too",
       {leaves_missing}},
      {"last-node",
       "you begin at the node with the highest number; begin at `output`",
       {last_node}},
      {"waits-for-others",
       "a node waits for all that was made from it, also for what has no part "
       "in the output, and that never comes",
       {waits_for_others}},
      {"double-use",
       "in u * u you count two uses of u, but wait for both and see only one",
       {double_use}},
  };
  return all;
}
