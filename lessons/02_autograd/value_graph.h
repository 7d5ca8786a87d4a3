#pragma once

#include <memory>
#include <vector>

// The graph that the exercise value_graph asks for: what a number is made of is
// hidden, so that `--mine` can put the learner's own in its place.

struct ValueNode;
using Value = std::shared_ptr<ValueNode>;

/// A number that was made from others; `slopes` is how it responds to each.
Value make_value(double value, const std::vector<Value>& inputs,
                 const std::vector<double>& slopes);
double gradient_of(const Value& x);

/// Leaves add up what they get in each call, all others begin at 0.
void backward(const Value& y);
