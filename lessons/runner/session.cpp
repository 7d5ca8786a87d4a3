#include "runner/session.h"

namespace runner {

const Exercise* next_exercise(const Session& session) {
  for (const Exercise& exercise : session.course.exercises)
    if (!session.progress.solved(exercise.id)) return &exercise;
  return nullptr;
}

const Exercise* exercise_or_next(const Session& session,
                                 const std::string& name) {
  return name.empty() ? next_exercise(session)
                      : &session.course.find_exercise(name);
}

}  // namespace runner
