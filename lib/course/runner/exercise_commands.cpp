#include "course/runner/exercise_commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include "course/content/lines.h"
#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "course/runner/screen.h"
#include "course/runner/stub.h"
#include "course/stage/markdown.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

void need_right_to_see(Session& session, const Exercise& exercise,
                       bool give_up) {
  if (give_up) session.progress.set_gave_up(exercise.id);
  if (session.progress.solved(exercise.id) ||
      session.progress.gave_up(exercise.id))
    return;
  throw horloge::ValueError(fmt::format(
      "{} is not solved yet. `./learn hint {}` helps; with --give-up you see "
      "the solution now",
      exercise.name, exercise.name));
}

std::string coloured_diff(const Session& session, const std::string& diff) {
  std::string out;
  for (const std::string& line : content::lines_of(diff)) {
    const bool added = content::begins_with(line, "+");
    const bool removed = content::begins_with(line, "-");
    out += stage::styled(session.terminal,
                         added     ? stage::Style::code
                         : removed ? stage::Style::bold
                                   : stage::Style::plain,
                         line) +
           "\n";
  }
  return out;
}

// What was kept of an exercise, in words: "that it was solved (2026-03-14)".
std::vector<std::string> what_is_kept(const Progress& progress,
                                      const std::string& id) {
  std::vector<std::string> kept;
  const std::string day = progress.solved_on(id);
  if (progress.solved(id))
    kept.push_back("that you solved it" + (day.empty() ? "" : " on " + day));
  if (const std::size_t hints = progress.hints(id); hints > 0)
    kept.push_back(
        fmt::format("the {} you have seen",
                    hints == 1 ? "hint" : fmt::format("{} hints", hints)));
  if (progress.gave_up(id))
    kept.emplace_back("that you looked at the solution");
  return kept;
}

}  // namespace

std::size_t hint_count(const Exercise& exercise) {
  return exercise.hints().all.size();
}

void show_hint(Session& session, const Exercise& exercise, std::size_t number) {
  const std::vector<content::Hint> hints = exercise.hints().all;
  const std::size_t seen = session.progress.hints(exercise.id);
  if (hints.empty()) throw horloge::ValueError(exercise.name + " has no hints");
  if (number > seen + 1 || number > hints.size())
    throw horloge::ValueError(
        fmt::format("{} has {} hints, and you have seen {}", exercise.name,
                    hints.size(), seen));
  const bool all_seen = number == 0 && seen >= hints.size();
  if (number == 0) number = std::min(seen + 1, hints.size());
  show(fmt::format("hint {} of {} for {}\n\n", number, hints.size(),
                   exercise.name) +
       stage::render_markdown(
           "## " + hints[number - 1].title + "\n" + hints[number - 1].text,
           session.terminal));
  if (number > seen) session.progress.set_hints(exercise.id, number);
  session.progress.set_at(exercise.id);
  if (all_seen)
    show(wrapped(session, "",
                 fmt::format("That was the last one. `./learn solution {} "
                             "--give-up` shows the solution.",
                             exercise.name),
                 0));
}

void show_solution(Session& session, const Exercise& exercise, bool give_up) {
  need_right_to_see(session, exercise, give_up);
  show(solution_of(exercise));
}

void show_diff(Session& session, const Exercise& exercise, bool give_up) {
  need_right_to_see(session, exercise, give_up);
  if (!fs::exists(session.course.work / exercise.file))
    throw horloge::ValueError(
        fmt::format("there is no {} yet; ./learn check {} creates it",
                    exercise.file.string(), exercise.name));
  const fs::path solution =
      make_scratch_folder(session.course) /
      fmt::format("{}.solution.{}.cpp", exercise.id, getpid());
  const RemoveAtEnd tidy(solution);
  write_file(solution, solution_of(exercise));
  ProcessOptions options;
  options.folder = session.course.work;
  const ProcessResult diff =
      run_process({"diff", "--unified", "--ignore-trailing-space", "--label",
                   "yours", "--label", "solution", exercise.file, solution},
                  options);
  constexpr int they_differ = 1;
  if (diff.ok())
    show("Your file and the solution are the same.\n");
  else if (diff.status == they_differ)
    show(coloured_diff(session, diff.output));
  else
    throw horloge::ValueError("the files cannot be compared: " + diff.output);
}

void reset(Session& session, const Exercise& exercise) {
  const fs::path backup = reset_exercise(session.course, exercise);
  const auto forgotten = what_is_kept(session.progress, exercise.id);
  session.progress.forget(exercise.id);
  show(exercise.file.string() + " is as it was at the start.\n");
  if (!backup.empty())
    show("Your old file is kept in " +
         fs::relative(backup, session.course.work).string() + ".\n");
  if (!forgotten.empty())
    show(wrapped(session, "", "Forgotten: " + horloge::joined(forgotten) + ".",
                 0));
}

}  // namespace runner
