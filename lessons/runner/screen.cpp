#include "runner/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "horloge/view/text_width.h"
#include "runner/diagnosis.h"
#include "runner/session.h"

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

bool is_about_no_gradient(const PartResult& part) {
  return part.kind == "gradient" &&
         part.sentence.rfind("has no gradient", 0) == 0;
}

// Of two parts that failed alike, the second does not say it all again. Parts
// that are not written yet are told by the closing sentence.
std::string part_lines(const Session& session, const Verdict& verdict) {
  std::string out;
  std::string said;
  const bool begun =
      verdict.outcome != Outcome::unwritten ||
      std::any_of(verdict.parts.begin(), verdict.parts.end(),
                  [](const PartResult& part) {
                    return !part.unwritten && !is_about_no_gradient(part);
                  });
  if (!begun) return "";
  for (const PartResult& part : verdict.parts) {
    if (part.unwritten)
      out += wrapped(session, "  todo  ", part.sentence, indent);
    else if (part.ok)
      out +=
          wrapped(session, is_about_no_gradient(part) ? "  -     " : "  ok    ",
                  part.sentence, indent);
    else
      out += fail_line(session,
                       part.sentence + ": " +
                           (said == part.message ? "the same" : part.message));
    if (!part.ok) said = part.message;
  }
  return out;
}

std::string what_it_printed(const Session& session, const Verdict& verdict) {
  constexpr std::size_t most_lines = 12;
  if (verdict.printed.empty()) return "";
  std::string out =
      styled(session.terminal, Style::dim, "  your code printed") + "\n";
  std::istringstream lines(verdict.printed);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);)
    if (++count <= most_lines)
      out += std::string(indent, ' ') +
             horloge::cut_to_width(line, session.terminal.width - indent) +
             "\n";
  if (count > most_lines)
    out += fmt::format("        … and {} lines more\n", count - most_lines);
  return out;
}

std::string show_compile_error(const Session& session, const Exercise& exercise,
                               const Verdict& verdict, bool raw) {
  if (raw) return verdict.messages + "\n";
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

std::string closing_sentence(const Session& session, const Exercise& exercise,
                             const Verdict& verdict) {
  if (verdict.passed())
    return wrapped(session, "  ",
                   fmt::format("All of it is right ({:.1f} s). `./learn diff "
                               "{}` compares it with our solution.",
                               verdict.seconds, exercise.name),
                   2);
  if (verdict.outcome != Outcome::unwritten) return "";
  std::string out;
  const auto todo =
      std::find_if(verdict.parts.begin(), verdict.parts.end(),
                   [](const PartResult& part) { return part.unwritten; });
  if (todo != verdict.parts.end())
    out = wrapped(session, "  ", todo->message, 2);
  return out + wrapped(session, "  ",
                       "Put your code in place of todo(…), and save.", 2);
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
  out += part_lines(session, verdict);
  if (!verdict.trouble.empty()) out += fail_line(session, verdict.trouble);
  if (!verdict.mistake.empty())
    out += wrapped(session, std::string(indent, ' '),
                   fmt::format("It looks as if {}. [{}]",
                               verdict.mistake_sentence, verdict.mistake),
                   indent);
  return out + what_it_printed(session, verdict) +
         closing_sentence(session, exercise, verdict);
}

std::string show_sanitized(const Session& session, const Verdict& verdict,
                           const SanitizedResult& result) {
  if (!result.finished) return "";
  if (result.trouble.empty())
    return verdict.passed()
               ? wrapped(session, "  ok    ",
                         "stays inside its arrays, and does nothing undefined",
                         indent)
               : "";
  return fail_line(
      session,
      result.trouble + (verdict.passed() ? ". So it is not solved yet." : "."));
}

std::string show_list(const Session& session) {
  constexpr std::size_t state_width = 14;
  const std::size_t room = session.terminal.width - state_width;
  const auto line = [&](const std::string& prefix, const std::string& name,
                        const std::string& state) {
    std::string text =
        prefix + horloge::cut_to_width(name, room - prefix.size());
    if (!state.empty())
      text += std::string(room - stage::display_width(text) + 1, ' ') + state;
    return text + "\n";
  };
  std::string out;
  for (const Lesson& lesson : session.course.lessons) {
    const std::size_t step = session.progress.step(lesson.topic);
    out += line(fmt::format("{:2}  ", lesson.number), lesson.title,
                session.progress.read(lesson.topic) ? "read"
                : step > 0 ? fmt::format("step {} of {}", step, lesson.steps)
                           : "");
    for (const Exercise& exercise : session.course.exercises)
      if (exercise.lesson == lesson.number)
        out += line("      ", exercise.name, mark(session, exercise));
  }
  return out + "\n" + show_progress(session) + "\n";
}

std::size_t count_solved(const Session& session) {
  return static_cast<std::size_t>(std::count_if(
      session.course.exercises.begin(), session.course.exercises.end(),
      [&](const Exercise& exercise) {
        return session.progress.solved(exercise.id);
      }));
}

std::string show_progress(const Session& session) {
  constexpr std::size_t width = 20;
  const std::size_t all = session.course.exercises.size();
  const std::size_t solved = count_solved(session);
  const std::size_t filled = all == 0 ? 0 : width * solved / all;
  return fmt::format("progress {}{} {}/{}", std::string(filled, '#'),
                     std::string(width - filled, '.'), solved, all);
}

}  // namespace runner
