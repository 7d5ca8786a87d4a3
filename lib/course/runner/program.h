#pragma once

#include <functional>
#include <string>

#include "course/runner/session.h"

namespace runner {

/// What the course's programs work with: the course they were built from, and
/// the learner's files and progress in it, or in HORLOGE_WORK.
Session open_session();

/// Runs a program. What it throws becomes a sentence on standard error and a
/// status for the shell: 2 for WrongUse, 130 for stage::Interrupted, 1 for all
/// else. So does output that could not be written.
int run_program(const std::function<int()>& program);

/// A sentence for standard error. In a pipe or a file it stays one line.
void complain(const std::string& text);

}  // namespace runner
