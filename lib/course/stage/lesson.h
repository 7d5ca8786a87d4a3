#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "course/stage/page.h"

namespace stage {

/// A function of a lesson's code. It is shown, with what is above it in its
/// file, and then run.
struct StepCode {
  std::string_view name;
  std::function<void(Page&)> run;
};
using StepCodes = std::vector<StepCode>;

/// A text that was compiled in: README.md, numpy_style.cpp, …
struct SourceFile {
  std::string_view name;
  std::string_view text;
};

/// What a lesson's folder holds. Made by the build from the folder's own files.
struct LessonFiles {
  std::vector<SourceFile> files;
};

/// One step: prose, code with what it prints, and what there is to see in it.
struct Step {
  std::string title;
  bool aside = false;  ///< off the main path
  std::string before;  ///< Markdown
  std::string file;    ///< where the code is; empty for prose alone
  std::string name;    ///< of the function that runs
  std::string code;    ///< the lines that run, as they are in the file
  std::function<void(Page&)> run;
  std::string stored;  ///< what it printed once; empty: never stored
  std::string after;   ///< Markdown

  std::string full_title() const { return (aside ? "Aside: " : "") + title; }
};

struct Lesson {
  std::string title;
  std::vector<Step> steps;
};

/// Cuts a lesson's README.md into steps. Each `## heading` begins one, `##
/// Aside: heading` an aside; a line
///   Code: [`name`](file.cpp)
/// in it says which code belongs there: the lines below `// Step: name` in that
/// file. results/name.txt, if there is one, is its stored result. Throws
/// std::runtime_error if a function is named that the files or `codes` lack, or
/// if one of `codes` is never used.
Lesson make_lesson(const LessonFiles& files, const StepCodes& codes);

/// The lines of a source text that belong to a step: from behind its `// Step:
/// name` to the next step or to
/// `// End of steps`.
std::string step_code(std::string_view source, std::string_view name);

}  // namespace stage
