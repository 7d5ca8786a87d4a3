#include "names.h"

#include "horloge/nn/position/names.h"

const std::vector<std::string>& contenders() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const std::string& name : horloge::position_names()) {
      all.push_back(name);
      if (name == "sinusoidal" || name == "learned")
        all.push_back(name + "+offset");
    }
    all.emplace_back("forget_gate");
    return all;
  }();
  return names;
}

const std::vector<std::string>& task_names() {
  static const std::vector<std::string> names = {
      "order",         "three_back_both_ways", "three_back",
      "copy_distinct", "copy_repeating",       "language"};
  return names;
}
