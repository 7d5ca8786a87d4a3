#include "runner/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

namespace runner {
namespace {

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  std::string rest;  // behind "FILE:LINE:COLUMN:"
};

// "FILE:LINE:COLUMN: …" or "FILE:LINE: …"
std::optional<Place> parse_place(const std::string& text) {
  const std::size_t first = text.find(".cpp:") != std::string::npos
                                ? text.find(".cpp:") + 4
                                : text.find(':');
  if (first == std::string::npos) return {};
  Place place;
  place.file = text.substr(0, first);
  char* end = nullptr;
  const char* const numbers = text.c_str() + first + 1;
  place.line = static_cast<int>(std::strtol(numbers, &end, 10));
  if (end == numbers || *end != ':') return {};
  const char* const after_line = end + 1;
  place.column = static_cast<int>(std::strtol(after_line, &end, 10));
  const char* const rest =
      end != after_line && *end == ':' ? end + 1 : after_line;
  place.rest = rest;
  place.rest.erase(0, place.rest.find_first_not_of(' '));
  return place;
}

bool begins(const std::string& text, const char* with) {
  return text.rfind(with, 0) == 0;
}

std::optional<std::string> error_text(const std::string& rest) {
  for (const char* const mark : {"error: ", "fatal error: "})
    if (begins(rest, mark)) return rest.substr(std::string(mark).size());
  return {};
}

// A pattern is words that occur in this order in the message; the sentence may
// have {} for the first name in quotes and {} for the second.
struct Explanation {
  std::vector<const char*> words;
  const char* sentence;
};

const std::vector<Explanation>& explanations() {
  static const std::vector<Explanation> all = {
      {{"in program", "\\"},
       "there is a character that C++ does not know, such as a curly quote or "
       "a long dash, perhaps copied from a text"},
      {{"non-ASCII"},
       "there is a character that C++ does not know, such as a curly quote or "
       "a long dash, perhaps copied from a text"},
      {{"unexpected character <"},
       "there is a character that C++ does not know, such as a curly quote or "
       "a long dash, perhaps copied from a text"},
      {{"No such file or directory"},
       "there is no file with this name: look "
       "at the #include"},
      {{"file not found"},
       "there is no file with this name: look at the "
       "#include"},
      {{"ambiguating new declaration"},
       "this function returns something else than the exercise asks for: give "
       "it back the type it had"},
      {{"functions that differ only in their return type"},
       "this function returns something else than the exercise asks for: give "
       "it back the type it had"},
      {{"expected", "at end of input"},
       "a brace is missing: some {{ has no }}"},
      {{"expected '}'"}, "a brace is missing: some {{ has no }}"},
      {{"extraneous closing brace"}, "there is one }} too many"},
      {{"expected declaration before '}'"}, "there is one }} too many"},
      {{"a function-definition is not allowed here"},
       "a function begins inside another: probably a }} is missing above"},
      {{"function definition is not allowed here"},
       "a function begins inside another: probably a }} is missing above"},
      {{"expected", "';'"},
       "a semicolon is missing, here or at the end of the line before"},
      {{"expected ')'"}, "a closing bracket ) is missing"},
      {{"expected ']'"}, "a closing bracket ] is missing"},
      {{"no return statement"},
       "this function ends without giving anything back: a return is missing"},
      {{"control reaches end"},
       "this function can end without giving anything back: a return is "
       "missing on some way through it"},
      {{"non-void function does not return"},
       "this function can end without giving anything back: a return is "
       "missing"},
      {{"was not declared in this scope", "did you mean"},
       "`{}` is not known here; perhaps you mean `{}`"},
      {{"undeclared identifier", "did you mean"},
       "`{}` is not known here; perhaps you mean `{}`"},
      {{"was not declared in this scope"},
       "`{}` is not known here: is it spelled right, declared above, and does "
       "it need xt:: in front?"},
      {{"undeclared identifier"},
       "`{}` is not known here: is it spelled right, declared above, and does "
       "it need xt:: in front?"},
      {{"has not been declared"}, "`{}` is not known here"},
      {{"does not name a type"},
       "`{}` is not the name of a type: is it spelled right?"},
      {{"unknown type name"},
       "`{}` is not the name of a type: is it spelled right?"},
      {{"is not a member of"}, "{1} has nothing called `{0}`"},
      {{"no member named"}, "there is nothing called `{}` in `{}`"},
      {{"has no member named"}, "`{}` has nothing called `{}`"},
      {{"too few arguments"}, "the function is called with too few arguments"},
      {{"too many arguments"},
       "the function is called with too many arguments"},
      {{"no matching function for call to"},
       "a function is called with arguments that do not fit it: look at their "
       "number and their types"},
      {{"no matching constructor"},
       "`{}` cannot be made from these: look at their number and their types"},
      {{"no match for call to"},
       "this is called as a function with arguments that do not fit it"},
      {{"no match for 'operator", "'operator["},
       "[ ] cannot be used on this; elements of an Array are a(i, j)"},
      {{"no viable overloaded operator[]"},
       "[ ] cannot be used on this; elements of an Array are a(i, j)"},
      {{"no match for 'operator"},
       "the two sides of an operator do not fit together: look at their types"},
      {{"invalid operands"},
       "the two sides of an operator do not fit together: look at their types"},
      {{"discards qualifiers"},
       "something const is to be changed: make a copy of it and change that"},
      {{"read-only"},
       "something const is to be changed: make a copy of it and change that"},
      {{"const-qualified"},
       "something const is to be changed: make a copy of it and change that"},
      {{"no viable overloaded '='"},
       "this cannot be assigned: is the left side const, or of another type?"},
      {{"cannot convert"},
       "`{}` is given where `{}` is wanted: the types do not fit"},
      {{"could not convert"},
       "a value of one type is given where another type is wanted"},
      {{"no viable conversion"},
       "a value of one type is given where another type is wanted"},
      {{"conversion from"},
       "a value of one type is given where another type is wanted"},
      {{"cannot initialize"},
       "a value of one type is given where another type is wanted"},
      {{"invalid conversion"},
       "a value of one type is given where another type is wanted"},
      {{"redefinition of"}, "`{}` is defined twice"},
      {{"redeclar"}, "`{}` is declared twice"},
      {{"ambiguous"},
       "several functions or types of this name fit: write which one, such as "
       "horloge:: or xt::"},
      {{"static assertion failed"}, "a library that you use refuses this: {}"},
      {{"static_assert failed"}, "a library that you use refuses this: {}"},
      {{"expected primary-expression"},
       "something is missing in this expression, or there is one sign too "
       "many"},
      {{"expected expression"},
       "something is missing in this expression, or there is one sign too "
       "many"},
      {{"expected unqualified-id"},
       "this is not where a declaration can stand: look at the braces and "
       "semicolons above"},
  };
  return all;
}

bool has_in_order(const std::string& text,
                  const std::vector<const char*>& words) {
  std::size_t from = 0;
  for (const char* const word : words) {
    from = text.find(word, from);
    if (from == std::string::npos) return false;
    from += 1;
  }
  return true;
}

// Compilers quote in several ways; here all quotes are '.
std::string with_plain_quotes(std::string text) {
  for (const char* const quote : {"\u2018", "\u2019", "\u201c", "\u201d"})
    for (std::size_t at = text.find(quote); at != std::string::npos;
         at = text.find(quote, at))
      text.replace(at, std::string(quote).size(), "'");
  return text;
}

// The text between the n-th pair of quotes.
std::string quoted(const std::string& message, std::size_t n) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= 2 * n; ++i) {
    begin = message.find('\'', begin);
    if (begin == std::string::npos) return "this";
    ++begin;
  }
  const std::size_t end = message.find('\'', begin);
  return end == std::string::npos ? "this" : message.substr(begin, end - begin);
}

