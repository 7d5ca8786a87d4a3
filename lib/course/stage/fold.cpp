#include "course/stage/fold.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/content/lines.h"

namespace stage {
namespace {

constexpr std::string_view begin_mark = "// Fold: ";
constexpr std::string_view end_mark = "// End fold";

// Blank lines below a fold stand below its line, too; those above are gone.
void add_fold(std::vector<CodePart>& parts, CodePart fold) {
  const std::size_t first = fold.text.find_first_not_of('\n');
  if (first == std::string::npos) return;
  const std::size_t end = fold.text.find_last_not_of('\n') + 2;
  const std::string below = fold.text.substr(end);
  fold.text = fold.text.substr(first, end - first);
  parts.push_back(std::move(fold));
  if (!below.empty()) parts.push_back({below, "", ""});
}

}  // namespace

std::vector<CodePart> code_parts(std::string_view code) {
  std::vector<CodePart> parts;
  CodePart part;
  const auto finish = [&](CodePart next) {
    if (!part.fold.empty())
      add_fold(parts, std::move(part));
    else if (!part.text.empty())
      parts.push_back(std::move(part));
    part = std::move(next);
  };
  for (const std::string& line : content::lines_of(code)) {
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
  const auto lines = std::count(part.text.begin(), part.text.end(), '\n');
  return fmt::format("{}… {} line{}: {}\n", part.indent, lines,
                     lines == 1 ? "" : "s", part.fold);
}

bool has_folds(std::string_view code) {
  const std::vector<CodePart> parts = code_parts(code);
  return std::any_of(parts.begin(), parts.end(),
                     [](const CodePart& part) { return !part.fold.empty(); });
}

}  // namespace stage
