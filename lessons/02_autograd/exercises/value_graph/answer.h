#pragma once

#include <memory>

#include "course/exercise/exercise.h"

// A number that remembers how it was made; the exercise's file says more.
struct ValueNode;
using Value = std::shared_ptr<ValueNode>;

Value make_value(double value, const std::vector<Value>& inputs,
                 const std::vector<double>& slopes);
double gradient_of(const Value& x);
void backward(const Value& y);

// What the check calls.
struct Answer {
  decltype(&make_value) make;
  decltype(&gradient_of) gradient;
  decltype(&::backward) backward;
};
inline Answer your_answer() { return {make_value, gradient_of, backward}; }
