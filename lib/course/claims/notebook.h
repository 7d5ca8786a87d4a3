#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "course/claims/finding.h"
#include "course/stage/lesson_text.h"

namespace claims {

/// The function that puts a claim to the test.
struct ClaimCode {
  std::string_view name;
  std::function<void(Finding&)> run;
};
using ClaimCodes = std::vector<ClaimCode>;

/// Where a lesson shows it: a step by its title.
struct Shown {
  int lesson = 0;
  std::string step;  ///< without "Aside: "
};

struct Claim {
  int number = 0;
  std::string title;  ///< the claim, in a few words
  std::string where;  ///< the cell, and the heading that it stands under
  Verdict verdict = Verdict::holds;
  std::string condition;  ///< of a claim that holds only if …
  std::vector<Shown> shown;
  std::string before;  ///< Markdown
  std::string file;    ///< where the code is
  std::string code;    ///< the lines that run, as they are in the file
  std::function<void(Finding&)> run;
  std::string found;  ///< what it found when the page was written
  std::string after;  ///< Markdown

  /// "only if no mask hides what comes later"
  std::string full_verdict() const;
};

/// A notebook and the claims that it makes.
struct Notebook {
  int number = 0;
  std::string title;
  std::vector<Claim> claims;
};

/// Reads the pages 000.md, 001.md, … of a folder, a notebook each, in the order
/// of their names. `# Notebook N: title` begins a page, `## K. claim` a claim;
/// K goes from 1 on through all pages. In a claim
///   - Where: …
///   - Verdict: true, false, or only if …
///   - Shown: [lesson N, title of a step](…), [lesson N, …](…)
///   Code: [`name`](file.cpp)
/// each stand once; the code is what stands below `// Claim: name` in that
/// file, and a code block below it is what it found. std::runtime_error names
/// the line of what is not so, a function that the files or `codes` lack, and
/// one of `codes` that no claim names.
std::vector<Notebook> read_notebooks(const stage::LessonFiles& files,
                                     const ClaimCodes& codes);

/// The same from the folder itself, to be read: nothing of them runs.
std::vector<Notebook> read_notebooks(const std::filesystem::path& folder);

}  // namespace claims
