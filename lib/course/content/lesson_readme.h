#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "course/content/document.h"

namespace content {

/// A step of a lesson as its README.md has it.
struct StepText {
  std::string heading;          ///< "Aside: Wavelengths"
  std::string title;            ///< "Wavelengths"
  bool aside = false;           ///< off the main path
  std::string text;             ///< the lines below the heading, as they are
  std::vector<CodeLink> codes;  ///< the code to show and to run: at most one,
                                ///< once the lesson is written
  std::string before, after;    ///< the text above and below its code
};

/// A lesson's README.md, for all that play it or look something up in it. `# …`
/// is its title, a line in italics below that its subject, and each `## …`
/// begins a step; `## Aside: …` is one off the main path.
struct LessonReadme {
  std::string title;
  std::string subject;  ///< in plain words; may be empty
  std::vector<StepText> steps;

  /// The number of the step of a title, from 1; "Aside: " may be left out. 0 if
  /// there is none.
  std::size_t step_of(std::string_view title) const;

  /// What it says of an exercise, in one line: "- `name`: what it asks." Empty
  /// if it says nothing.
  std::string what_asks(const std::string& exercise) const;

  /// Where "## Exercises" names one, to be compared; beyond all if it does not.
  std::size_t place_of(const std::string& exercise) const;
};

LessonReadme read_readme(std::string_view text);

/// Where the question `Predict: …` begins, the last paragraph of the text above
/// a step's code; npos if that asks nothing.
std::size_t question_in(std::string_view text);

}  // namespace content
