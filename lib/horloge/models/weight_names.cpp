#include "horloge/models/weight_names.h"

#include <algorithm>
#include <cctype>

namespace horloge {
namespace {

const NameParts* parts_at(const std::string& pattern, std::size_t at) {
  static const std::vector<NameParts> all = {{"{qkv}", {"q", "k", "v"}},
                                             {"{kv}", {"k", "v"}},
                                             {"{gate,up}", {"gate", "up"}},
                                             {"{kv_down,k_rotary}", {"kv_down", "k_rotary"}}};
  for (const NameParts& parts : all)
    if (pattern.compare(at, parts.pattern.size(), parts.pattern) == 0) return &parts;
  return nullptr;
}

}  // namespace

std::optional<NameMatch> match_name(const std::string& pattern, const std::string& name) {
  NameMatch found;
  std::size_t at = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '*') {
      std::string number;
      while (at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])) != 0)
        number += name[at++];
      if (number.empty()) return {};
      found.numbers.push_back(number);
    } else if (const NameParts* parts = parts_at(pattern, i)) {
      const auto& names = parts->names;
      const auto part = std::find_if(names.begin(), names.end(), [&](const std::string& start) {
        return name.compare(at, start.size(), start) == 0;
      });
      if (part == names.end()) return {};
      found.parts = parts;
      found.part = static_cast<std::size_t>(part - names.begin());
      at += part->size();
      i += parts->pattern.size() - 1;
    } else if (at == name.size() || name[at++] != pattern[i]) {
      return {};
    }
  }
  found.rest = name.substr(at);
  if (!found.rest.empty() && found.rest[0] != '.') return {};
  return found;
}

std::string fill_name(std::string pattern, const NameMatch& match) {
  for (const std::string& number : match.numbers)
    if (const auto star = pattern.find('*'); star != std::string::npos)
      pattern.replace(star, 1, number);
  if (match.parts != nullptr)
    if (const auto open = pattern.find(match.parts->pattern); open != std::string::npos)
      pattern.replace(open, match.parts->pattern.size(), match.parts->names[match.part]);
  return pattern + match.rest;
}

}  // namespace horloge
