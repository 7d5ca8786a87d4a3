#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace stage {

/// What came out of a step, or what a learner thinks will: a number, one of
/// some choices, or the points of a curve.
using Outcome = std::variant<double, std::string, std::vector<double>>;

/// A question that a learner answers before a step shows what is so.
struct Prediction {
  enum class Kind { number, choice, curve };
  Kind kind = Kind::number;
  std::string name;      ///< of the revealing function
  std::size_t step = 0;  ///< that asks, from 1
  std::string unit;      ///< of the answer: "%", or "% right" for a curve
  std::vector<std::string> choices;
  std::vector<double> at;  ///< where a curve is asked for
  std::string at_unit;     ///< unit of `at`: "tokens"
  double within = 0;       ///< how far off is still right
  bool by_factor = false;  ///< `within` is a factor
};

/// Reads the paragraph that asks, from `Predict: ` to the kind of its answer,
/// in parentheses at its end:
///   (a number, in %, right within 10)
///   (a number, right within a factor of 2)
///   (one of: rotary, ALiBi or neither)
///   (a curve: % right at 16, 32 and 64 tokens, right within 10)
/// `name` is the function that the step runs. A step that runs nothing, or has
/// to wait for a later one, names that in the end: `; `train_it` shows it)`.
/// Throws std::runtime_error for another form.
Prediction parse_prediction(const std::string& paragraph,
                            const std::string& name);

}  // namespace stage
