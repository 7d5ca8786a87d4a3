#include "runner/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "runner/diagnosis.h"
#include "runner/session.h"

namespace runner {
namespace {

using stage::Style;
using stage::styled;

constexpr std::size_t indent = 8;

std::string title_line(const Session& session, const Exercise& exercise,
                       const Verdict& verdict) {
  const std::string title = "exercise " + exercise.name;
  return styled(session.terminal, Style::heading, title) + "   " +
         exercise.file.string() +
         styled(session.terminal, Style::dim,
                fmt::format("   seed {}", verdict.seed)) +
         "\n";
}

// Of two parts that failed alike, the second does not say it all again.
std::string part_line(const Session& session, const PartResult& part,
                      std::string& said) {
  const bool told =
      part.kind == "gradient" && part.sentence.rfind("has no gradient", 0) == 0;
  if (part.ok)
    return wrapped(session, told ? "  -     " : "  ok    ", part.sentence,
                   indent);
  return wrapped(session,
                 "  " + styled(session.terminal, Style::bold, "FAIL") + "  ",
                 part.sentence + ": " +
                     (said == part.message ? "the same" : said = part.message),
                 indent);
}

std::string what_it_printed(const Session& session, const Verdict& verdict) {
  constexpr std::size_t most_lines = 12;
  if (verdict.printed.empty()) return "";
  std::string out =
      styled(session.terminal, Style::dim, "  your code printed") + "\n";
  std::istringstream lines(verdict.printed);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);)
    if (++count <= most_lines) out += "        " + line + "\n";
  if (count > most_lines)
    out += fmt::format("        … and {} lines more\n", count - most_lines);
  return out;
}

std::string show_compile_error(const Session& session, const Exercise& exercise,
                               const Verdict& verdict, bool raw) {
  if (raw) return verdict.messages + "\n";
  const std::string file = exercise.file.string();
  const Diagnosis diagnosis = diagnose(verdict.messages, file);
  std::string source;
  try {
    source = read_text(session.course.work / exercise.file);
  } catch (const std::exception&) {  // gone meanwhile: then without the line
  }
  const auto lines =
      explain_diagnosis(diagnosis, source, file, session.terminal.width - 2);
  std::string out = wrapped(session, "  ", lines[0], 2);
  for (std::size_t i = 1; i < lines.size(); ++i)
    out += lines[i].empty() ? "\n" : "  " + lines[i] + "\n";
  return out;
}

std::string closing_sentence(const Session& session, const Exercise& exercise,
                             const Verdict& verdict) {
  switch (verdict.outcome) {
    case Outcome::passed:
      return wrapped(session, "  ",
                     fmt::format("All of it is right ({:.1f} s). `./learn diff "
                                 "{}` compares it with our solution.",
                                 verdict.seconds, exercise.name),
                     2);
    case Outcome::unwritten:
      return wrapped(
          session, "  ",
          fmt::format("Not written yet. Open {} and put your code in "
                      "place of todo(…).",
                      exercise.file.string()),
          2);
    default:
      return "";
  }
}

std::string mark(const Session& session, const Exercise& exercise) {
  if (session.progress.solved(exercise.id)) return "solved";
  return std::filesystem::exists(session.course.work / exercise.file) ? "begun"
                                                                      : "";
}

}  // namespace

void show(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

std::string wrapped(const Session& session, const std::string& first_prefix,
                    const std::string& text, std::size_t hang) {
  std::string out = first_prefix;
  std::size_t column = stage::display_width(first_prefix);
  std::istringstream words(text);
  bool first = true;
  for (std::string word; words >> word; first = false) {
    const std::size_t width = stage::display_width(word);
    if (!first && column + 1 + width > session.terminal.width) {
      out += "\n" + std::string(hang, ' ');
      column = hang;
      first = true;
    }
    out += (first ? "" : " ") + word;
    column += width + (first ? 0 : 1);
  }
  return out + "\n";
}

std::string show_verdict(const Session& session, const Exercise& exercise,
                         const Verdict& verdict, bool raw) {
  std::string out = title_line(session, exercise, verdict);
  if (verdict.outcome == Outcome::does_not_compile)
    return out + show_compile_error(session, exercise, verdict, raw);
  // Where nothing is written yet, one line says so; the parts would repeat it.
  std::string said;
  if (verdict.outcome != Outcome::unwritten)
    for (const PartResult& part : verdict.parts)
      out += part_line(session, part, said);
  if (!verdict.trouble.empty())
    out += wrapped(session,
                   "  " + styled(session.terminal, Style::bold, "FAIL") + "  ",
                   verdict.trouble, indent);
  if (!verdict.mistake.empty())
    out += wrapped(session, "        ",
                   fmt::format("It looks as if {}. [{}]",
                               verdict.mistake_sentence, verdict.mistake),
                   indent);
  if (verdict.outcome == Outcome::unwritten)
    for (const PartResult& part : verdict.parts)
      if (!part.ok) {
        out += wrapped(session, "        ", part.message, indent);
        break;
      }
  return out + what_it_printed(session, verdict) +
         closing_sentence(session, exercise, verdict);
}

std::string show_sanitized(const Session& session, const Verdict& verdict,
                           const SanitizedResult& result) {
  if (!result.finished) return "";
  if (result.trouble.empty())
    return verdict.passed() ? "  ok    stays inside its arrays, and does "
                              "nothing undefined\n"
                            : "";
  return wrapped(
      session, "  " + styled(session.terminal, Style::bold, "FAIL") + "  ",
      result.trouble + (verdict.passed() ? ". So it is not solved yet." : "."),
      indent);
}

std::string show_list(const Session& session) {
  std::string out;
  for (const Lesson& lesson : session.course.lessons) {
    const std::size_t step = session.progress.step(lesson.topic);
    const std::string state =
        session.progress.read(lesson.topic) ? "read"
        : step > 0 ? fmt::format("step {} of {}", step, lesson.steps)
                   : "";
    out += fmt::format("{:2}  {:<44} {}", lesson.number, lesson.title, state);
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
    for (const Exercise& exercise : session.course.exercises) {
      if (exercise.lesson != lesson.number) continue;
      out += fmt::format("      {:<42} {}", exercise.name,
                         mark(session, exercise));
      out.erase(out.find_last_not_of(' ') + 1);
      out += "\n";
    }
  }
  return out + "\n" + show_progress(session) + "\n";
}

std::string show_progress(const Session& session) {
  std::size_t solved = 0;
  const std::size_t all = session.course.exercises.size();
  for (const Exercise& exercise : session.course.exercises)
    solved += session.progress.solved(exercise.id) ? 1 : 0;
  constexpr std::size_t width = 20;
  const std::size_t filled = all == 0 ? 0 : width * solved / all;
  return fmt::format("progress {}{} {}/{}", std::string(filled, '#'),
                     std::string(width - filled, '.'), solved, all);
}

}  // namespace runner
