#include "course/stage/math_reader.h"

#include <algorithm>
#include <cctype>

#include "horloge/text/utf8.h"

namespace stage {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

bool MathReader::skip_spaces() {
  const std::size_t count =
      std::min(rest_.find_first_not_of(" \n\t\r"), rest_.size());
  rest_.remove_prefix(count);
  return count > 0;
}

bool MathReader::take(std::string_view text) {
  if (rest_.substr(0, text.size()) != text) return false;
  rest_.remove_prefix(text.size());
  return true;
}

std::string MathReader::take_character() {
  const auto whole = horloge::first_utf8_character(rest_);
  std::string character(whole ? whole->bytes : rest_.substr(0, 1));
  rest_.remove_prefix(character.size());
  return character;
}

std::string_view MathReader::command() const {
  if (rest_.size() < 2 || rest_[0] != '\\') return {};
  std::size_t end = 1;
  while (end < rest_.size() && is_letter(rest_[end])) ++end;
  return rest_.substr(1, std::max<std::size_t>(end, 2) - 1);
}

void MathReader::skip_option() {
  if (next() == '[')
    rest_.remove_prefix(std::min(rest_.find(']'), rest_.size() - 1) + 1);
}

std::string MathReader::take_raw() {
  skip_spaces();
  if (!take("{")) return take_character();
  std::string text;
  for (int depth = 1; !is_done(); rest_.remove_prefix(1)) {
    const char c = next();
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) break;
    if (c == '\\' && rest_.size() > 1) {
      rest_.remove_prefix(1);
      text += next() == ',' || next() == ';' ? ' ' : next();
    } else if (c != '{' && c != '}' && c != '$') {
      text += c;
    }
  }
  take("}");
  return text;
}

std::string MathReader::take_all() {
  std::string text(rest_);
  rest_ = {};
  return text;
}

}  // namespace stage
