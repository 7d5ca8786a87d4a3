#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/content/model_map.h"
#include "course/stage/prediction.h"

namespace stage {

class Page;

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
  std::string_view topic = {};  ///< "04_sinusoidal"
};

/// One step: prose, code with what it prints, and what there is to see in it.
struct Step {
  std::string title;
  bool aside = false;                    ///< off the main path
  std::string before;                    ///< Markdown
  std::optional<Prediction> prediction;  ///< the last paragraph of `before`
  std::string file;  ///< where the code is; empty for prose alone
  std::string name;  ///< of the function that runs
  std::string code;  ///< the lines that run, as they are in the file
  std::function<void(Page&)> run;
  std::string stored;            ///< what it printed once; empty: never stored
  std::string after;             ///< Markdown
  content::ModelMap::Names lit;  ///< the parts of a model that it is about

  std::string full_title() const { return (aside ? "Aside: " : "") + title; }
};

struct Lesson {
  std::string title;
  std::string subject;  ///< in plain words; may be empty
  std::vector<Step> steps;
  std::vector<content::ModelMap::Part> parts;  ///< of a model; may be none

  /// What was asked, here or before, and is seen at this step.
  const Prediction* prediction_shown_by(const Step& step) const;
};

/// Cuts a lesson's README.md into steps. Below its title `# …` a line `*…*` may
/// name its subject. Each `## heading` begins one, `##
/// Aside: heading` an aside; a line
///   Code: [`name`](file.cpp)
/// in it says which code belongs there: the lines below `// Step: name` in that
/// file. results/name.txt, if there is one, is its stored result, and
/// ../model.txt says which parts of a model the steps are about. A last
/// paragraph before the code that begins with `Predict: ` is a Prediction.
/// Throws std::runtime_error if a function is named that the files or `codes`
/// lack, if one of `codes` is never used, or if a prediction is none.
Lesson make_lesson(const LessonFiles& files, const StepCodes& codes);

/// The same where the code of a step is found by its name.
using FindCode =
    std::function<std::function<void(Page&)>(const std::string& name)>;
Lesson read_lesson(const LessonFiles& files, const FindCode& code_of);

}  // namespace stage