std::string explain(const std::string& message) {
  for (const Explanation& e : explanations())
    if (has_in_order(message, e.words))
      return fmt::format(fmt::runtime(e.sentence), quoted(message, 0),
                         quoted(message, 1));
  return "the compiler does not understand this";
}

// The line in the learner's file that an error elsewhere comes from: g++ names
// it before the error, clang++ after.
void find_origin(const std::vector<std::string>& lines, std::size_t error,
                 const std::string& file, Diagnosis& diagnosis) {
  const auto take = [&](const std::string& line) {
    const auto place = parse_place(line);
    if (!place || place->file != file) return false;
    diagnosis.line = place->line;
    diagnosis.column = place->column;
    return true;
  };
  for (std::size_t i = error; i-- > 0;)
    if (take(lines[i])) return;
  for (std::size_t i = error + 1; i < lines.size(); ++i)
    if (take(lines[i])) return;
}

// From the linker: something is declared and called, and nowhere written.
std::optional<Diagnosis> diagnose_link(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    const std::size_t at = line.find("undefined reference to ");
    if (at == std::string::npos) continue;
    Diagnosis diagnosis;
    diagnosis.errors = 1;
    diagnosis.message = line.substr(at);
    std::string name = with_plain_quotes(line.substr(at));
    name.erase(0, name.find_first_of("`'") + 1);
    name = name.substr(0, name.find('\''));
    diagnosis.sentence = fmt::format(
        "there is no function `{}` in your file: was it renamed, or its "
        "arguments changed?",
        name);
    return diagnosis;
  }
  return {};
}

}  // namespace

