#pragma once

#include <stdexcept>
#include <string>

namespace exercise {

/// What an exercise throws where its answer is not written yet.
class Todo : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Stands where the learner writes the answer.
[[noreturn]] inline void todo(const char* what,
                              const char* file = __builtin_FILE(),
                              int line = __builtin_LINE()) {
  throw Todo(std::string(what) + ": not written yet, " + file + ":" +
             std::to_string(line));
}

}  // namespace exercise
