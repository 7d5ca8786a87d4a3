#pragma once

// Helpers for messages.

#include <string>
#include <vector>

namespace horloge {

/// Words one after the other: "gelu, relu, silu".
inline std::string joined(const std::vector<std::string>& words,
                          const std::string& separator = ", ") {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

/// A message without its "[who] ": "[matmul] inner sizes differ" -> "inner sizes differ". For one
/// that becomes part of another.
inline std::string without_who(const std::string& message) {
  const std::size_t end = message.rfind('[', 0) == 0 ? message.find("] ") : message.npos;
  return end == message.npos ? message : message.substr(end + 2);
}

}  // namespace horloge
