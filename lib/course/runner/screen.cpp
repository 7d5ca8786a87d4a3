#include "course/runner/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "course/runner/diagnosis.h"
#include "course/runner/reread.h"
#include "course/runner/session.h"
#include "course/stage/lines.h"
#include "horloge/text/shown.h"
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

bool is_about_no_gradient(const PartResult& part) {
  return part.kind == "gradient" &&
         part.sentence.rfind("has no gradient", 0) == 0;
}

// Parts that are not written yet are told by the closing sentence.
bool is_begun(const Verdict& verdict) {
  return verdict.outcome != Outcome::unwritten ||
         std::any_of(verdict.parts.begin(), verdict.parts.end(),
                     [](const PartResult& part) {
                       return !part.unwritten && !part.skipped &&
                              !is_about_no_gradient(part);
                     });
}

// Many mistakes at once have one cause more often than not: what failed first
// is told, of the rest only what it is about. Of two parts that failed alike,
// the second does not say it all again.
class PartLines {
 public:
  PartLines(const Session& session, bool full)
      : session_(session), full_(full) {}

  std::string line(const PartResult& part) {
    if (part.unwritten)
      return wrapped(session_, "  todo  ", part.sentence, indent);
    if (part.skipped)
      return wrapped(session_, "  -     ",
                     part.sentence + ": looked at when the rest is right",
                     indent);
    if (part.ok)
      return wrapped(session_,
                     is_about_no_gradient(part) ? "  -     " : "  ok    ",
                     part.sentence, indent);
    const bool again = said_ == part.message;
    said_ = part.message;
    if (again)
      return fail_line(session_, part.sentence + ": the same as above");
    if (full_ || told_++ < most_told)
      return fail_line(session_, part.sentence + ": " + part.message);
    shortened_ = true;
    return fail_line(
        session_,
        horloge::cut_to_width(part.sentence, session_.terminal.width - indent));
  }
  bool shortened() const { return shortened_; }

 private:
  static constexpr int most_told = 2;

  const Session& session_;
  bool full_;
  bool shortened_ = false;
  int told_ = 0;
  std::string said_;
};

std::string part_lines(const Session& session, const Exercise& exercise,
                       const Verdict& verdict, bool full) {
  if (!is_begun(verdict)) return "";
  PartLines lines(session, full);
  std::string out;
  for (const PartResult& part : verdict.parts) out += lines.line(part);
  if (lines.shortened())
    out += wrapped(session, std::string(indent, ' '),
                   fmt::format("In full: `./learn check {} --full --seed {}`",
                               exercise.name, verdict.seed),
                   indent);
  return out;
}

// "the shape is right" becomes "The shape is right."
std::string sentence_of(std::string text) {
  text[0] =
      static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  if (text.back() != '?') text += '.';
  return text;
}

// A part that says "12 of 48 differ", or which number it got.
bool tells_only_numbers(const PartResult& part) {
  return part.message.find(" differ; worst at ") != std::string::npos ||
         part.message.rfind("got ", 0) == 0;
}

// Whether something was said that goes beyond numbers.
bool points_on(const Verdict& verdict) {
  if (!verdict.mistake.empty() || !verdict.likeness.empty() ||
      !verdict.note.empty() || !verdict.trouble.empty())
    return true;
  const auto first =
      std::find_if(verdict.parts.begin(), verdict.parts.end(),
                   [](const PartResult& part) { return !part.ok; });
  return first == verdict.parts.end() || !tells_only_numbers(*first);
}

std::string failing_case(const Session& session, const Exercise& exercise,
                         const Verdict& verdict) {
  if (verdict.failing_case.empty()) return "";
  const std::string margin(indent, ' ');
  std::string out = margin + "The smallest case that fails:\n";
  for (const std::string& line : verdict.failing_case)
    out += margin +
           horloge::cut_to_width(line, session.terminal.width - indent) + "\n";
  return out +
         wrapped(session, margin, where_to_read(session.course, exercise),
                 indent) +
         margin + "Hint: h, or `./learn hint " + exercise.name + "`.\n";
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
  for (const std::string& line : stage::lines_of(verdict.printed))
    if (++count <= most_lines)
      out += std::string(indent, ' ') +
             horloge::cut_to_width(line, session.terminal.width - indent) +
             "\n";
  if (count > most_lines)
    out += fmt::format("        … and {} more lines\n", count - most_lines);
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

std::string closing_sentence(const Session& session, const Verdict& verdict) {
  if (verdict.passed())
    return wrapped(session, "  ",
                   fmt::format("All parts pass ({:.1f} s).", verdict.seconds),
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
    word = horloge::shown(word, longest_word);
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
  out += part_lines(session, exercise, verdict, full);
  if (!verdict.trouble.empty()) out += fail_line(session, verdict.trouble);
  // What the source shows comes first: numbers that undefined code gives may
  // look like any mistake.
  if (!verdict.note.empty())
    out += wrapped(session, std::string(indent, ' '), verdict.note, indent);
  if (!verdict.mistake.empty())
    out += wrapped(session, std::string(indent, ' '),
                   fmt::format("It looks as if {}. [{}]",
                               verdict.mistake_sentence, verdict.mistake),
                   indent);
  else if (!verdict.likeness.empty())
    out += wrapped(session, std::string(indent, ' '),
                   sentence_of(verdict.likeness), indent);
  if (full || !points_on(verdict))
    out += failing_case(session, exercise, verdict);
  return out + what_it_printed(session, verdict, out, full) +
         closing_sentence(session, verdict);
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
