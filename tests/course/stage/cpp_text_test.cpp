// What is code in a C++ text, and what only looks like it.

#include "course/stage/cpp_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace stage {
namespace {

TEST(CodeOnly, BlanksComments) {
  EXPECT_EQ(code_only("a; // b \" {\nc;"), "a;         \nc;");
  EXPECT_EQ(code_only("a /* b \n ' */ c"), "a      \n      c");
  EXPECT_EQ(code_only("a /* b"), "a     ");
  EXPECT_EQ(code_only("a /*/ b */ c"), "a          c");
}

TEST(CodeOnly, BlanksWhatStandsBetweenQuotes) {
  EXPECT_EQ(code_only(R"(f("a // b", '"', x);)"), R"(f("      ", ' ', x);)");
  EXPECT_EQ(code_only(R"("a \" }" + '\'')"), R"("      " + '  ')");
  EXPECT_EQ(code_only("\"no end\nb"), "\"      \nb");
  EXPECT_EQ(code_only("\"\\"), "\" ");
}

TEST(CodeOnly, KnowsRawTexts) {
  EXPECT_EQ(code_only("a = R\"(} \" \n //)\" + b;"), "a = R\"     \n    \" + b;");
  EXPECT_EQ(code_only("u8R\"x()\" )x\";"), "u8R\"       \";");
  EXPECT_EQ(code_only("R\"(never }"), "R\"        ");
  EXPECT_EQ(code_only("FOUR\"(}\" }"), "FOUR\"  \" }");
}

TEST(CodeOnly, TakesAMarkAmongDigitsForNoQuote) {
  EXPECT_EQ(code_only("f(1'000, 0xF'F) + 'x'"), "f(1'000, 0xF'F) + ' '");
  EXPECT_EQ(code_only("u8'{' + L'{'"), "u8' ' + L' '");
}

TEST(CodeOnly, BlanksThePreprocessor) {
  EXPECT_EQ(code_only("  #include <f>\na # b"), "              \na # b");
  EXPECT_EQ(code_only("#define F(x) { \\\n  x\ny"), "                \n   \ny");
}

TEST(CodeOnly, LeavesEverythingInItsPlace) {
  for (const std::string text :
       {"", "\"", "'", "R\"", "/*", "//", "#", "\\", "1'", "R\"(", "a\n\"\\\n", "'\\"}) {
    const std::string code = code_only(text);
    EXPECT_EQ(code.size(), text.size()) << text;
    EXPECT_EQ(std::count(code.begin(), code.end(), '\n'),
              std::count(text.begin(), text.end(), '\n'))
        << text;
  }
}

TEST(CppKinds, TellCommentsTextsAndDirectives) {
  const std::string code = "#if 1\nf('\"', \"x\");  // x\n/* y */ R\"(z)\"";
  std::string kinds;
  for (const CppKind kind : cpp_kinds(code)) kinds += " /\"q#"[static_cast<int>(kind)];
  EXPECT_EQ(kinds,
            "#####"
            "   \"q\"  \"q\"    ////"
            " /////// "
            " \"qqq\"");
}

TEST(BehindBracket, CountsAllKinds) {
  EXPECT_EQ(behind_bracket("f(a[1], {2}) + (b)", 1), 12U);
  EXPECT_EQ(behind_bracket("[&](int i) { }", 0), 3U);
  EXPECT_EQ(behind_bracket("f(a", 1), std::string::npos);
}

TEST(Words, AreWhole) {
  const std::string code = "auto_x = auto(auto1) - auto";
  EXPECT_EQ(find_word(code, "auto", 0), 9U);
  EXPECT_EQ(find_word(code, "auto", 10), 23U);
  EXPECT_EQ(find_word(code, "x", 0), std::string::npos);
  EXPECT_EQ(word_at("  one two", 0), "one");
  EXPECT_EQ(word_at("+", 0), "");
  EXPECT_EQ(word_at("one ", 3), "");
  EXPECT_EQ(word_before("one two  (", 9), 4U);
  EXPECT_EQ(word_before("= (", 2), 1U);
}

}  // namespace
}  // namespace stage
