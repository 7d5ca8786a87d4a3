#include "runner/session.h"

#include "horloge/core/error.h"

namespace runner {

const Exercise* next_exercise(const Session& session) {
  for (const Exercise& exercise : session.course.exercises)
    if (!session.progress.solved(exercise.id)) return &exercise;
  return nullptr;
}

const Exercise& exercise_or_next(const Session& session,
                                 const std::string& name) {
  if (!name.empty()) return session.course.find_exercise(name);
  const Exercise* const next = next_exercise(session);
  if (next == nullptr)
    throw horloge::ValueError(
        "every exercise is solved; name one to look at it again");
  return *next;
}

}  // namespace runner
