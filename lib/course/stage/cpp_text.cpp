#include "course/stage/cpp_text.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace stage {
namespace {

constexpr std::size_t none = std::string_view::npos;

// Goes through C++ a piece at a time, and notes what each is.
class CppReader {
 public:
  explicit CppReader(std::string_view text)
      : text_(text), kinds_(text.size(), CppKind::code) {}

  std::vector<CppKind> run() {
    while (at_ < text_.size()) next();
    return std::move(kinds_);
  }

 private:
  void next() {
    const char c = text_[at_];
    if (starts_with("//")) {
      note(CppKind::comment, end_of_line());
    } else if (c == '#' && begins_line()) {
      note(CppKind::directive, end_of_line());
    } else if (starts_with("/*")) {
      note(CppKind::comment, behind("*/", at_ + 2));
    } else if (c == '"' || c == '\'') {
      quoted(c);
    } else if (is_word(c)) {
      word();
    } else {
      ++at_;
    }
  }

  bool starts_with(std::string_view what) const {
    return text_.substr(at_, what.size()) == what;
  }

  bool begins_line() const {
    const std::size_t before =
        at_ == 0 ? none : text_.find_last_not_of(" \t", at_ - 1);
    return before == none || text_[before] == '\n';
  }

  // A line that ends in \ goes on.
  std::size_t end_of_line() const {
    std::size_t end = text_.find('\n', at_);
    while (end != none && end > 0 && text_[end - 1] == '\\')
      end = text_.find('\n', end + 1);
    return std::min(end, text_.size());
  }

  std::size_t behind(std::string_view what, std::size_t from) const {
    const std::size_t found = text_.find(what, from);
    return found == none ? text_.size() : found + what.size();
  }

  void note(CppKind kind, std::size_t end) {
    for (; at_ < end; ++at_) kinds_[at_] = kind;
  }

  // A text that does not end on its line ends there.
  void quoted(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
      end += text_[end] == '\\' ? 2 : 1;
    note(CppKind::quote, at_ + 1);
    note(CppKind::quoted, std::min(end, text_.size()));
    if (at_ < text_.size() && text_[at_] == quote)
      note(CppKind::quote, at_ + 1);
  }

  // R"x(…)x"
  void raw() {
    const std::size_t open = text_.find('(', at_);
    if (open == none) return quoted('"');
    const std::string close =
        ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t end = text_.find(close, open);
    note(CppKind::quote, at_ + 1);
    note(CppKind::quoted, end == none ? text_.size() : end + close.size() - 1);
    if (at_ < text_.size()) note(CppKind::quote, at_ + 1);
  }

  // 1'000 is one, and R before a quote begins a raw text.
  void word() {
    const std::size_t begin = at_;
    const bool number = std::isdigit(static_cast<unsigned char>(text_[at_]));
    while (at_ < text_.size() &&
           (is_word(text_[at_]) ||
            (number && text_[at_] == '\'' && at_ + 1 < text_.size() &&
             is_word(text_[at_ + 1]))))
      ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    for (const char* const prefix : {"R", "LR", "uR", "UR", "u8R"})
      if (word == prefix && starts_with("\"")) return raw();
  }

  std::string_view text_;
  std::vector<CppKind> kinds_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<CppKind> cpp_kinds(std::string_view source) {
  return CppReader(source).run();
}

std::string code_only(std::string_view source) {
  const std::vector<CppKind> kinds = cpp_kinds(source);
  std::string code(source);
  for (std::size_t i = 0; i < code.size(); ++i)
    if (kinds[i] != CppKind::code && kinds[i] != CppKind::quote &&
        code[i] != '\n')
      code[i] = ' ';
  return code;
}

std::size_t behind_bracket(std::string_view code, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < code.size(); ++i) {
    const char c = code[i];
    depth += c == '(' || c == '[' || c == '{'   ? 1
             : c == ')' || c == ']' || c == '}' ? -1
                                                : 0;
    if (depth == 0) return i + 1;
  }
  return none;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

std::size_t skip_space(std::string_view code, std::size_t at) {
  while (at < code.size() && is_space(code[at])) ++at;
  return at;
}

std::string word_at(std::string_view code, std::size_t at) {
  at = skip_space(code, at);
  std::size_t end = at;
  while (end < code.size() && is_word(code[end])) ++end;
  return std::string(code.substr(std::min(at, code.size()), end - at));
}

std::size_t word_before(std::string_view code, std::size_t end) {
  while (end > 0 && is_space(code[end - 1])) --end;
  while (end > 0 && is_word(code[end - 1])) --end;
  return end;
}

std::size_t find_word(std::string_view code, std::string_view word,
                      std::size_t from) {
  for (std::size_t i = code.find(word, from); i != none;
       i = code.find(word, i + 1))
    if ((i == 0 || !is_word(code[i - 1])) &&
        (i + word.size() == code.size() || !is_word(code[i + word.size()])))
      return i;
  return none;
}

}  // namespace stage
