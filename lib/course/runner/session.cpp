#include "course/runner/session.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// Of the exercises that were begun and are of a kind, the one whose file was
// saved last.
template <class Kind>
const Exercise* saved_last(const Session& session, const Kind& kind) {
  const Exercise* last = nullptr;
  fs::file_time_type latest;
  for (const Exercise& exercise : session.course.exercises) {
    if (!kind(exercise)) continue;
    std::error_code not_begun;
    const fs::file_time_type saved =
        fs::last_write_time(session.course.work / exercise.file, not_begun);
    if (not_begun || (last != nullptr && saved <= latest)) continue;
    last = &exercise;
    latest = saved;
  }
  return last;
}

}  // namespace

const Exercise* next_exercise(const Session& session) {
  for (const Exercise& exercise : session.course.exercises)
    if (!session.progress.solved(exercise.id)) return &exercise;
  return nullptr;
}

const Exercise* current_exercise(const Session& session) {
  const Exercise* const current = saved_last(session, [&](const Exercise& e) {
    return !session.progress.solved(e.id);
  });
  return current != nullptr ? current : next_exercise(session);
}

int lesson_at_hand(const Session& session) {
  // What was solved and is being changed is at hand too.
  const Exercise* const last =
      saved_last(session, [](const Exercise&) { return true; });
  if (last != nullptr && !session.progress.passes(last->id))
    return last->lesson;
  const Exercise* const current = current_exercise(session);
  if (current != nullptr && fs::exists(session.course.work / current->file))
    return current->lesson;
  const auto& [course, progress, terminal] = session;
  for (const Lesson& lesson : course.lessons)
    if (progress.step(lesson.topic) > 0 && !progress.read(lesson.topic))
      return lesson.number;
  for (const Lesson& lesson : course.lessons)
    if (!progress.read(lesson.topic) ||
        (current != nullptr && current->lesson == lesson.number))
      return lesson.number;
  return 0;
}

const Exercise* exercise_or_current(const Session& session,
                                    const std::string& name) {
  return name.empty() ? current_exercise(session)
                      : &session.course.find_exercise(name);
}

}  // namespace runner
