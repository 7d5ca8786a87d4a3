#pragma once

#include <string>
#include <vector>

#include "course/runner/verdict.h"

namespace runner {

/// What a line of a verdict is about. It says how the line looks, on a screen
/// or on a page.
enum class LineKind {  // verdict_json.cpp names them in this order
  failed,              ///< a part, or what cut the check short
  brief,       ///< a part that failed, by its name alone; in_full comes later
  passed,      ///< a part
  todo,        ///< a part that is not written yet
  untouched,   ///< a part that was not looked at, or is about nothing
  in_full,     ///< how to see the brief ones
  remark,      ///< what its source shows, or what its numbers are like
  case_title,  ///< of the table of the smallest case that fails
  case_row,
  reread,   ///< where it is explained
  hint,     ///< how to get one
  closing,  ///< the last sentences
};

struct VerdictLine {
  LineKind kind;
  std::string text;
};

/// The exercise in a verdict's words.
struct VerdictAbout {
  std::string exercise;       ///< its name
  std::string reread;         ///< a sentence that says where it is explained
  std::string then = "save";  ///< what to do with code once it is written
};

/// A verdict that did not stop at the compiler, line by line: what failed first
/// in full, the rest in a line each. `full`: all of it.
std::vector<VerdictLine> verdict_lines(const VerdictAbout& about,
                                       const Verdict& verdict, bool full);

/// The same for what comes at the end, below what the learner's code printed.
std::vector<VerdictLine> closing_lines(const VerdictAbout& about,
                                       const Verdict& verdict);

}  // namespace runner
