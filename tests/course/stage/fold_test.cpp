// What a listing leaves out.

#include "course/stage/fold.h"

#include <gtest/gtest.h>

namespace stage {
namespace {

std::string shown(std::string_view text, bool open) {
  std::string lines;
  for (const CodePart& part : code_parts(text))
    lines += part.fold.empty() || open ? part.text : fold_line(part);
  return lines;
}

std::string folded_code(std::string_view text) { return shown(text, false); }
std::string whole_code(std::string_view text) { return shown(text, true); }

const char* const code =
    "int idea();\n"
    "\n"
    "void step(Page& page) {\n"
    "  idea();\n"
    "\n"
    "  // Fold: prints the table\n"
    "  for (;;)\n"
    "\n"
    "    page.print(\"…\");\n"
    "  // End fold\n"
    "  idea();\n"
    "}\n";

TEST(Fold, IsOneLineThatSaysWhatItIs) {
  EXPECT_EQ(folded_code(code),
            "int idea();\n\nvoid step(Page& page) {\n  idea();\n\n"
            "  … 3 lines: prints the table\n  idea();\n}\n");
}

TEST(Fold, OpenItIsTheCodeWithoutItsMarks) {
  EXPECT_EQ(whole_code(code),
            "int idea();\n\nvoid step(Page& page) {\n  idea();\n\n  for (;;)\n\n"
            "    page.print(\"…\");\n  idea();\n}\n");
}

TEST(Fold, EndsAtTheNextOneAndWithTheCode) {
  const char* const two = "a\n// Fold: one\nb\n\n// Fold: two\nc\nd\n";
  EXPECT_EQ(folded_code(two), "a\n… 1 line: one\n\n… 2 lines: two\n");
  EXPECT_EQ(whole_code(two), "a\nb\n\nc\nd\n");
  const CodePart last = code_parts(two).back();
  EXPECT_EQ(last.text, "c\nd\n");
  EXPECT_EQ(last.fold, "two");
}

TEST(Fold, LeavesABlankLineBelowIt) {
  EXPECT_EQ(folded_code("// Fold: one\n\nb\n\n// End fold\nc\n"), "… 1 line: one\n\nc\n");
}

TEST(Fold, OfNoLinesIsNone) {
  EXPECT_EQ(folded_code("a\n// Fold: nothing\n\n// End fold\nb\n"), "a\nb\n");
  EXPECT_EQ(whole_code("a\n// End fold\nb\n"), "a\nb\n");
  EXPECT_FALSE(has_folds("a\n// Fold: nothing\n"));
  EXPECT_FALSE(has_folds("a\n// Folded: not a mark\n"));
  EXPECT_TRUE(has_folds(code));
}

}  // namespace
}  // namespace stage
