#include "course/stage/fold.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/stage/lines.h"

namespace stage {
namespace {

constexpr std::string_view begin_mark = "// Fold: ";
constexpr std::string_view end_mark = "// End fold";

// Blank lines at the ends of a fold are no part of what it holds.
std::size_t lines_in(const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  const auto blank = [](const std::string& line) { return line.empty(); };
  const auto first = std::find_if_not(lines.begin(), lines.end(), blank);
  const auto last = std::find_if_not(lines.rbegin(), lines.rend(), blank);
  return first == lines.end() ? 0
                              : static_cast<std::size_t>(last.base() - first);
}

}  // namespace

std::vector<CodePart> code_parts(std::string_view code) {
  std::vector<CodePart> parts;
  CodePart part;
  const auto finish = [&](CodePart next) {
    const bool any =
        part.fold.empty() ? !part.text.empty() : lines_in(part.text) > 0;
    if (any) parts.push_back(std::move(part));
    part = std::move(next);
  };
  for (const std::string& line : lines_of(code)) {
    const std::size_t at = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view words = std::string_view(line).substr(at);
    if (words.substr(0, begin_mark.size()) == begin_mark)
      finish({"", std::string(words.substr(begin_mark.size())),
              line.substr(0, at)});
    else if (words == end_mark)
      finish({});
    else
      part.text += line + "\n";
  }
  finish({});
  return parts;
}

std::string fold_line(const CodePart& part) {
  const std::size_t lines = lines_in(part.text);
  return fmt::format("{}… {} line{}: {}\n", part.indent, lines,
                     lines == 1 ? "" : "s", part.fold);
}

bool has_folds(std::string_view code) {
  const std::vector<CodePart> parts = code_parts(code);
  return std::any_of(parts.begin(), parts.end(),
                     [](const CodePart& part) { return !part.fold.empty(); });
}

}  // namespace stage
