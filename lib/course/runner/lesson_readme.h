#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

/// A step of a lesson as its README.md has it.
struct StepText {
  std::string title;  ///< "Aside: Wavelengths"
  std::string text;   ///< the lines below the heading, as they are
};

/// A lesson's README.md, for all that look something up in it. `# …` is its
/// title, a line in italics below that its subject, and each `## …` begins a
/// step; in code, # begins a comment.
struct LessonReadme {
  std::string title;
  std::string subject;  ///< may be empty
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

}  // namespace runner
