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

const Exercise* exercise_or_current(const Session& session,
                                    const std::string& name) {
  return name.empty() ? current_exercise(session)
                      : &session.course.find_exercise(name);
}

}  // namespace runner
