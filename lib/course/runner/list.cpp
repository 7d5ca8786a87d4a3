#include "course/runner/list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "course/runner/screen.h"
#include "horloge/text/width.h"

namespace runner {
namespace {

// Columns of a state in a list: with the day where there is room for it, in
// two words where there is little.
constexpr std::size_t with_day = 28, without_day = 18, two_words = 13;

std::size_t state_width(const Session& session) {
  const std::size_t width = session.terminal.width;
  return width >= 72 ? with_day : width >= 56 ? without_day : two_words;
}

std::string mark(const Session& session, const Exercise& exercise) {
  const Progress& progress = session.progress;
  if (!progress.solved(exercise.id))
    return std::filesystem::exists(session.course.work / exercise.file)
               ? "begun"
               : "";
  const std::string day = progress.solved_on(exercise.id);
  const std::string solved = state_width(session) < with_day || day.empty()
                                 ? "solved"
                                 : "solved " + day;
  if (progress.passes(exercise.id)) return solved;
  return state_width(session) < without_day ? "now fails"
                                            : solved + ", now fails";
}

std::string reading_mark(const Session& session, const LessonEntry& lesson) {
  const std::size_t step = session.progress.step(lesson.topic);
  if (session.progress.read(lesson.topic)) return "read";
  return step > 0 ? fmt::format("step {} of {}", step, lesson.steps) : "";
}

// "2/5", or nothing for a lesson without exercises.
std::string solved_of(const Session& session, int lesson) {
  std::size_t all = 0, solved = 0;
  for (const Exercise& exercise : session.course.exercises) {
    if (exercise.lesson != lesson) continue;
    ++all;
    if (session.progress.solved(exercise.id)) ++solved;
  }
  return all == 0 ? "" : fmt::format("{}/{}", solved, all);
}

constexpr std::size_t solved_width = 6;

// A name, how many are solved, and a state, in columns.
std::string list_line(const Session& session, const std::string& prefix,
                      const std::string& name, const std::string& solved,
                      const std::string& state, std::size_t state_columns) {
  const std::size_t room =
      session.terminal.width - solved_width - state_columns;
  std::string text = prefix + horloge::cut_to_width(
                                  name, room - std::min(room, prefix.size()));
  const std::size_t width = stage::display_width(text);
  text += std::string(room - std::min(room, width), ' ') +
          fmt::format("{:>5} {}", solved, state);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

// Its subject stands beside the title, or below it where there is no room.
std::string lesson_line(const Session& session, const LessonEntry& lesson) {
  const std::string number = fmt::format("{:2}  ", lesson.number);
  const auto line = [&](const std::string& name) {
    return list_line(session, number, name, solved_of(session, lesson.number),
                     reading_mark(session, lesson), two_words);
  };
  if (lesson.subject.empty()) return line(lesson.title);
  const std::string both = lesson.title + " · " + lesson.subject;
  const std::size_t width = number.size() + stage::display_width(both);
  if (width + solved_width + two_words <= session.terminal.width)
    return line(both);
  return line(lesson.title) + wrapped(session, std::string(number.size(), ' '),
                                      lesson.subject, number.size());
}

// "halves_rows (begun), experiment_width, …": what there is to do in a lesson,
// in few lines.
std::string running_names(const Session& session, const LessonEntry& lesson) {
  std::string names;
  for (const Exercise& exercise : session.course.exercises) {
    if (exercise.lesson != lesson.number) continue;
    const Progress& progress = session.progress;
    const std::string state = !progress.solved(exercise.id)
                                  ? mark(session, exercise)
                              : progress.passes(exercise.id) ? "solved"
                                                             : "fails";
    names += (names.empty() ? "" : ", ") + exercise.name +
             (state.empty() ? "" : " (" + state + ")");
  }
  const std::string indent(6, ' ');
  return names.empty() ? "" : wrapped(session, indent, names, indent.size());
}

// "predictions 5 of 8 right", of those whose answer was seen.
std::string show_predictions(const Session& session) {
  std::size_t seen = 0, right = 0;
  for (const LessonEntry& lesson : session.course.lessons)
    for (const auto& [name, guess] : session.progress.guesses(lesson.topic)) {
      seen += guess.came_out.empty() ? 0 : 1;
      right += guess.right ? 1 : 0;
    }
  return seen == 0 ? ""
                   : fmt::format("predictions {} of {} right\n", right, seen);
}

}  // namespace

std::string show_list(const Session& session, int at_hand) {
  std::string out;
  for (const LessonEntry& lesson : session.course.lessons) {
    out += lesson_line(session, lesson);
    if (at_hand == lesson.number) out += running_names(session, lesson);
    if (at_hand != every_lesson) continue;
    for (const Exercise& exercise : session.course.exercises)
      if (exercise.lesson == lesson.number)
        out += list_line(session, "      ", exercise.name, "",
                         mark(session, exercise), state_width(session));
  }
  if (at_hand == every_lesson)
    return out + "\n" + show_progress(session) + "\n" +
           show_predictions(session);
  // All of it must be visible at once, in a window of 24 rows.
  return out +
         wrapped(session, "",
                 show_progress(session) + "; `./learn list --all` shows all",
                 0) +
         show_predictions(session);
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
