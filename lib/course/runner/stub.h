#pragma once

#include <filesystem>
#include <string>

#include "course/runner/course.h"

namespace runner {

/// The file a learner begins with: an exercise's task without its solutions.
/// The lines between `// solution` and `// end` become a call of todo(); `//
/// solution: the scores` names what the learner writes there.
/// horloge::ValueError if the marks do not match or there are none.
std::string make_stub(const std::string& task, const std::string& name);

/// The task as a learner may read it when it is solved: without the marks.
std::string make_solution(const std::string& task);

/// Of an exercise: its task.cpp, and what is made of it.
std::string task_of(const Exercise& exercise);
std::string stub_of(const Exercise& exercise);
std::string solution_of(const Exercise& exercise);

/// Why a learner's file is not one to compile: "… is gone", or too long. Empty
/// if it is one. `file` is relative to Course::work.
std::string why_not_an_answer(const Course& course,
                              const std::filesystem::path& file);

/// Creates the learner's file if it is not there. Returns whether it did.
bool open_exercise(const Course& course, const Exercise& exercise);

/// Puts the learner's file back to its beginning and keeps what was there in
/// the folder .learn/backups. Returns where.
std::filesystem::path reset_exercise(const Course& course,
                                     const Exercise& exercise);

}  // namespace runner
