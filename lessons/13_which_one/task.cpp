#include "task.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/core/words.h"

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = {
      order_task(),       three_back_task(false), three_back_task(true),
      copying_task(true), copying_task(false),    language_task()};
  return all;
}

const Task& task(const std::string& name) {
  std::vector<std::string> names;
  for (const Task& one : tasks()) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw horloge::ValueError(
      fmt::format("there is no task \"{}\"; choose one of {}", name,
                  horloge::joined(names)));
}
