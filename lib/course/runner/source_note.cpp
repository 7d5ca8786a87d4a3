#include "course/runner/source_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "course/content/lines.h"
#include "course/runner/habits.h"
#include "course/runner/source_text.h"
#include "course/stage/cpp_text.h"

namespace runner {
namespace {

using content::begins_with;
using stage::find_word;
using stage::is_space;
using stage::is_word;
using stage::skip_space;
using stage::word_at;
using stage::word_before;

constexpr std::size_t none = std::string::npos;

// Members end in _, and [=] holds them by way of `this`.
bool names_a_member(const std::string& code, std::size_t from,
                    std::size_t end) {
  end = std::min(end, code.size());
  for (std::size_t i = from + 1; i < end; ++i)
    if (code[i - 1] == '_' && !is_word(code[i]) && i > 1 &&
        is_word(code[i - 2]))
      return true;
  return find_word(code, "this", from) < end;
}

std::string note_on_captures(const SourceText& source) {
  const std::string& code = source.code();
  for (std::size_t at = code.find('['); at != none;
       at = code.find('[', at + 1)) {
    const std::size_t parameters = source.behind_bracket(at);
    if (parameters == none || parameters == code.size() ||
        code[parameters] != '(')
      continue;
    const std::size_t body = source.behind_bracket(parameters);
    if (body == none || find_word(code, "Gradients", parameters) >= body)
      continue;
    const std::string captures = code.substr(at, parameters - at);
    const bool by_reference = captures.find('&') != none;
    const bool by_this =
        find_word(captures, "this", 0) != none ||
        (word_at(captures, 1).empty() && captures.find('=') != none &&
         names_a_member(code, body,
                        source.behind_bracket(code.find('{', body))));
    if (by_reference || by_this)
      return source.at_line(
          at,
          by_reference
              ? "a backward runs after the function has returned, and what it "
                "holds by reference is gone by then; capture what it needs by "
                "value, by name, without &"
              : "a backward runs after the function has returned, and the "
                "object that `this` stands for may be gone by then; capture a "
                "copy of the member, as in [kept = member_]");
  }
  return "";
}

// Of what xtensor has, that which may be held in auto.
bool may_be_held(const std::string& function) {
  static const std::set<std::string> all = {"view",  "row",    "col",
                                            "keep",  "all",    "drop",
                                            "range", "xtuple", "placeholders"};
  return all.count(function) > 0;
}

std::string note_on_auto(const SourceText& source) {
  const std::string& code = source.code();
  for (std::size_t at = find_word(code, "auto", 0); at != none;
       at = find_word(code, "auto", at + 1)) {
    const std::string name = word_at(code, at + 4);
    const std::size_t value =
        skip_space(code, skip_space(code, at + 4) + name.size());
    if (name.empty() || value >= code.size() || code[value] != '=') continue;
    const std::size_t end = std::min(code.find(';', value), code.size());
    const auto made =
        std::string_view(code).substr(skip_space(code, value + 1));
    const bool is_number = end > 1 && code.compare(end - 2, 2, "()") == 0;
    if (is_number || begins_with(made, "[") || begins_with(made, "Array") ||
        begins_with(made, "xt::eval(") || begins_with(made, "xt::linalg::"))
      continue;
    for (std::size_t i = code.find("xt::", value); i < end;
         i = code.find("xt::", i + 1))
      if (!may_be_held(word_at(code, i + 4)))
        return source.at_line(
            at,
            fmt::format("`auto {0}` holds an xtensor expression, which is "
                        "computed when it is read, from what may be gone by "
                        "then; `Array {0}` holds the numbers",
                        name));
  }
  return "";
}

// Whether what begins at `begin` is all that an Array is made of.
bool fills_an_array(const std::string& code, std::size_t begin,
                    std::size_t end) {
  end = skip_space(code, end);
  std::size_t before = begin;
  while (before > 0 && is_space(code[before - 1])) --before;
  if (before == 0 || end >= code.size()) return true;
  const std::size_t word = word_before(code, before);
  if (word_at(code, word) == "return" && word < before) return code[end] == ';';
  const char sign = code[before - 1];
  if (sign == '=')
    return code[end] == ';' && before > 1 &&
           std::string("+-*/=<>!").find(code[before - 2]) == none;
  if (sign != '(' && sign != '{') return false;
  const std::size_t type = word_before(code, before - 1);
  return (code[end] == ')' || code[end] == '}') &&
         (word_at(code, type) == "Array" ||
          word_at(code, word_before(code, type)) == "Array");
}

std::string note_on_reductions(const SourceText& source) {
  const std::string& code = source.code();
  for (std::size_t at = code.find("xt::"); at != none;
       at = code.find("xt::", at + 1)) {
    static const std::set<std::string> reductions = {
        "sum", "mean", "prod", "amax", "amin", "stddev", "variance"};
    const std::string name = word_at(code, at + 4);
    const std::size_t open = at + 4 + name.size();
    if (reductions.count(name) == 0 || open >= code.size() || code[open] != '(')
      continue;
    const std::size_t end = source.behind_bracket(open);
    if (end == none) return "";
    const bool is_number = code.compare(end, 2, "()") == 0;
    if (!is_number && !fills_an_array(code, at, end))
      return source.at_line(
          at,
          fmt::format(
              "xt::{} in the middle of an expression can give wrong numbers; "
              "store its result in an Array first, and use that",
              name));
  }
  return "";
}

// Whether a place is within the ( ) of a statement, as in a for loop.
bool in_brackets(const std::string& code, std::size_t place) {
  int depth = 0;
  for (std::size_t i = place; i-- > 0 && code[i] != '{' && code[i] != '}';)
    depth += code[i] == '(' ? 1 : code[i] == ')' ? -1 : 0;
  return depth > 0;
}

// A statement that is one comparison: NAME == …; or NAME(…) == …;
std::string note_on_comparisons(const SourceText& source) {
  const std::string& code = source.code();
  for (std::size_t at = code.find("=="); at != none;
       at = code.find("==", at + 2)) {
    const std::size_t begin =
        at == 0 ? 0 : code.find_last_of(";{}", at - 1) + 1;
    const std::size_t end = std::min(code.find(';', at), code.size());
    std::size_t left = skip_space(code, begin);
    while (left < at && (is_word(code[left]) || code[left] == ':')) ++left;
    if (left < at && code[left] == '(') left = source.behind_bracket(left);
    static const std::set<std::string> others = {"if",     "while",  "for",
                                                 "return", "switch", "assert"};
    if (left != none && skip_space(code, left) == at &&
        others.count(word_at(code, begin)) == 0 && !in_brackets(code, begin) &&
        code.substr(at, end - at).find_first_of("?{") == none)
      return source.at_line(
          at, "== only compares, and has no effect here; a single = assigns");
  }
  return "";
}

}  // namespace

std::string note_on_source(const std::string& text, const std::string& about) {
  const SourceText source(text);
  for (const auto note : {note_on_captures, note_on_auto, note_on_reductions,
                          note_on_comparisons}) {
    const std::string sentence = note(source);
    if (!sentence.empty()) return sentence;
  }
  return note_on_habits(source, about);
}

}  // namespace runner
