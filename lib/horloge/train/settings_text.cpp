#include "horloge/train/settings_text.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "horloge/text/escape_controls.h"

namespace horloge {
namespace {

constexpr const char* equals = " = ";
constexpr std::size_t longest_setting = 200;

std::map<std::string, std::string> settings_in(const std::string& text) {
  std::map<std::string, std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (const auto at = line.find(equals); at != line.npos)
      found.emplace(line.substr(0, at), line.substr(at + std::string(equals).size()));
  return found;
}

}  // namespace

std::string settings_text(const Module& module) {
  std::string text;
  for (const NamedSetting& entry : module.named_settings())
    text += entry.name + equals + entry.value + '\n';
  return text;
}

std::optional<std::string> other_setting(const std::string& text, const Module& module,
                                         bool for_training) {
  const auto there = settings_in(text);
  for (const NamedSetting& here : module.named_settings()) {
    const auto found = there.find(here.name);
    if (found == there.end() || found->second == here.value) continue;
    if (for_training || !here.only_in_training)
      return fmt::format("{} is \"{}\" there, \"{}\" here", here.name,
                         excerpt(found->second, longest_setting), here.value);
  }
  return {};
}

std::optional<std::string> missing_setting(const std::string& text, const Module& module) {
  auto there = settings_in(text);
  for (const NamedSetting& here : module.named_settings())
    if (there.erase(here.name) == 0)
      return fmt::format("it has no {}, which is \"{}\" here", here.name, here.value);
  if (there.empty()) return {};
  return fmt::format("its {}, \"{}\", is unknown here", excerpt(there.begin()->first),
                     excerpt(there.begin()->second, longest_setting));
}

}  // namespace horloge
