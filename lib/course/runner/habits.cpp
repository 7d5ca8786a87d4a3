#include "course/runner/habits.h"

#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "course/runner/single_bits.h"
#include "course/runner/whole_numbers.h"

namespace runner {
namespace {

// A size that the code takes for granted: t % 512, j < 8.
std::string note_on_limits(const SourceText& s) {
  static const Names signs = {"%", "<", "<=", ">", ">="};
  for (std::size_t i = 1; i + 1 < s.size(); ++i) {
    if (!is_one_of(s.at(i), signs) || !is_whole_number(s.at(i + 1)) ||
        s.at(i + 1).size() > 9)
      continue;
    const long number =
        std::strtol(std::string(s.at(i + 1)).c_str(), nullptr, 10);
    // 10000 and its like are numbers to compare with, not sizes.
    const bool round = s.at(i + 1).find_first_not_of("10") == SourceText::none;
    if (number >= 5 && (!round || s.at(i) == "%"))
      return s.at_line(
          s.tokens()[i].place,
          fmt::format("`{} {}` makes a difference at {}: is that a size of the "
                      "exercise? An answer that is right up to there "
                      "should be right beyond",
                      s.at(i), s.at(i + 1), s.at(i + 1)));
  }
  return "";
}

// static in a function: made by the first call, kept for all. `of_numbers`:
// only where it holds arrays or the like, no counters.
std::string note_on_static(const SourceText& s, bool of_numbers) {
  static const Names types = {"Array",  "Ids",    "Mask", "Tensor",       "map",
                              "vector", "double", "real", "unordered_map"};
  for (std::size_t i = 0; i + 2 < s.size(); ++i) {
    if (s.at(i) != "static" && s.at(i) != "thread_local") continue;
    std::size_t end = i;
    bool constant = false, numbers = false;
    while (end < s.size() && s.at(end) != ";" && s.at(end) != "=" &&
           s.at(end) != "(" && s.at(end) != "{") {
      constant = constant || s.at(end) == "constexpr";
      numbers = numbers || is_one_of(s.at(end), types);
      ++end;
    }
    const std::size_t around = s.tokens()[i].inside;
    if (constant || (of_numbers && !numbers) || around == SourceText::none ||
        s.at(around) != "{" || around == 0 || s.at(around - 1) != ")" ||
        end == 0 || !is_name(s.at(end - 1)))
      continue;
    return s.at_line(
        s.tokens()[i].place,
        fmt::format("`static {0}` is made in the first call and kept for all "
                    "that follow, whatever they are called with; without "
                    "static each call has its own",
                    s.at(end - 1)));
  }
  return "";
}

std::string note_on_float(const SourceText& s) {
  for (std::size_t i = 0; i < s.size(); ++i) {
    const std::string_view t = s.at(i);
    const bool literal = !t.empty() && t[0] >= '0' && t[0] <= '9' &&
                         (t.back() == 'f' || t.back() == 'F') &&
                         t.substr(0, 2) != "0x";
    static const Names functions = {"float", "sinf", "cosf", "powf",
                                    "expf",  "logf", "sqrtf"};
    if (literal || is_one_of(t, functions))
      return s.at_line(
          s.tokens()[i].place,
          fmt::format("`{}` computes in float, which has seven digits; the "
                      "check wants those of a double",
                      t));
  }
  return "";
}

// double sum;
std::string note_on_no_first_value(const SourceText& s) {
  static const Names types = {"double", "real",   "float",
                              "int",    "size_t", "long"};
  for (std::size_t i = 0; i + 2 < s.size(); ++i)
    if (is_one_of(s.at(i), types) && is_name(s.at(i + 1)) && s.at(i + 2) == ";")
      return s.at_line(
          s.tokens()[i].place,
          fmt::format("`{}` is given no first value, so it begins with "
                      "whatever was in the memory before",
                      s.at(i + 1)));
  return "";
}

// Where an array begins whose numbers nobody set; one that is added to first.
std::string note_on_unset(const SourceText& s) {
  std::size_t found = SourceText::none, name = SourceText::none;
  for (std::size_t i = 1; i + 1 < s.size(); ++i) {
    const bool made = (s.at(i) == "empty" || s.at(i) == "from_shape" ||
                       s.at(i) == "empty_like") &&
                      s.at(i + 1) == "(";
    if (!made) continue;
    std::size_t equals = i;
    while (equals > 0 && s.at(equals) != "=" && s.at(equals) != ";" &&
           s.at(equals) != "{")
      --equals;
    const std::size_t its_name =
        s.at(equals) == "=" ? equals - 1 : SourceText::none;
    bool added_to = false;
    if (its_name != SourceText::none)
      for (std::size_t j = i; j + 1 < s.size() && !added_to; ++j)
        if (s.at(j) == s.at(its_name)) {
          std::size_t behind = s.at(j + 1) == "(" ? s.partner(j + 1) : j;
          added_to = behind != SourceText::none &&
                     (s.at(behind + 1) == "+=" || s.at(behind + 1) == "-=");
        }
    if (found != SourceText::none && !added_to) continue;
    found = i;
    name = its_name;
    if (added_to) break;
  }
  if (found == SourceText::none) return note_on_no_first_value(s);
  return s.at_line(
      s.tokens()[found].place,
      fmt::format("`{}` leaves the numbers{} unset: they are whatever was in "
                  "the memory before; zeros begins with 0",
                  s.at(found),
                  name == SourceText::none
                      ? ""
                      : " of `" + std::string(s.at(name)) + "`"));
}

// The names that the loops around a token count with; those of a function's
// innermost loops only.
std::vector<std::string_view> loops_around(const SourceText& s,
                                           std::size_t token) {
  std::vector<std::string_view> counters;
  // for (… i = 0; …) for (…) { … }: headers in front of a statement or a block.
  std::size_t begin = token;
  while (begin != SourceText::none) {
    while (begin > 0 && s.at(begin - 1) != ";" && s.at(begin - 1) != "{" &&
           s.at(begin - 1) != "}" && s.at(begin - 1) != ")")
      --begin;
    if (begin == 0) break;
    if (s.at(begin - 1) == ")") {
      const std::size_t open = s.partner(begin - 1);
      if (open == SourceText::none || open == 0 || s.at(open - 1) != "for")
        break;
      for (std::size_t i = open + 1; i + 1 < begin; ++i)
        if (is_name(s.at(i)) && (s.at(i + 1) == "=" || s.at(i + 1) == ":")) {
          counters.push_back(s.at(i));
          break;
        }
      begin = open - 1;
      continue;
    }
    const std::size_t around = s.tokens()[begin].inside;
    if (around == SourceText::none || s.at(around) != "{") break;
    begin = around;
  }
  return counters;
}

// Whether a place, between two tokens, has a name that is counted on by hand,
// ++t, and is no counter of a loop.
bool moves_on(const SourceText& s, std::size_t first, std::size_t last,
              const std::vector<std::string_view>& counters) {
  const auto is_counter = [&](std::string_view name) {
    return std::find(counters.begin(), counters.end(), name) != counters.end();
  };
  for (std::size_t n = first; n < last; ++n) {
    if (!is_name(s.at(n)) || is_counter(s.at(n))) continue;
    for (std::size_t i = 1; i + 1 < s.size(); ++i)
      if (s.at(i) == "++" && (s.at(i + 1) == s.at(n) || s.at(i - 1) == s.at(n)))
        return true;
  }
  return false;
}

// In a loop that a place does not depend on, = keeps the last value only.
std::string note_on_overwriting(const SourceText& s) {
  for (std::size_t i = 1; i + 1 < s.size(); ++i) {
    if (s.at(i) != "=" || s.at(i - 1) != ")") continue;
    const std::size_t open = s.partner(i - 1);
    if (open == SourceText::none || open == 0 || !is_name(s.at(open - 1)))
      continue;
    const std::string_view array = s.at(open - 1);
    const std::size_t before = open >= 2 ? open - 2 : SourceText::none;
    if (before == SourceText::none ||
        (s.at(before) != ";" && s.at(before) != "{" && s.at(before) != "}" &&
         s.at(before) != ")"))
      continue;
    std::size_t end = i;
    while (end < s.size() && s.at(end) != ";") ++end;
    const auto mentions = [&](std::size_t first, std::size_t last,
                              std::string_view name) {
      for (std::size_t n = first; n < last; ++n)
        if (s.at(n) == name) return true;
      return false;
    };
    const auto counters = loops_around(s, open - 1);
    if (mentions(i, end, array) || moves_on(s, open, i, counters)) continue;
    for (const std::string_view counter : counters)
      if (!mentions(open, i, counter) && mentions(i, end, counter))
        return s.at_line(
            s.tokens()[i].place,
            fmt::format("`{} = …` keeps what the last {} gives and loses all "
                        "before it; += adds up",
                        shortened(s.text(open - 1, i - 1)), counter));
  }
  return "";
}

}  // namespace

std::string note_on_habits(const SourceText& source, const std::string& about) {
  if (about == "unset") return note_on_unset(source);
  if (about == "digits") return note_on_float(source);
  if (about == "memory") return note_on_static(source, false);
  for (const std::string& note :
       {note_on_whole_numbers(source), note_on_overwriting(source),
        note_on_static(source, true), note_on_bits(source),
        note_on_limits(source)})
    if (!note.empty()) return note;
  return "";
}

}  // namespace runner
