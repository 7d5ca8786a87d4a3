#pragma once

#include <filesystem>
#include <string>

#include "course/runner/course.h"

namespace runner {

/// The file a learner begins with: an exercise's task without its solutions.
/// What stands between a line `// solution` and a line `// end` becomes a call
/// of todo(); `// solution: the scores` names what is to be written there.
/// horloge::ValueError if the marks do not fit together or there are none.
std::string make_stub(const std::string& task, const std::string& name);

/// The task as a learner may read it when it is solved: without the marks.
std::string make_solution(const std::string& task);

/// Of an exercise: its task.cpp, and what is made of it.
std::string task_of(const Exercise& exercise);
std::string stub_of(const Exercise& exercise);
std::string solution_of(const Exercise& exercise);

/// Makes the learner's file if it is not there. Answers whether it did.
bool open_exercise(const Course& course, const Exercise& exercise);

/// Puts the learner's file back to its beginning and keeps what was there in
/// the folder .learn/backups. Answers where.
std::filesystem::path reset_exercise(const Course& course,
                                     const Exercise& exercise);

}  // namespace runner
