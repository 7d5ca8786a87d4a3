#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "course/content/code_prose.h"

namespace content {

/// What became of a claim: it holds wherever it was tried, nowhere, or only
/// under a condition.
enum class Verdict { holds, fails, only_if };

/// "true", "false" or "only if", as lists and pages have it.
std::string_view word_of(Verdict verdict);

/// Where a lesson shows it: a step by its title.
struct Shown {
  int lesson = 0;
  std::string step;  ///< without "Aside: "
};

/// A claim of a notebook. Its code puts it to the test.
struct Claim : CodeProse {
  int number = 0;
  std::string title;  ///< the claim, in a few words
  std::string where;  ///< the cell, and the heading that it stands under
  Verdict verdict = Verdict::holds;
  std::string condition;  ///< of a claim that holds only if …
  std::vector<Shown> shown;

  /// "only if no mask hides what comes later"
  std::string full_verdict() const;
};

/// The claims of a notebook.
struct Claims {
  int number = 0;  ///< of the notebook
  std::string title;
  std::vector<Claim> all;
};

/// Reads a page, which is called so: `# Notebook N: title` begins it, `## K.
/// claim` a claim; K counts on from `first`. In a claim
///   - Where: …
///   - Verdict: true, false, or only if …
///   - Shown: [lesson N, title of a step](…), [lesson N, …](…)
///   Code: [`name`](file.cpp)
/// each stand once. std::runtime_error names the line of what is not so.
Claims read_claims(std::string_view text, std::string_view page, int first);

}  // namespace content
