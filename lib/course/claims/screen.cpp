#include "course/claims/screen.h"

#include <algorithm>

#include "course/content/lines.h"
#include "course/runner/screen.h"
#include "course/stage/listing.h"
#include "course/stage/markdown.h"

namespace claims {
namespace {

using runner::Session;
using runner::wrapped;
using stage::Style;
using stage::styled;

std::size_t count(const std::vector<Notebook>& notebooks, Verdict verdict) {
  std::size_t sum = 0;
  for (const Notebook& notebook : notebooks)
    sum += static_cast<std::size_t>(std::count_if(
        notebook.claims.begin(), notebook.claims.end(),
        [&](const Claim& claim) { return claim.verdict == verdict; }));
  return sum;
}

// "Lesson 4, step 13: The distance of neighbours (./learn 4 --step 13)"
std::string shown_in(const Session& session, const Shown& shown) {
  const std::size_t step = step_number(session.course, shown);
  return fmt::format("Lesson {}, step {}: {} (./learn {} --step {})",
                     shown.lesson, step, shown.step, shown.lesson, step);
}

}  // namespace

std::string coloured(Verdict verdict, const std::string& text,
                     const stage::Terminal& terminal) {
  if (!terminal.colour) return text;
  constexpr int red = 31, green = 32, yellow = 33;
  const int colour = verdict == Verdict::holds   ? green
                     : verdict == Verdict::fails ? red
                                                 : yellow;
  return fmt::format("\x1b[{}m{}\x1b[0m", colour, text);
}

std::string count_verdicts(const std::vector<Notebook>& notebooks) {
  std::size_t all = 0;
  std::string parts;
  for (const Verdict verdict :
       {Verdict::holds, Verdict::fails, Verdict::only_if}) {
    const std::size_t n = count(notebooks, verdict);
    all += n;
    if (n > 0)
      parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", n,
                           word_of(verdict));
  }
  return fmt::format("{} claim{}{}{}", all, all == 1 ? "" : "s",
                     parts.empty() ? "" : ": ", parts);
}

std::string list_line(const Session& session, const Claim& claim,
                      Verdict verdict) {
  constexpr std::size_t verdict_width = 9;
  std::string word(word_of(verdict));
  word.resize(verdict_width, ' ');
  const std::string number = fmt::format("{:4}  ", claim.number);
  return wrapped(session, number + coloured(verdict, word, session.terminal),
                 claim.title, number.size() + verdict_width);
}

std::string show_list(const Session& session,
                      const std::vector<Notebook>& notebooks) {
  std::string out;
  for (const Notebook& notebook : notebooks) {
    if (notebook.claims.empty()) continue;
    out += stage::heading(
               fmt::format("Notebook {}: {}", notebook.number, notebook.title),
               session.terminal) +
           "\n";
    for (const Claim& claim : notebook.claims)
      out += list_line(session, claim, claim.verdict);
    out += "\n";
  }
  return out + wrapped(session, "", count_verdicts(notebooks) + ".", 0);
}

std::string figures(const Finding& finding, std::size_t columns) {
  constexpr std::size_t indent = 7;  // "holds  "
  std::string out;
  for (const std::string& line : content::lines_of(finding.text()))
    out += stage::display_width(line) <= columns
               ? line + "\n"
               : wrapped(columns, line.substr(0, indent), line.substr(indent),
                         indent);
  return out;
}

std::string show_claim(const Session& session, const Notebook& notebook,
                       const Claim& claim) {
  stage::Step step;
  step.file = claim.link.file;
  step.code = claim.code;
  return stage::heading(fmt::format("{}. {}", claim.number, claim.title),
                        session.terminal) +
         "\n" +
         styled(session.terminal, Style::dim,
                wrapped(session, "",
                        fmt::format("Notebook {}, {}", notebook.number,
                                    claim.where),
                        0)) +
         "\n" + stage::render_markdown(claim.before, session.terminal) + "\n" +
         stage::listing(step, session.terminal, true);
}

std::string show_finding(const Session& session, const Claim& claim,
                         const Finding& finding) {
  std::string out = figures(finding, session.terminal.columns);
  const Verdict verdict = finding.verdict();
  const std::string says =
      "\nVerdict: " +
      coloured(verdict, std::string(word_of(verdict)), session.terminal);
  if (verdict != claim.verdict)
    out += says + ". " +
           wrapped(session, "",
                   fmt::format("Its page says: {}.", claim.full_verdict()), 2);
  else
    out += wrapped(session, says + (claim.condition.empty() ? "" : " "),
                   claim.condition, 2);
  const std::string after =
      stage::render_markdown(claim.after, session.terminal);
  if (after.find_first_not_of('\n') != std::string::npos) out += "\n" + after;
  out += "\n";
  for (const Shown& shown : claim.shown)
    out += wrapped(session, "", shown_in(session, shown), 2);
  return out;
}

std::size_t step_number(const runner::Course& course, const Shown& shown) {
  const runner::LessonEntry* const lesson = course.find_lesson(shown.lesson);
  return lesson == nullptr ? 0 : lesson->readme.step_of(shown.step);
}

}  // namespace claims
