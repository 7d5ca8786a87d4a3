// From the output: a node is next once all that was made from it is there. The
// row comes out the wrong way round.

#include "exercises/topological_order/answer.h"

std::vector<std::size_t> topological_order(
    const std::vector<std::vector<std::size_t>>& inputs, std::size_t output) {
  std::vector<bool> needed(inputs.size());
  std::vector<std::size_t> uses(inputs.size());
  std::vector<std::size_t> todo_list = {output};
  needed[output] = true;
  for (std::size_t i = 0; i < todo_list.size(); ++i)
    for (const std::size_t input : inputs[todo_list[i]]) {
      ++uses[input];
      if (needed[input]) continue;
      needed[input] = true;
      todo_list.push_back(input);
    }
  std::vector<std::size_t> order = {output};
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const std::size_t input : inputs[order[i]])
      if (--uses[input] == 0) order.push_back(input);
  std::reverse(order.begin(), order.end());
  return order;
}
