#include "course/stage/cpp_colours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "course/stage/cpp_text.h"

namespace stage {
namespace {

bool is_keyword(std::string_view word) {
  static const std::set<std::string_view> all{
      "alignas",  "auto",     "break",     "case",
      "catch",    "class",    "const",     "constexpr",
      "continue", "decltype", "default",   "delete",
      "do",       "else",     "enum",      "explicit",
      "extern",   "false",    "for",       "friend",
      "if",       "inline",   "mutable",   "namespace",
      "new",      "noexcept", "nullptr",   "operator",
      "override", "private",  "protected", "public",
      "return",   "sizeof",   "static",    "struct",
      "switch",   "template", "this",      "throw",
      "true",     "try",      "typename",  "union",
      "using",    "virtual",  "volatile",  "static_assert",
      "while",    "final"};
  return all.count(word) > 0;
}

// Built in, or named as types are: Tensor, size_t.
bool is_type(std::string_view word) {
  static const std::set<std::string_view> some{
      "bool",  "char",   "double", "float",    "int",    "long", "real",
      "short", "signed", "string", "unsigned", "vector", "void", "string_view"};
  const auto is_lower = [](unsigned char c) { return std::islower(c) != 0; };
  const bool is_name = std::isupper(static_cast<unsigned char>(word[0])) != 0 &&
                       std::any_of(word.begin(), word.end(), is_lower);
  const bool ends_so = word.size() > 2 && word.substr(word.size() - 2) == "_t";
  return is_name || ends_so || some.count(word) > 0;
}

std::optional<CppColour> colour_of_word(std::string_view word) {
  if (std::isdigit(static_cast<unsigned char>(word[0])) != 0)
    return CppColour::number;
  if (is_keyword(word)) return CppColour::keyword;
  if (is_type(word)) return CppColour::type;
  return {};
}

// A word, or characters of one kind on one line.
struct Run {
  std::size_t size = 1;
  std::optional<CppColour> colour;
};

// 0.5 and 1'000 are one number; so is 1e-3.
std::size_t word_size(std::string_view text) {
  const bool number = std::isdigit(static_cast<unsigned char>(text[0])) != 0;
  std::size_t n = 1;
  while (n < text.size() &&
         (is_word(text[n]) || (number && (text[n] == '.' || text[n] == '\'')) ||
          (number && (text[n] == '-' || text[n] == '+') && text[n - 1] == 'e')))
    ++n;
  return n;
}

Run run_at(std::string_view code, const std::vector<CppKind>& kinds,
           std::size_t at) {
  if (code[at] == '\n') return {};
  if (kinds[at] == CppKind::code) {
    if (!is_word(code[at])) return {};
    const std::size_t size = word_size(code.substr(at));
    return {size, colour_of_word(code.substr(at, size))};
  }
  const auto colour = [&](std::size_t i) {
    return kinds[i] == CppKind::code      ? std::optional<CppColour>()
           : kinds[i] == CppKind::comment ? CppColour::comment
           : kinds[i] == CppKind::directive
               ? CppColour::keyword
               : std::optional<CppColour>(CppColour::quoted);
  };
  Run run{1, colour(at)};
  while (at + run.size < code.size() && code[at + run.size] != '\n' &&
         colour(at + run.size) == run.colour)
    ++run.size;
  return run;
}

}  // namespace

int colour_of(CppColour what, Theme theme) {
  // On a dark window, on a light one, on either.
  struct Colours {
    int dark, light, either;
  };
  const Colours colours = what == CppColour::keyword  ? Colours{111, 25, 32}
                          : what == CppColour::type   ? Colours{79, 23, 30}
                          : what == CppColour::quoted ? Colours{180, 88, 130}
                          : what == CppColour::number ? Colours{150, 22, 64}
                                                      : Colours{247, 241, 243};
  return theme == Theme::dark    ? colours.dark
         : theme == Theme::light ? colours.light
                                 : colours.either;
}

std::vector<CppRun> cpp_runs(std::string_view code) {
  const std::vector<CppKind> kinds = cpp_kinds(code);
  std::vector<CppRun> runs;
  for (std::size_t at = 0; at < code.size();) {
    const Run run = run_at(code, kinds, at);
    runs.push_back({code.substr(at, run.size), run.colour});
    at += run.size;
  }
  return runs;
}

std::string coloured_cpp(std::string_view code, const Terminal& terminal) {
  if (!terminal.colour) return std::string(code);
  std::string text;
  for (const CppRun& run : cpp_runs(code))
    if (run.colour)
      text += fmt::format("\x1b[38;5;{}m{}\x1b[0m",
                          colour_of(*run.colour, terminal.theme), run.text);
    else
      text += run.text;
  return text;
}

}  // namespace stage
