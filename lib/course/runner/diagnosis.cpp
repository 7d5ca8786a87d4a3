#include "course/runner/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "course/content/lines.h"
#include "course/runner/explanations.h"
#include "course/stage/cpp_text.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/width.h"

namespace runner {
namespace {

// Compilers quote in several ways; here all quotes are '.
std::string with_plain_quotes(std::string text) {
  for (const char* const quote : {"\u2018", "\u2019"})
    for (std::size_t at = text.find(quote); at != std::string::npos;
         at = text.find(quote, at))
      text.replace(at, std::string(quote).size(), "'");
  return text;
}

struct Place {
  int line = 0;
  int column = 0;
  std::string rest;  // behind "FILE:LINE:COLUMN: "
};

// Reads "LINE:COLUMN: …" or "LINE: …".
std::optional<Place> parse_numbers(const std::string& text) {
  Place place;
  char* end = nullptr;
  place.line = static_cast<int>(std::strtol(text.c_str(), &end, 10));
  if (end == text.c_str() || (*end != ':' && *end != ',')) return {};
  const char* const after_line = end + 1;
  place.column = static_cast<int>(std::strtol(after_line, &end, 10));
  const bool has_column = end != after_line && *end == ':';
  if (!has_column) place.column = 0;
  place.rest = has_column ? end + 1 : after_line;
  place.rest.erase(0, place.rest.find_first_not_of(' '));
  return place;
}

// A line that is "PATH:LINE:…", with any path.
std::optional<Place> parse_place(const std::string& line) {
  const std::size_t colon = line.find(':');
  return colon == std::string::npos ? std::nullopt
                                    : parse_numbers(line.substr(colon + 1));
}

bool has(const std::string& text, const char* what) {
  return text.find(what) != std::string::npos;
}

// The message of a line that reports an error. clang++ only warns of a text
// that does not end, and then complains of what follows.
std::optional<std::string> error_text(const std::string& rest) {
  for (const std::string mark : {"error: ", "fatal error: "})
    if (content::begins_with(rest, mark)) return rest.substr(mark.size());
  const std::string warning = "warning: ";
  if (content::begins_with(rest, warning + "missing terminating"))
    return rest.substr(warning.size());
  return {};
}

// The place in the learner's file that a line names.
std::optional<Place> place_in(const std::string& line,
                              const std::string& file) {
  const std::size_t at = line.find(file + ":");
  return at == std::string::npos
             ? std::nullopt
             : parse_numbers(line.substr(at + file.size() + 1));
}

// The place in the learner's file that an error elsewhere comes from. g++ names
// it before the error, clang++ in a note after it; if neither does, it is the
// line of the #include.
std::optional<Place> find_origin(const std::vector<std::string>& lines,
                                 std::size_t error, const std::string& file) {
  const auto look = [&](std::size_t i, const char* mark) {
    return has(lines[i], mark) ? place_in(lines[i], file) : std::nullopt;
  };
  for (std::size_t i = error; i-- > 0 && !has(lines[i], "error: ");)
    if (const auto place = look(i, "required from")) return place;
  for (std::size_t i = error + 1; i < lines.size(); ++i)
    if (const auto place = look(i, "note: ")) return place;
  for (std::size_t i = error; i-- > 0 && !has(lines[i], "error: ");)
    if (const auto place = look(i, "from ")) return place;
  return {};
}

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\r") == std::string::npos;
}

// A line without its comment and the blanks at its end.
std::string code_of(const std::string& line) {
  const std::string code = stage::code_only(line);
  return code.substr(0, code.find_last_not_of(" \t\r") + 1);
}

// A line of the file as a screen may show it. Columns of what is written out
// are no longer the compiler's.
void show_code(Diagnosis& diagnosis, std::string line) {
  std::replace(line.begin(), line.end(), '\t', ' ');
  diagnosis.code = horloge::escape_controls(line);
  if (diagnosis.code != line) diagnosis.column = 0;
}

// A missing semicolon is reported where the next code begins.
void go_back_to_the_semicolon(Diagnosis& diagnosis,
                              const std::vector<std::string>& source) {
  const auto line = static_cast<std::size_t>(diagnosis.line);
  const auto column = static_cast<std::size_t>(diagnosis.column);
  if (diagnosis.sentence != "a semicolon is missing" || line < 2 ||
      column == 0 || line > source.size() ||
      !is_blank(source[line - 1].substr(0, column - 1)))
    return;
  std::size_t before = line - 1;
  while (before > 1 && code_of(source[before - 1]).empty()) --before;
  diagnosis.line = static_cast<int>(before);
  diagnosis.column = static_cast<int>(code_of(source[before - 1]).size()) + 1;
}

// The first errors; each knows how many there are in all.
std::vector<Diagnosis> diagnose_compilation(
    const std::vector<std::string>& lines, const std::string& file,
    std::size_t most) {
  std::vector<Diagnosis> all;
  std::size_t errors = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto place = parse_place(lines[i]);
    if (!place) continue;
    const auto text = error_text(place->rest);
    if (!text || ++errors > most) continue;
    Diagnosis& diagnosis = all.emplace_back();
    const bool in_library = !content::begins_with(lines[i], file + ":");
    diagnosis.message = horloge::escape_controls(with_short_types(*text));
    diagnosis.sentence = explain_message(diagnosis.message, in_library);
    const auto origin = in_library ? find_origin(lines, i, file) : place;
    if (!origin) continue;
    diagnosis.line = origin->line;
    diagnosis.column = origin->column;
  }
  for (Diagnosis& diagnosis : all) diagnosis.errors = errors;
  return all;
}

