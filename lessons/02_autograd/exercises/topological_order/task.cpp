// A row of nodes in which each comes after its inputs.
//
// See "The walk in order" in this lesson: backward() walks such a row from its
// end. A. B. Kahn, "Topological sorting of large networks" (1962), finds one in
// another way than the lesson does. Either will do.

#include "exercises/topological_order/answer.h"

/// The nodes that `output` was made from, and itself as the last: each of them
/// once, after its inputs, and no node that has no part in the output.
///   inputs[i]: the nodes that node i was made from
/// A node made from nothing has no inputs; u * u has the input u twice. The
/// numbers of the nodes say nothing about the order. No node is made from
/// itself, not by any detour either.
///
/// Often more than one order is right, and any of them is accepted. Recursion
/// will do: no way from the output to a node is longer than 1000 steps. But
/// there may be very many ways.
///
/// What may help: std::vector<bool> seen(inputs.size()) to remember where you
/// have been; order.push_back(node); a std::function can call itself if it is
/// captured by reference.
std::vector<std::size_t> topological_order(
    const std::vector<std::vector<std::size_t>>& inputs, std::size_t output) {
  // solution
  std::vector<std::size_t> order;
  std::vector<bool> seen(inputs.size());
  const std::function<void(std::size_t)> visit = [&](std::size_t node) {
    if (seen[node]) return;
    seen[node] = true;
    for (const std::size_t input : inputs[node]) visit(input);
    order.push_back(node);  // its inputs are all there already
  };
  visit(output);
  return order;
  // end
}
