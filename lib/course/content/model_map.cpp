#include "course/content/model_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "course/content/lines.h"

namespace content {
namespace {

[[noreturn]] void complain(const std::string& text) {
  throw std::runtime_error("[model map] " + text);
}

// "title: words" in two; a title may have colons in it.
std::pair<std::string, std::string> halves(const std::string& line) {
  const std::size_t colon = line.rfind(": ");
  if (colon == std::string::npos) complain("no parts: " + line);
  return {line.substr(0, colon), line.substr(colon + 2)};
}

ModelMap::Names names_of(const std::vector<ModelMap::Part>& parts,
                         const std::string& words) {
  ModelMap::Names names;
  if (words == "all") {
    for (const ModelMap::Part& part : parts) names.push_back(part.name);
    return names;
  }
  std::istringstream list(words);
  for (std::string name; list >> name; names.push_back(name))
    if (std::none_of(parts.begin(), parts.end(),
                     [&](const auto& part) { return part.name == name; }))
      complain(fmt::format("there is no part '{}'", name));
  return names;
}

// "norm mlp": from one to the other.
void mark_block(std::vector<ModelMap::Part>& parts, const std::string& words) {
  const ModelMap::Names ends = names_of(parts, words);
  if (ends.size() != 2)
    complain("a block has a first and a last part: " + words);
  const auto place = [&](const std::string& name) {
    return std::find_if(parts.begin(), parts.end(),
                        [&](const auto& part) { return part.name == name; });
  };
  const auto first = place(ends[0]), last = place(ends[1]);
  if (last < first) complain("a block ends before it begins: " + words);
  for (auto part = first; part <= last; ++part) part->in_block = true;
}

bool has_block(const ModelMap& map) {
  return std::any_of(map.parts.begin(), map.parts.end(),
                     [](const auto& part) { return part.in_block; });
}

}  // namespace

std::vector<ModelMap::Names> ModelMap::lit(
    const std::string& topic, const std::vector<std::string>& titles) const {
  const auto lesson = lessons.find(topic);
  if (lesson == lessons.end()) complain("there is no lesson " + topic);
  std::vector<Names> all;
  auto next = lesson->second.begin();
  for (const std::string& title : titles) {
    if (next != lesson->second.end() && next->first == title) {
      all.push_back(next->second);
      ++next;
    } else if (all.empty()) {
      complain(fmt::format("{} begins with '{}'", topic, title));
    } else {
      all.push_back(all.back());
    }
  }
  if (next != lesson->second.end())
    complain(fmt::format("{} has no step '{}' there", topic, next->first));
  return all;
}

ModelMap read_model_map(std::string_view text) {
  constexpr std::string_view part = "part ", block = "block ",
                             lesson = "lesson ";
  ModelMap map;
  std::string topic;
  for (const std::string& line : lines_of(text)) {
    if (line.empty() || begins_with(line, "#")) continue;
    if (begins_with(line, part)) {
      const auto [name, words] = halves(line.substr(part.size()));
      map.parts.push_back({name, words});
    } else if (begins_with(line, block)) {
      mark_block(map.parts, line.substr(block.size()));
    } else if (begins_with(line, lesson)) {
      topic = line.substr(lesson.size());
      map.lessons[topic];
    } else {
      const auto [title, words] = halves(line);
      if (topic.empty()) complain("no lesson is named above: " + line);
      map.lessons[topic].emplace_back(title, names_of(map.parts, words));
    }
  }
  if (!has_block(map)) complain("no block is named");
  return map;
}

}  // namespace content
