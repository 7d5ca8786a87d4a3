#pragma once

#include <string>

#include "course/runner/course.h"

namespace runner {

/// $VISUAL, else $EDITOR; empty if neither is set.
std::string editor_named();

/// The command that opens a file for a learner: `given`, else the one that is
/// named. horloge::ValueError says how to name one if there is none.
std::string editor_command(const std::string& given);

/// Opens the learner's file with that command, and waits until it ends; it has
/// the terminal. horloge::ValueError if it cannot be run.
void edit(const Course& course, const Exercise& exercise,
          const std::string& command);

}  // namespace runner
