#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "course/runner/compiler.h"

namespace runner {

/// What became of an answer among real processes, started by mpirun. One of
/// these, or none of them if it was stopped.
struct AmongProcesses {
  std::string right;      ///< with how many, in a sentence
  std::string trouble;    ///< what is wrong with the answer, in a sentence
  std::string not_tried;  ///< why this could not be found out, in a sentence
};

/// Whether an exercise's answers make sense among processes: those of a folder
/// with a processes.cpp.
bool is_for_processes(const Exercise& exercise);

/// Compiles an answer that is right among threads, and runs it with 2 and with
/// 4 processes, beside what MPI computes itself. `stop` is asked now and then;
/// true ends it.
AmongProcesses try_among_processes(const Course& course,
                                   const Compiler& compiler,
                                   const Exercise& exercise,
                                   const std::filesystem::path& file,
                                   const std::function<bool()>& stop = {});

}  // namespace runner
