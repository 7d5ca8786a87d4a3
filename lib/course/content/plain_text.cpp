#include "course/content/plain_text.h"

#include <algorithm>

#include "course/content/lines.h"

namespace content {
namespace {

constexpr std::size_t none = std::string::npos;

// All between one `mark` and the next.
std::string without_formulas(std::string text, std::string_view mark) {
  for (std::size_t at = text.find(mark); at != none; at = text.find(mark, at)) {
    const std::size_t end = text.find(mark, at + mark.size());
    if (end == none) break;
    text.erase(at, end + mark.size() - at);
  }
  return text;
}

// [words](address) becomes its words.
std::string without_addresses(std::string text) {
  for (std::size_t at = text.find("]("); at != none; at = text.find("](", at)) {
    const std::size_t begin = text.rfind('[', at), end = text.find(')', at);
    if (begin == none || end == none) break;
    text.erase(at, end + 1 - at);
    text.erase(begin, 1);
  }
  return text;
}

// `Code: […](…)` is for those that play the text, and `| --- |` for tables.
bool is_no_prose(const std::string& line) {
  return begins_with(line, "Code: [") || begins_with(line, "| ---");
}

}  // namespace

std::string plain_text(std::string_view markdown) {
  std::string text;
  for (const std::string& line : lines_of(markdown))
    if (!is_no_prose(line)) text += line + " ";
  text = without_formulas(without_formulas(std::move(text), "$$"), "$");
  std::string plain;
  for (const char c : without_addresses(std::move(text))) {
    if (c == '*' || c == '`') continue;
    const bool blank = c == ' ' || c == '|';
    if (!blank)
      plain += c;
    else if (!plain.empty() && plain.back() != ' ')
      plain += ' ';
  }
  while (!plain.empty() && plain.back() == ' ') plain.pop_back();
  return plain;
}

std::string terms_in(std::string_view markdown) {
  std::string terms;
  std::size_t begin = markdown.find('*');
  while (begin != none) {
    const std::size_t from = markdown.find_first_not_of('*', begin);
    const std::size_t end = markdown.find('*', from);
    if (end == none) break;
    const std::string_view words = markdown.substr(from, end - from);
    const bool bold = from - begin > 1;
    if (words.front() != ' ' && words.find("\n\n") == none &&
        (bold || words.find(' ') != none))
      terms += std::string(words) + ". ";
    begin = markdown.find('*', markdown.find_first_not_of('*', end));
  }
  return plain_text(terms);
}

}  // namespace content
