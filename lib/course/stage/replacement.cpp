#include "course/stage/replacement.h"

#include <fmt/format.h>

#include "course/stage/cpp_text.h"

namespace stage {

std::string_view find_function(std::string_view source, std::string_view name) {
  const std::string code = code_only(source);
  std::string_view found;
  std::size_t begin = skip_space(code, 0);  // of what is being declared
  bool wanted = false;                      // name( has been seen in it
  for (std::size_t at = begin; at < code.size();) {
    const char c = code[at];
    const bool opens = c == '(' || c == '[' || c == '{';
    const std::size_t end = opens ? behind_bracket(code, at) : at + 1;
    if (end == std::string::npos) break;
    wanted =
        wanted || (c == '(' && word_at(code, word_before(code, at)) == name);
    at = end;
    if (c != '{' && c != '}' && c != ';') continue;
    if (wanted && c == '{') {
      if (!found.empty()) return {};
      found = source.substr(begin, end - begin);
    }
    at = begin = skip_space(code, end);
    wanted = false;
  }
  return found;
}

void show_replacement(Lesson& lesson, const Replacement& replacement) {
  const std::string_view own =
      find_function(replacement.source, replacement.name);
  if (own.empty()) return;
  for (Step& step : lesson.steps) {
    const std::string_view ours = find_function(step.code, replacement.name);
    if (ours.empty()) continue;
    const auto at = static_cast<std::size_t>(ours.data() - step.code.data());
    step.code.replace(
        at, ours.size(),
        fmt::format("// Your own, from\n// {}:\n{}", replacement.file, own));
  }
}

}  // namespace stage
