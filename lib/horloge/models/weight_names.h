#pragma once

// The patterns of weight tables, such as stack.blocks.*.attention.{qkv}_proj.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace horloge {

/// What is one tensor in a file and several here, in the order of its rows.
struct NameParts {
  std::string pattern;             ///< `{qkv}`
  std::vector<std::string> names;  ///< q, k and v
};

/// What the placeholders of a pattern match in a name, and what follows: `.weight`.
struct NameMatch {
  std::vector<std::string> numbers;  ///< of each `*`, in order
  const NameParts* parts = nullptr;  ///< null: the pattern has none
  std::size_t part = 0;              ///< of parts->names
  std::string rest;
};

std::optional<NameMatch> match_name(const std::string& pattern, const std::string& name);

/// The name that another pattern gives for the same match; it may have fewer `*`.
std::string fill_name(std::string pattern, const NameMatch& match);

inline bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

inline bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace horloge
