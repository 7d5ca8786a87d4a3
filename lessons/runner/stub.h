#pragma once

#include <filesystem>
#include <string>

#include "runner/course.h"

namespace runner {

/// The file a learner begins with: an exercise's master without its solutions.
/// What stands between a line `// solution` and a line `// end` becomes a call
/// of todo(); `// solution: the scores` names what is to be written there.
/// horloge::ValueError if the marks do not fit together or there are none.
std::string make_stub(const std::string& master, const std::string& name);

/// The same of an exercise's own master.
std::string stub_of(const Exercise& exercise);

/// The master as a learner may read it: without the marks.
std::string make_solution(const std::string& master);

/// Makes the learner's file if it is not there. Answers whether it did.
bool open_exercise(const Course& course, const Exercise& exercise);

/// Puts the learner's file back to its beginning and keeps what was there in
/// the folder .learn/backups. Answers where.
std::filesystem::path reset_exercise(const Course& course,
                                     const Exercise& exercise);

}  // namespace runner
