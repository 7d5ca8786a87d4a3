#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace live {

using Json = nlohmann::json;

/// A question that a page may ask: {"ask": "clock.hands", "with": {"position":
/// 7}}.
struct Question {
  std::string name;
  /// From what stands in "with". What it throws, the page gets as a sentence.
  std::function<Json(const Json&)> answer;
};
using Questions = std::vector<Question>;

}  // namespace live
