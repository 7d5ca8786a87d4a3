#include "course/runner/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "course/stage/cpp_text.h"

namespace runner {
namespace {

// What is longer was not written by hand.
constexpr std::size_t most_code = 64 << 10;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Where the number ends that begins at a place.
std::size_t end_of_number(std::string_view code, std::size_t at) {
  while (at < code.size()) {
    const char c = code[at];
    const bool sign = (c == '+' || c == '-') && at > 0 &&
                      (code[at - 1] == 'e' || code[at - 1] == 'E');
    const bool mark =
        c == '\'' && at + 1 < code.size() && stage::is_word(code[at + 1]);
    if (!stage::is_word(c) && c != '.' && !sign && !mark) break;
    ++at;
  }
  return at;
}

std::size_t end_of_token(std::string_view code, std::size_t at) {
  const char c = code[at];
  if (is_digit(c) ||
      (c == '.' && at + 1 < code.size() && is_digit(code[at + 1])))
    return end_of_number(code, at);
  if (stage::is_word(c)) {
    while (at < code.size() && stage::is_word(code[at])) ++at;
    return at;
  }
  for (const std::string_view two :
       {"::", "->", "+=", "-=", "*=", "/=", "^=", "%=", "==", "!=", "<=", ">=",
        "&&", "||", "++", "--", "<<"})
    if (code.substr(at, 2) == two) return at + 2;
  return at + 1;
}

}  // namespace

SourceText::SourceText(const std::string& source)
    : code_(stage::code_only(source.substr(0, most_code))) {
  read_tokens();
  match_brackets();
}

void SourceText::read_tokens() {
  const std::string_view code = code_;
  for (std::size_t at = stage::skip_space(code, 0); at < code.size();) {
    const std::size_t end = end_of_token(code, at);
    tokens_.push_back({code.substr(at, end - at), at, none, none});
    at = stage::skip_space(code, end);
  }
}

void SourceText::match_brackets() {
  token_at_.assign(code_.size(), none);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view text = tokens_[i].text;
    const bool closes = text == ")" || text == "]" || text == "}";
    if (closes && !open.empty()) {
      tokens_[i].partner = open.back();
      tokens_[open.back()].partner = i;
      open.pop_back();
    }
    tokens_[i].inside = open.empty() ? none : open.back();
    if (text == "(" || text == "[" || text == "{") {
      token_at_[tokens_[i].place] = i;
      open.push_back(i);
    }
  }
}

std::string SourceText::text(std::size_t first, std::size_t last) const {
  const std::size_t begin = tokens_[first].place;
  const std::size_t end = tokens_[last].place + tokens_[last].text.size();
  std::string out;
  for (const char c : code_.substr(begin, end - begin))
    if (!stage::is_space(c) || (!out.empty() && out.back() != ' '))
      out += stage::is_space(c) ? ' ' : c;
  return out;
}

std::size_t SourceText::behind_bracket(std::size_t place) const {
  const std::size_t token = place < token_at_.size() ? token_at_[place] : none;
  const std::size_t end = partner(token);
  return end == none ? none : tokens_[end].place + 1;
}

std::string SourceText::at_line(std::size_t place,
                                const std::string& sentence) const {
  const auto lines = std::count(
      code_.begin(), code_.begin() + static_cast<std::ptrdiff_t>(place), '\n');
  return fmt::format("Line {}: {}.", lines + 1, sentence);
}

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 32;
  return text.size() <= most ? text : text.substr(0, most - 2) + "…";
}

bool is_one_of(std::string_view token, const Names& names) {
  return names.count(token) > 0;
}

bool is_name(std::string_view token) {
  return !token.empty() && stage::is_word(token[0]) && !is_digit(token[0]);
}

bool is_whole_number(std::string_view token) {
  return !token.empty() && is_digit(token[0]) &&
         std::all_of(token.begin(), token.end(), [](char c) {
           return is_digit(c) || c == '\'' || c == 'u' || c == 'U' ||
                  c == 'l' || c == 'L' || c == 'z';
         });
}

}  // namespace runner
