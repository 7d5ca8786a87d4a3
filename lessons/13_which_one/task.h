#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// What one scheme got in one task: a number for each of the task's lengths, or
/// for the first of them where it cannot go on.
struct Outcome {
  std::string scheme;
  std::vector<double> values;
};

/// One training: which scheme, with which seed, for how many updates.
struct Trial {
  std::string scheme;
  std::uint64_t seed;
  std::size_t updates;
};

/// Something to be learned from short texts and then asked in longer ones.
struct Task {
  std::string name;
  std::string title;
  std::string unit;  ///< "% right" or "perplexity"
  bool more_is_better;
  std::vector<std::size_t> lengths;  ///< as trained, 2, 4 and 16 times as long
  std::size_t updates;
  /// Trains once and asks at every length. Rotary positions bring their
  /// stretched clocks along, as further outcomes.
  std::function<std::vector<Outcome>(const Trial&)> run;
};

/// All of them, in the order of the lesson.
const std::vector<Task>& tasks();
/// ValueError for a name that is none.
const Task& task(const std::string& name);

Task order_task();
Task three_back_task(bool causal);
Task copying_task(bool distinct);
Task language_task();
