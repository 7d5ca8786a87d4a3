// Numbers that remember how they were made, and how slopes walk back through
// them.

#include <memory>
#include <set>

#include "course/stage/lesson.h"
#include "exercises/topological_order/answer.h"
#include "slopes.h"

// Step: a_number_that_remembers
struct Node {
  std::string name;
  double value;
  std::vector<std::shared_ptr<Node>> inputs;  // what it was made from
  std::function<void(Node& y)> backward;      // hands its grad on to them
  double grad = 0;
};
using Value = std::shared_ptr<Node>;

// Fold: makes such a node, and one that was made from nothing
Value make_node(const std::string& name, double value,
                const std::vector<Value>& inputs,
                const std::function<void(Node& y)>& backward) {
  return std::make_shared<Node>(Node{name, value, inputs, backward});
}

Value number(const std::string& name, double value) {
  return make_node(name, value, {}, [](Node&) {});  // made from nothing
}
// End fold
Value operator*(const Value& a, const Value& b) {
  return make_node("times", a->value * b->value, {a, b}, [](Node& y) {
    y.inputs[0]->grad += y.grad * y.inputs[1]->value;
    y.inputs[1]->grad += y.grad * y.inputs[0]->value;
  });
}

// Fold: prints what a product remembers, and what it hands on
void a_number_that_remembers(Page& page) {
  const Value a = number("a", 2), b = number("b", -3);
  const Value p = a * b;
  p->grad = 1;
  p->backward(*p);
  page.print("p is {} of {} and {}\n", p->name, p->inputs[0]->name,
             p->inputs[1]->name);
  page.print("p {:4}   da {:4}   db {:4}\n", p->value, a->grad, b->grad);
}

// Step: a_small_graph
Value operator+(const Value& a, const Value& b) {
  return make_node("plus", a->value + b->value, {a, b}, [](Node& y) {
    y.inputs[0]->grad += y.grad;
    y.inputs[1]->grad += y.grad;
  });
}

Value tanh(const Value& x) {
  return make_node("tanh", std::tanh(x->value), {x}, [](Node& y) {
    y.inputs[0]->grad += y.grad * (1 - y.value * y.value);
  });
}

// Fold: lists all nodes of a graph, and makes a picture of them
struct Listing {
  std::vector<Value> nodes;                      // as a search meets them
  std::vector<std::vector<std::size_t>> inputs;  // of each, by their numbers
};

Listing list_nodes(const Value& y) {
  Listing list{{y}, {}};
  for (std::size_t i = 0; i < list.nodes.size(); ++i) {
    const Value node = list.nodes[i];
    list.inputs.emplace_back();
    for (const Value& input : node->inputs) {
      const auto at = std::find(list.nodes.begin(), list.nodes.end(), input);
      list.inputs[i].push_back(std::size_t(at - list.nodes.begin()));
      if (at == list.nodes.end()) list.nodes.push_back(input);
    }
  }
  return list;
}

horloge::Graph picture(const Value& y) {
  const Listing list = list_nodes(y);
  horloge::Graph figure;
  for (std::size_t i = 0; i < list.nodes.size(); ++i) {
    const Node& node = *list.nodes[i];
    figure.nodes.push_back({fmt::format("{} {:.3g}", node.name, node.value),
                            fmt::format("grad {:.3g}", node.grad)});
    for (const std::size_t input : list.inputs[i])
      figure.edges.emplace_back(input, i);
  }
  return figure;
}
// End fold
void a_small_graph(Page& page) {
  const Value a = number("a", 2), b = number("b", -3), c = number("c", 6.5);
  const Value p = a * b;
  const Value s = p + c;
  const Value y = tanh(s);
  y->grad = 1;
  for (const Value& node : {y, s, p}) node->backward(*node);
  page.show(picture(y));
}

// Step: two_wrong_walks
void walk_once(const Value& node, std::set<Value>& seen) {
  if (!seen.insert(node).second) return;
  node->backward(*node);
  for (const Value& input : node->inputs) walk_once(input, seen);
}

void walk_at_each_arrival(const Value& node) {
  node->backward(*node);
  for (const Value& input : node->inputs) walk_at_each_arrival(input);
}

