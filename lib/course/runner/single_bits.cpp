#include "course/runner/single_bits.h"

#include <fmt/format.h>

namespace runner {
namespace {

bool ends_a_value(std::string_view token) {
  return is_name(token) || is_whole_number(token) || token == ")" ||
         token == "]";
}

// t & m == 0: the comparison comes first.
std::string note_on_precedence(const SourceText& s) {
  static const Names ends = {";", ",",  "?",  ":", ")", "]", "}",
                             "{", "&&", "||", "=", "&", "|"};
  for (std::size_t i = 1; i + 2 < s.size(); ++i) {
    if ((s.at(i) != "&" && s.at(i) != "|") || !ends_a_value(s.at(i - 1)) ||
        s.at(i - 1) == "auto")
      continue;
    std::size_t end = i + 1;
    while (end < s.size() && !is_one_of(s.at(end), ends) && s.at(end) != "==" &&
           s.at(end) != "!=") {
      const std::size_t partner = s.partner(end);
      end =
          partner != SourceText::none && partner > end ? partner + 1 : end + 1;
    }
    if (s.at(end) == "==" || s.at(end) == "!=")
      return s.at_line(
          s.tokens()[i].place,
          fmt::format("`{}` compares before it takes bits; put the bits into "
                      "brackets: ({} {} {}) {} …",
                      shortened(s.text(i - 1, end + 1)), s.at(i - 1), s.at(i),
                      shortened(s.text(i + 1, end - 1)), s.at(end)));
  }
  return "";
}

// 1 << b has the 32 bits of an int, whatever b is.
std::string note_on_shift(const SourceText& s) {
  for (std::size_t i = 0; i + 2 < s.size(); ++i) {
    const bool is_printed = i > 0 && s.at(i - 1) == "<<";
    if (s.at(i) != "1" || s.at(i + 1) != "<<" || is_printed ||
        (!is_name(s.at(i + 2)) && s.at(i + 2) != "("))
      continue;
    return s.at_line(
        s.tokens()[i].place,
        "`1 << …` is an int and ends at bit 30; std::size_t{1} << … has 64 "
        "bits. Or shift the other number down: t >> b");
  }
  return "";
}

}  // namespace

std::string note_on_bits(const SourceText& source) {
  const std::string note = note_on_precedence(source);
  return note.empty() ? note_on_shift(source) : note;
}

}  // namespace runner
