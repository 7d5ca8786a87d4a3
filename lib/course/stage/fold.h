#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stage {

/// Lines of a step's code: the idea, or what is folded behind a line that says
/// what it is.
struct CodePart {
  std::string text;  ///< whole lines
  std::string fold;  ///< what it is; empty: always shown
  std::string indent;
};

/// Cuts code at its marks: `// Fold: what it is` begins a fold, `// End fold`,
/// the next fold or the end of the code ends it. The marks are in no part, and
/// neither is a fold of no lines. Blank lines at its end come behind it.
std::vector<CodePart> code_parts(std::string_view code);

/// "… 12 lines: what it is"
std::string fold_line(const CodePart& part);

bool has_folds(std::string_view code);

}  // namespace stage
