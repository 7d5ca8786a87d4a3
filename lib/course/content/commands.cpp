#include "course/content/commands.h"

#include <algorithm>
#include <cctype>

#include "course/content/lines.h"

namespace content {
namespace {

// "reset", of "./learn reset NAME".
std::string name_in(const std::string& usage) {
  const std::string start = "./learn ";
  if (usage.size() <= start.size() ||
      std::islower(static_cast<unsigned char>(usage[start.size()])) == 0)
    return "";
  const std::size_t end = usage.find(' ', start.size());
  return usage.substr(start.size(), end - start.size());
}

}  // namespace

std::vector<CommandText> read_commands(std::string_view text) {
  std::vector<CommandText> commands;
  for (const std::string& line : lines_of(text)) {
    if (begins_with(line, "./learn"))
      commands.push_back({line, name_in(line), ""});
    else if (!commands.empty())
      commands.back().text +=
          line.substr(std::min(line.find_first_not_of(' '), line.size())) +
          "\n";
  }
  return commands;
}

}  // namespace content