Diagnosis diagnose(const std::string& messages, const std::string& file) {
  const std::vector<std::string> lines =
      split_lines(with_plain_quotes(messages));
  Diagnosis diagnosis;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto place = parse_place(lines[i]);
    if (!place) continue;
    const auto text = error_text(place->rest);
    if (!text) continue;
    if (++diagnosis.errors > 1) continue;
    diagnosis.message = *text;
    diagnosis.sentence = explain(*text);
    if (place->file == file) {
      diagnosis.line = place->line;
      diagnosis.column = place->column;
    } else {
      find_origin(lines, i, file, diagnosis);
    }
  }
  if (diagnosis.errors > 0) return diagnosis;
  if (auto link = diagnose_link(lines)) return *link;
  diagnosis.sentence = "the compiler failed without an error message";
  diagnosis.message = lines.empty() ? "" : lines.back();
  return diagnosis;
}

std::vector<std::string> explain_diagnosis(const Diagnosis& diagnosis,
                                           const std::string& source,
                                           const std::string& file,
                                           std::size_t width) {
  const auto shortened = [width](std::string text) {
    if (text.size() > width) text = text.substr(0, width - 3) + "...";
    return text;
  };
  std::vector<std::string> lines;
  lines.push_back(
      diagnosis.line == 0
          ? fmt::format("It does not compile: {}", diagnosis.sentence)
          : fmt::format("It does not compile, line {}: {}", diagnosis.line,
                        diagnosis.sentence));
  if (lines[0].back() != '?') lines[0] += '.';
  const std::vector<std::string> code = split_lines(source);
  if (diagnosis.line > 0 &&
      static_cast<std::size_t>(diagnosis.line) <= code.size()) {
    lines.emplace_back();
    lines.push_back(fmt::format("{}:{}", file, diagnosis.line));
    lines.push_back(shortened("    " + code[diagnosis.line - 1]));
    if (diagnosis.column > 0 &&
        static_cast<std::size_t>(diagnosis.column) + 4 < width)
      lines.push_back(std::string(diagnosis.column + 3, ' ') + "^");
  }
  if (!diagnosis.message.empty()) {
    lines.emplace_back();
    lines.push_back(shortened("The compiler says: " + diagnosis.message));
  }
  if (diagnosis.errors > 1)
    lines.push_back(fmt::format(
        "(and {} more, often because of the first; --raw shows all)",
        diagnosis.errors - 1));
  return lines;
}

}  // namespace runner
