#include "course/runner/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "course/content/lines.h"
#include "course/runner/diagnosis.h"
#include "course/runner/reread.h"
#include "course/runner/session.h"
#include "course/runner/verdict_words.h"
#include "horloge/text/escape_controls.h"
#include "horloge/text/utf8.h"
#include "horloge/text/width.h"

namespace runner {
namespace {

using stage::Style;
using stage::styled;

constexpr std::size_t indent = 8;

std::string title_line(const Session& session, const Exercise& exercise,
                       const Verdict& verdict) {
  return styled(session.terminal, Style::heading, "exercise " + exercise.name) +
         styled(session.terminal, Style::dim,
                fmt::format("   seed {}\n{}", verdict.seed,
                            exercise.file.string())) +
         "\n";
}

std::string fail_line(const Session& session, const std::string& text) {
  return wrapped(session,
                 "  " + styled(session.terminal, Style::bold, "FAIL") + "  ",
                 text, indent);
}

// A line of a verdict as it stands on a screen.
std::string set_line(const Session& session, const VerdictLine& line) {
  const std::string margin(indent, ' ');
  const std::string& text = line.text;
  const auto cut = [&] {
    return horloge::cut_to_width(text, session.terminal.width - indent);
  };
  switch (line.kind) {
    case LineKind::failed:
      return fail_line(session, text);
    case LineKind::brief:
      return fail_line(session, cut());
    case LineKind::passed:
      return wrapped(session, "  ok    ", text, indent);
    case LineKind::todo:
      return wrapped(session, "  todo  ", text, indent);
    case LineKind::untouched:
      return wrapped(session, "  -     ", text, indent);
    case LineKind::case_row:
      return margin + cut() + "\n";
    case LineKind::case_title:
    case LineKind::hint:
      return margin + text + "\n";
    case LineKind::closing:
      return wrapped(session, "  ", text, 2);
    default:
      return wrapped(session, margin, text, indent);
  }
}

std::string set_lines(const Session& session,
                      const std::vector<VerdictLine>& lines) {
  std::string out;
  for (const VerdictLine& line : lines) out += set_line(session, line);
  return out;
}

// Marks that turn the direction of writing are spelled out.
std::string with_directions_told(const std::string& line) {
  std::string all;
  std::string_view rest = line;
  while (!rest.empty()) {
    const auto c = horloge::first_utf8_character(rest);
    const std::string_view bytes = c ? c->bytes : rest.substr(0, 1);
    const bool turns =
        c && ((c->code >= 0x200E && c->code <= 0x200F) ||
              (c->code >= 0x202A && c->code <= 0x202E) ||
              (c->code >= 0x2066 && c->code <= 0x2069) || c->code == 0x061C);
    all += turns ? horloge::escape_controls(bytes) : std::string(bytes);
    rest.remove_prefix(bytes.size());
  }
  return all;
}

// As much as there is room for on a screen that shows so much already.
std::string what_it_printed(const Session& session, const Verdict& verdict,
                            const std::string& shown, bool full) {
  if (verdict.printed.empty()) return "";
  const auto lines_of = [](const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  };
  constexpr std::size_t room = 17;  // of 24, without what stands around it
  const std::size_t taken = std::min(lines_of(shown), room);
  const std::size_t most_lines =
      full ? lines_of(verdict.printed) + 1
           : std::clamp<std::size_t>(room - taken, 2, 12);
  std::string out =
      styled(session.terminal, Style::dim, "  your code printed") + "\n";
  std::size_t count = 0;
  for (const std::string& line : content::lines_of(verdict.printed))
    if (++count <= most_lines)
      out += std::string(indent, ' ') +
             horloge::cut_to_width(with_directions_told(line),
                                   session.terminal.width - indent) +
             "\n";
  if (count > most_lines)
    out += fmt::format("        … and {} more lines\n", count - most_lines);
  return out;
}

std::string visible_lines(const std::string& text) {
  std::string all;
  for (const std::string& line : content::lines_of(text))
    all += horloge::escape_controls(line) + "\n";
  return all;
}

std::string show_compile_error(const Session& session, const Exercise& exercise,
                               const Verdict& verdict, bool raw) {
  if (raw) return visible_lines(verdict.messages) + "\n";
  const std::string file = exercise.file.string();
  std::string source;
  try {
    source = read_text(session.course.work / exercise.file);
  } catch (const std::exception&) {  // gone meanwhile: then without the line
  }
  std::string out;
  for (const std::string& line :
       explain_diagnosis(diagnose(verdict.messages, file, source), file,
                         session.terminal.width - 2))
    out += line.empty() ? "\n" : "  " + line + "\n";
  return out;
}

// What follows from a second check that finds something.
std::string so(const Session& session, const Exercise& exercise) {
  return session.progress.solved(exercise.id)
             ? ". So this version is not right."
             : ". So it is not solved yet.";
}

}  // namespace

std::string wrapped(const Session& session, const std::string& first_prefix,
                    const std::string& text, std::size_t hang) {
  return wrapped(session.terminal.width, first_prefix, text, hang);
}

std::string wrapped(std::size_t width, const std::string& first_prefix,
                    const std::string& text, std::size_t hang) {
  std::string out = first_prefix;
  std::size_t column = stage::display_width(first_prefix);
  std::istringstream words(text);
  constexpr std::size_t longest_word = 4096;  // as long as paths can be
  bool first = true;
  for (std::string word; words >> word; first = false) {
    word = horloge::excerpt(word, longest_word);
    const std::size_t columns = stage::display_width(word);
    if (!first && column + 1 + columns > width) {
      out += "\n" + std::string(hang, ' ');
      column = hang;
      first = true;
    }
    out += (first ? "" : " ") + word;
    column += columns + (first ? 0 : 1);
  }
  return out + "\n";
}

std::string show_verdict(const Session& session, const Exercise& exercise,
                         const Verdict& verdict, bool raw, bool full) {
  std::string out = title_line(session, exercise, verdict);
  if (verdict.outcome == Outcome::does_not_compile)
    return out + show_compile_error(session, exercise, verdict, raw);
  const VerdictAbout about{exercise.name,
                           where_to_read(session.course, exercise)};
  out += set_lines(session, verdict_lines(about, verdict, full));
  return out + what_it_printed(session, verdict, out, full) +
         set_lines(session, closing_lines(about, verdict));
}

std::string show_processes(const Session& session, const Exercise& exercise,
                           const AmongProcesses& result) {
  if (!result.trouble.empty())
    return fail_line(session, result.trouble + so(session, exercise));
  if (!result.right.empty())
    return wrapped(session, "  ok    ", result.right, indent);
  return result.not_tried.empty() ? ""
                                  : wrapped(session, "  ", result.not_tried, 2);
}

std::string show_sanitized(const Session& session, const Exercise& exercise,
                           const Verdict& verdict,
                           const SanitizedResult& result) {
  if (!result.finished) return "";
  const bool says_it_again = !verdict.passed() && result.failed;
  if (!result.trouble.empty() && !says_it_again)
    return fail_line(
        session,
        result.trouble + (verdict.passed() ? so(session, exercise) : "."));
  if (!verdict.passed()) return "";
  return wrapped(session, "  ok    ",
                 "stays inside its arrays, and does nothing undefined",
                 indent) +
         wrapped(
             session, "  ",
             fmt::format("All of it is right. `./learn diff {}` compares it "
                         "with our solution.",
                         exercise.name),
             2);
}

}  // namespace runner