// From the linker: something is declared and called, and nowhere written.
std::optional<Diagnosis> diagnose_link(const std::vector<std::string>& lines) {
  const std::string mark = "undefined reference to `";
  for (const std::string& line : lines) {
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) continue;
    Diagnosis diagnosis;
    diagnosis.errors = 1;
    diagnosis.message = horloge::escape_controls(line.substr(at));
    const std::size_t name = at + mark.size();
    diagnosis.sentence = fmt::format(
        "there is no function `{}` in your file: was it renamed, or were its "
        "arguments changed?",
        line.substr(name, line.find('\'', name) - name));
    return diagnosis;
  }
  return {};
}

Diagnosis without_place(const std::vector<std::string>& lines) {
  Diagnosis diagnosis;
  diagnosis.sentence = "the compiler failed without saying where";
  for (const std::string& line : lines) {
    if (has(line, "Killed signal"))
      diagnosis.sentence = "the compiler ran out of memory";
    if (!is_blank(line)) diagnosis.message = horloge::escape_controls(line);
    if (has(line, "error: ")) break;
  }
  return diagnosis;
}

// A compiler of an answer may take so much time and memory, and no more.
std::optional<Diagnosis> diagnose_limit(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    const bool memory =
        has(line, "out of memory") || has(line, "virtual memory exhausted") ||
        has(line, "std::bad_alloc") || has(line, "Cannot allocate memory");
    const bool time = has(line, "CPU time limit exceeded") ||
                      has(line, "the compiler took too much time");
    if (!memory && !time) continue;
    Diagnosis diagnosis;
    diagnosis.sentence = fmt::format(
        "the compiler needs more {} for it than an answer may take (3 GB, a "
        "minute): does it include something without an end, or have a macro or "
        "a template that grows and grows?",
        memory ? "memory" : "time");
    diagnosis.errors = 1;
    return diagnosis;
  }
  return {};
}

std::string caret_line(const Diagnosis& diagnosis, std::size_t width) {
  const auto column = static_cast<std::size_t>(diagnosis.column);
  const std::string before =
      diagnosis.code.substr(0, std::min(diagnosis.code.size(), column));
  // Where a letter is not a byte and a column, compilers count differently.
  const bool plain =
      std::all_of(before.begin(), before.end(),
                  [](unsigned char c) { return c >= ' ' && c < 0x7f; });
  if (column == 0 || !plain || column + 4 > width) return "";
  return std::string(column + 3, ' ') + "^";
}

}  // namespace

std::vector<Diagnosis> diagnose_all(const std::string& messages,
                                    const std::string& file,
                                    const std::string& source,
                                    std::size_t most) {
  const auto lines = content::lines_of(with_plain_quotes(messages));
  const auto code = content::lines_of(source);
  if (const auto limit = diagnose_limit(lines)) return {*limit};
  auto all = diagnose_compilation(lines, file, most);
  if (all.empty())
    all.push_back(diagnose_link(lines).value_or(without_place(lines)));
  for (Diagnosis& found : all) {
    go_back_to_the_semicolon(found, code);
    if (found.line > 0 && static_cast<std::size_t>(found.line) <= code.size())
      show_code(found, code[found.line - 1]);
  }
  return all;
}

Diagnosis diagnose(const std::string& messages, const std::string& file,
                   const std::string& source) {
  return diagnose_all(messages, file, source, 1).front();
}

std::string compile_sentence(const Diagnosis& diagnosis) {
  std::string sentence = "It does not compile";
  if (diagnosis.line > 0) sentence += fmt::format(", line {}", diagnosis.line);
  sentence += ": " + diagnosis.sentence;
  if (sentence.back() != '?') sentence += '.';
  return sentence;
}

std::string compilers_words(const Diagnosis& diagnosis) {
  return diagnosis.message.empty() ? ""
                                   : "The compiler says: " + diagnosis.message;
}

std::vector<std::string> explain_diagnosis(const Diagnosis& diagnosis,
                                           const std::string& file,
                                           std::size_t width) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text, std::size_t most) {
    std::vector<std::string> wrapped = horloge::wrap_to_width(text, width);
    if (wrapped.size() > most) {
      const std::string more = " " + wrapped[most];
      wrapped.resize(most);
      wrapped.back() = horloge::cut_to_width(wrapped.back() + more, width);
    }
    lines.insert(lines.end(), wrapped.begin(), wrapped.end());
  };
  add(compile_sentence(diagnosis), 3);
  if (diagnosis.line > 0) {
    lines.emplace_back();
    lines.push_back(fmt::format("{}:{}", file, diagnosis.line));
    lines.push_back(horloge::cut_to_width("    " + diagnosis.code, width));
    const std::string caret = caret_line(diagnosis, width);
    if (!caret.empty()) lines.push_back(caret);
  }
  if (const std::string said = compilers_words(diagnosis); !said.empty())
    add(said, 2);
  if (diagnosis.errors > 1)
    add(fmt::format(
            "(and {} more, often because of the first; --raw shows all)",
            diagnosis.errors - 1),
        1);
  return lines;
}

}  // namespace runner
