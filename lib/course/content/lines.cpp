#include "course/content/lines.h"

#include <algorithm>

namespace content {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

bool begins_with(std::string_view text, std::string_view begin) {
  return text.substr(0, begin.size()) == begin;
}

std::optional<std::string> behind(std::string_view text,
                                  std::string_view begin) {
  if (!begins_with(text, begin)) return {};
  return std::string(text.substr(begin.size()));
}

std::vector<std::string> split(std::string_view text, std::string_view mark) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(mark);
    parts.emplace_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + mark.size());
  }
}

}  // namespace content