// Fold: walks back both ways through y = u u + u, and through y = u + u u
// The slope of y = u u + u at x = 2, where u = x x, by some walk; or of the
// same sum the other way round.
double slope_by(const std::function<void(const Value& y)>& walk,
                bool square_first) {
  const Value x = number("x", 2);
  const Value u = x * x;
  const Value y = square_first ? u * u + u : u + u * u;
  y->grad = 1;
  walk(y);
  return x->grad;
}

void two_wrong_walks(Page& page) {
  const auto once = [](const Value& y) {
    std::set<Value> seen;
    walk_once(y, seen);
  };
  const auto y = [](double x) { return x * x * x * x + x * x; };
  page.print("                 y = u u + u   y = u + u u\n");
  page.print("each node once   {:11.1f}   {:11.1f}\n", slope_by(once, true),
             slope_by(once, false));
  page.print("at each arrival  {:11.1f}   {:11.1f}\n",
             slope_by(walk_at_each_arrival, true),
             slope_by(walk_at_each_arrival, false));
  page.print("nudged           {:11.1f}   {:11.1f}\n", slope(y, 2),
             slope(y, 2));
  page.came_out(std::round(slope(y, 2)));
}

// Step: walk_in_order
void backward(const Value& y) {
  const Listing list = list_nodes(y);  // y is number 0
  const auto order = topological_order(list.inputs, 0);
  y->grad = 1;
  for (auto i = order.rbegin(); i != order.rend(); ++i)
    list.nodes[*i]->backward(*list.nodes[*i]);
}

// Fold: walks back through y = u + u u, and draws it
void walk_in_order(Page& page) {
  page.print("                 y = u u + u   y = u + u u\n");
  page.print("each in its turn {:11.1f}   {:11.1f}\n\n",
             slope_by(backward, true), slope_by(backward, false));

  const Value x = number("x", 2);
  const Value u = x * x;
  const Value y = u + u * u;
  u->name = "u", y->name = "y";
  const Listing list = list_nodes(y);
  page.print("in order:");
  for (const std::size_t i : topological_order(list.inputs, 0))
    page.print("  {} {}", list.nodes[i]->name, list.nodes[i]->value);
  page.print("\n\n");
  backward(y);
  page.show(picture(y));
}

// Step: gradients_add
Value overwriting_times(const Value& a, const Value& b) {
  const Value y = a * b;
  y->backward = [](Node& y) {
    y.inputs[0]->grad = y.grad * y.inputs[1]->value;  // = instead of +=
    y.inputs[1]->grad = y.grad * y.inputs[0]->value;
  };
  return y;
}

// Fold: finds three slopes, with += and with =
using Times = std::function<Value(const Value& a, const Value& b)>;

void gradients_add(Page& page) {
  const auto print_slopes = [&](const char* name, const Times& times) {
    const Value x = number("x", 3), y = number("y", 3), z = number("z", 3);
    backward(times(number("5", 5), x));
    backward(times(y, y));
    backward(times(times(z, z), z));
    page.print("{:<16}{:3}{:6}{:10}\n", name, x->grad, y->grad, z->grad);
  };
  page.print("slope at x = 3  5 x   x x   (x x) x\n");
  print_slopes("with +=", operator*);
  print_slopes("with =", overwriting_times);
}

// Step: graphs_that_stay
// y holds its rule, and the rule holds y.
Value capturing_tanh(const Value& x) {
  const Value y = tanh(x);
  y->backward = [y](Node&) {
    y->inputs[0]->grad += y->grad * (1 - y->value * y->value);
  };
  return y;
}

// Fold: makes 1000 graphs, lets go of them, and counts what is left
// How many of 1000 results are still there after everybody has let go of them.
std::size_t left_over(Value (*tanh)(const Value& x)) {
  std::vector<std::weak_ptr<Node>> watched;
  for (int i = 0; i < 1000; ++i) {
    const Value y = tanh(number("x", 0.5));
    backward(y);
    watched.push_back(y);
  }
  std::size_t count = 0;
  for (const auto& watch : watched)
    if (const Value y = watch.lock()) {
      ++count;
      y->backward = nullptr;  // lets go of y, and so ends the circle
    }
  return count;
}

void graphs_that_stay(Page& page) {
  page.print("y as an argument  {:4} of 1000 graphs left\n", left_over(tanh));
  page.print("y captured        {:4} of 1000 graphs left\n",
             left_over(capturing_tanh));
}
