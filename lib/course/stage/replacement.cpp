#include "course/stage/replacement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace stage {
namespace {

bool belongs_to_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Goes through C++ a token at a time; what stands in comments and strings is
// not code.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool done() const { return at_ >= text_.size(); }
  std::size_t at() const { return at_; }

  /// A name, a character, or nothing for what is no code.
  std::string_view next() {
    const std::size_t begin = at_;
    const std::string_view rest = text_.substr(at_);
    if (rest.substr(0, 2) == "//" || (rest[0] == '#' && at_line_start())) {
      skip_past("\n");
    } else if (rest.substr(0, 2) == "/*") {
      skip_past("*/");
    } else if (rest.substr(0, 3) == "R\"(") {
      skip_past(")\"");
    } else if (rest[0] == '"' || rest[0] == '\'') {
      skip_quoted(rest[0]);
    } else if (belongs_to_name(rest[0])) {
      while (!done() && (belongs_to_name(text_[at_]) || is_digit_mark())) ++at_;
      return text_.substr(begin, at_ - begin);
    } else {
      ++at_;
      return rest.substr(0, 1);
    }
    return {};
  }

 private:
  bool at_line_start() const {
    const std::size_t before = text_.find_last_not_of(" \t", at_ - 1);
    return at_ == 0 || before == std::string_view::npos ||
           text_[before] == '\n';
  }

  // 1'000
  bool is_digit_mark() const {
    return text_[at_] == '\'' && at_ + 1 < text_.size() &&
           std::isdigit(static_cast<unsigned char>(text_[at_ - 1])) != 0 &&
           std::isdigit(static_cast<unsigned char>(text_[at_ + 1])) != 0;
  }

  void skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    at_ = std::min(found, text_.size() - end.size()) + end.size();
  }

  void skip_quoted(char quote) {
    for (++at_; !done() && text_[at_] != quote; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_space(std::string_view token) {
  return token.size() == 1 &&
         std::isspace(static_cast<unsigned char>(token[0])) != 0;
}

}  // namespace

std::string_view find_function(std::string_view source, std::string_view name) {
  std::string_view found;
  std::size_t begin = 0;  // of what is being declared
  bool begun = false;     // before that there are only spaces and comments
  int braces = 0, brackets = 0;
  bool named = false, wanted = false;  // name, then name(
  for (Scanner scanner(source); !scanner.done();) {
    const std::string_view token = scanner.next();
    if (token.empty() || is_space(token)) {
      if (!begun) begin = scanner.at();
      continue;
    }
    begun = true;
    wanted = wanted || (named && token == "(" && braces + brackets == 0);
    named = token == name;
    braces += (token == "{") - (token == "}");
    brackets += (token == "(") - (token == ")");
    if ((token != "}" && token != ";") || braces + brackets != 0) continue;
    if (wanted && token == "}") {
      if (!found.empty()) return {};
      found = source.substr(begin, scanner.at() - begin);
    }
    begin = scanner.at();
    begun = wanted = false;
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
