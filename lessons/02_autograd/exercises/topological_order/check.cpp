#include <fmt/ranges.h>

#include <array>

#include "course/exercise/exam.h"

namespace {

using Order = std::vector<std::size_t>;

struct Graph {
  std::vector<Order> inputs;
  std::size_t output;
};

std::string list_of(const Order& nodes) {
  return fmt::format("{{{}}}", fmt::join(nodes, ", "));
}

// Which graph it was and what came of it, if it is a small one.
std::string about(const Graph& graph, const Order& order) {
  if (graph.inputs.size() > 12)
    return fmt::format("a graph of {} nodes", graph.inputs.size());
  std::vector<std::string> inputs;
  for (const Order& nodes : graph.inputs) inputs.push_back(list_of(nodes));
  return fmt::format("inputs {{{}}}, output {}: got {}",
                     fmt::join(inputs, ", "), graph.output, list_of(order));
}

Order right_order(const Graph& graph) {
  return right_answer().topological_order(graph.inputs, graph.output);
}

// A node that stands before one of its inputs, and that input.
struct TooEarly {
  std::size_t node, input;
};

std::vector<TooEarly> too_early(const Graph& graph, const Order& order) {
  std::vector<TooEarly> found;
  const auto place = [&](std::size_t node) {
    return std::find(order.begin(), order.end(), node);
  };
  for (const std::size_t node : Order(order))
    for (const std::size_t input : graph.inputs[node])
      if (place(input) != order.end() && place(node) < place(input))
        found.push_back({node, input});
  return found;
}

// What can be wrong with an order; an empty text stands for nothing. Our
// solution has only one of those that are right.
enum Fault { stranger, twice, missing, unneeded, early, from_output, faults };
using Faults = std::array<std::string, faults>;

Faults faults_of(const Graph& graph, const Order& order) {
  Faults found;
  const std::size_t count = graph.inputs.size();
  const std::string where = " (" + about(graph, order) + ")";
  for (const std::size_t node : order)
    if (node >= count) {
      found[stranger] = fmt::format("there is no node {}{}", node, where);
      return found;
    }
  const Order right = right_order(graph);
  for (std::size_t node = 0; node < count; ++node) {
    const auto times = std::count(order.begin(), order.end(), node);
    const bool needed = std::count(right.begin(), right.end(), node) > 0;
    if (times > 1)
      found[twice] =
          fmt::format("node {} stands there {} times{}", node, times, where);
    if (needed && times == 0)
      found[missing] = fmt::format("node {} is missing{}", node, where);
    if (!needed && times > 0)
      found[unneeded] =
          fmt::format("node {} has no part in the output{}", node, where);
  }
  const std::vector<TooEarly> wrong = too_early(graph, order);
  if (wrong.empty()) return found;
  const bool turned = too_early(graph, {order.rbegin(), order.rend()}).empty();
  found[turned ? from_output : early] =
      fmt::format("node {} stands before its input {}{}", wrong[0].node,
                  wrong[0].input, where);
  return found;
}

Graph mirrored(Graph graph) {
  for (Order& inputs : graph.inputs) std::reverse(inputs.begin(), inputs.end());
  return graph;
}

// A few nodes with up to three inputs each, numbered at random. Some have no
// part in the output.
Graph random_graph(Rng& rng) {
  const std::size_t count = 5 + rng.below(4);
  const std::vector<std::size_t> name = rng.permutation(count);
  Graph graph{std::vector<Order>(count), name[count - 1 - rng.below(2)]};
  for (std::size_t node = 1; node < count; ++node)
    for (std::size_t i = rng.below(4); i > 0; --i)
      graph.inputs[name[node]].push_back(name[rng.below(node)]);
  return graph;
}

// A chain of nodes that were numbered at random; each uses the one before it
// so many times.
Graph random_chain(Rng& rng, std::size_t count, std::size_t uses = 1) {
  const std::vector<std::size_t> name = rng.permutation(count);
  Graph graph{std::vector<Order>(count), name.back()};
  for (std::size_t node = 1; node < count; ++node)
    graph.inputs[name[node]] = Order(uses, name[node - 1]);
  return graph;
}

// Two nodes a level, each made from both of the level before.
Graph ladder(std::size_t levels) {
  Graph graph{{{}, {}}, 2 * levels - 1};
  for (std::size_t level = 1; level < levels; ++level)
    graph.inputs.insert(graph.inputs.end(), 2, {2 * level - 2, 2 * level - 1});
  return graph;
}

// From how many ways each node gets a gradient, by a walk from the end of an
// order.
Array ways_by(const Order& order, const Graph& graph) {
  Array ways = zeros({graph.inputs.size()});
  ways(graph.output) = 1;
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    for (const std::size_t input : graph.inputs[*node])
      ways(input) += ways(*node);
  return ways;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto call = [&](const Graph& graph) {
    return answer.topological_order(graph.inputs, graph.output);
  };
  // The graph and its mirror image: which input comes first must not matter.
  const auto look_at = [&](const Graph& graph) {
    Faults found = faults_of(graph, call(graph));
    const Graph mirror = mirrored(graph);
    const Faults more = faults_of(mirror, call(mirror));
    for (std::size_t i = 0; i < faults; ++i)
      examiner.holds(found[i].empty() && more[i].empty(),
                     found[i].empty() ? more[i] : found[i]);
  };
  // y = u + u u, u = x x, and two nodes that have no part in it.
  const Graph uneven{{{}, {3, 4}, {0, 0}, {2, 2}, {2}, {3, 2}}, 5};
  // Two ways of the same length from the output to node 2.
  const Graph diamond{{{2}, {2}, {}, {1, 0}}, 3};

  examiner.shape("has each node of the output once, and no other", [&] {
    const auto count = [&](const Graph& graph, std::size_t want) {
      examiner.equal(double(call(graph).size()), double(want),
                     {"so many nodes; " + about(graph, call(graph))});
    };
    count({{{}, {0}, {1, 0}, {2}}, 2}, 3);
    count({{{}, {}, {0, 1}, {0}, {1}}, 2}, 3);
  });
  examiner.values("follows a chain, however it is numbered", [&] {
    look_at({{{3}, {0}, {1}, {}}, 2});
    look_at({{{2}, {}, {3}, {1}}, 0});
    look_at(random_chain(rng, 3));
  });
  examiner.values("has a node after its inputs where ways meet again", [&] {
    look_at(diamond);
    look_at(uneven);
    look_at({{{}, {0}, {0, 1}, {0, 2, 1}, {3, 0, 1}}, 4});
  });
  examiner.values("puts random graphs in order", [&] {
    std::string trouble;
    for (int i = 0; i < 30; ++i) {
      const Graph graph = random_graph(rng);
      for (const std::string& fault : faults_of(graph, call(graph)))
        if (trouble.empty()) trouble = fault;
    }
    examiner.holds(trouble.empty(), trouble);
  });
  examiner.edge("works for a node that was made from nothing", [&] {
    look_at({{{}}, 0});
    look_at({{{}, {}, {0, 1}}, 1});
  });
  examiner.edge("works where an input is used twice", [&] {
    look_at({{{}, {0, 0}}, 1});
    look_at({{{1, 1}, {2, 2, 2}, {}}, 0});
  });
  examiner.edge("works for a node of many inputs", [&] {
    look_at({{{}, {}, {6}, {}, {6, 2}, {}, {}, {0, 1, 2, 3, 4, 5, 6}}, 7});
  });
  examiner.edge("is not misled by what the output was not made from", [&] {
    look_at({{{}, {0}, {0}, {1, 0}, {2, 3}}, 1});
    look_at({{{4, 2}, {2}, {3}, {}, {2, 1}}, 1});
  });
  examiner.edge("works for a chain of 1000 nodes",
                [&] { look_at(random_chain(rng, 1000)); });
  examiner.property("lets each gradient wait until all of it is there", [&] {
    std::string trouble;
    for (int i = 0; i < 10 && trouble.empty(); ++i) {
      const Graph graph = random_graph(rng);
      const Array want = ways_by(right_order(graph), graph);
      const Order order = call(graph);
      if (!faults_of(graph, order)[stranger].empty() ||
          ways_by(order, graph) != want)
        trouble = "a walk from its end does not hand back all gradients (" +
                  about(graph, order) + ")";
    }
    examiner.holds(trouble.empty(), trouble);
  });
  examiner.edge("is done at once where a billion ways lead to a node", [&] {
    // An answer that goes all ways has failed before, if it can
    // be seen.
    look_at(random_chain(rng, examiner.passed() ? 31 : 3, 2));
    look_at(ladder(examiner.passed() ? 31 : 3));
  });
  examiner.if_right_so_far(Kind::property, "begins anew with each call", [&] {
    const Order once = call(diamond);
    for (const Graph& between : {diamond, mirrored(uneven), uneven}) {
      call(between);
      examiner.holds(call(diamond) == once,
                     "a later call with the same graph gives something else "
                     "than the first: is something kept from call to call? (" +
                         about(diamond, call(diamond)) + ")");
    }
  });
  examiner.no_gradient("an order has no slope");
}
