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

using content::Shown;

/// A claim with the lines of its code, and with what runs.
struct Claim : content::Claim {
  std::string code;
  std::function<void(Finding&)> run;
};

/// A notebook and the claims that it makes.
struct Notebook {
  int number = 0;
  std::string title;
  std::vector<Claim> claims;
};

/// Reads the pages 000.md, 001.md, … of a folder, a notebook each, in the order
/// of their names; see content::read_claims. Claims are counted through all
/// pages. The code is what stands below `// Claim: name` in its file.
/// std::runtime_error also for a function that the files or `codes` lack, and
/// for one of `codes` that no claim names.
std::vector<Notebook> read_notebooks(const stage::LessonFiles& files,
                                     const ClaimCodes& codes);

/// The same from the folder itself, to be read: nothing of them runs.
std::vector<Notebook> read_notebooks(const std::filesystem::path& folder);

}  // namespace claims
