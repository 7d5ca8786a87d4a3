// What a lesson prints in a window narrower than it.

#include <gtest/gtest.h>

#include "course/stage/narrow.h"

namespace stage {
namespace {

TEST(FitPrinted, LeavesWhatFits) {
  const std::string text = "a  b\n\n  c\n";
  EXPECT_EQ(fit_printed(text, 40), text);
  EXPECT_EQ(fit_printed("1234567890", 8), "1234567890");  // a window of no use
}

TEST(FitPrinted, ContinuesATableBelowWithItsFirstColumn) {
  EXPECT_EQ(fit_printed("name      one   two  three\n"
                        "short       1     2      3\n"
                        "long       10    20     30\n",
                        22),
            "name      one   two\n"
            "short       1     2\n"
            "long       10    20\n"
            "\n"
            "name   three\n"
            "short      3\n"
            "long      30\n");
}

TEST(FitPrinted, NumbersMayStandOneSpaceApart) {
  EXPECT_EQ(fit_printed("PE[0] =  0.0000 -1.0000  0.0000\n"
                        "PE[1] =  0.8415  0.5403 -0.0998\n",
                        24),
            "PE[0] =  0.0000 -1.0000\n"
            "PE[1] =  0.8415  0.5403\n"
            "\n"
            "PE[0] =   0.0000\n"
            "PE[1] =  -0.0998\n");
}

TEST(FitPrinted, GoesOnBelowTheSecondCell) {
  EXPECT_EQ(fit_printed("cat    dog 0.88  rabbit 0.74  cats 0.73\n", 26),
            "cat    dog 0.88\n"
            "       rabbit 0.74\n"
            "       cats 0.73\n");
}

// What cannot be cut to the end is no table, though some spaces stand below each other.
TEST(FitPrinted, WrapsWhatOnlyBeginsAsATable) {
  EXPECT_EQ(fit_printed("king    queen 0.75  son 0.70  brother 0.70\n"
                        "monday  tuesday 0.99  thursday 0.99\n",
                        30),
            "king    queen 0.75  son 0.70\n"
            "        brother 0.70\n"
            "monday  tuesday 0.99\n"
            "        thursday 0.99\n");
}

TEST(FitPrinted, WrapsSentences) {
  const std::string sentences =
      "id 1000 is outside of a vocabulary of 1000\n"
      "18 sentences in 10.4 s; seconds for one\n";
  EXPECT_EQ(fit_printed(sentences, 30),
            "id 1000 is outside of a\n"
            "  vocabulary of 1000\n"
            "18 sentences in 10.4 s;\n"
            "  seconds for one\n");
}

TEST(FitPrinted, ATableEndsWhereALineCrossesItsColumns) {
  EXPECT_EQ(fit_printed("learned      87.1   90.3   80.8\n"
                        "sinusoidal   89.2   93.7   85.9\n"
                        "18 sentences in 10.4 s, all of them\n",
                        26),
            "learned      87.1   90.3\n"
            "sinusoidal   89.2   93.7\n"
            "\n"
            "learned     80.8\n"
            "sinusoidal  85.9\n"
            "18 sentences in 10.4 s,\n"
            "  all of them\n");
}

TEST(FitPrinted, ASentenceAboveATableIsNoHead) {
  EXPECT_EQ(fit_printed("change of the output for each\n"
                        "no mask       0.06  0.14  0.63\n"
                        "causal mask   0.00  0.00  0.71\n",
                        26),
            "change of the output for\n"
            "  each\n"
            "no mask       0.06  0.14\n"
            "causal mask   0.00  0.00\n"
            "\n"
            "no mask      0.63\n"
            "causal mask  0.71\n");
}

TEST(FitPrinted, HeadsOfSeveralWordsStayWhole) {
  EXPECT_EQ(fit_printed("offset  smallest  sum of w offset\n"
                        "     1    30.917           30.917\n"
                        "    -8    22.414           22.414\n",
                        28),
            "offset  smallest\n"
            "     1    30.917\n"
            "    -8    22.414\n"
            "\n"
            "offset  sum of w offset\n"
            "     1           30.917\n"
            "    -8           22.414\n");
}

TEST(FitCode, SetsTheRestIn) {
  EXPECT_EQ(fit_code("  return first + second + third;\n", 24),
            "  return first + second\n      + third;\n");
  EXPECT_EQ(fit_code("  // a comment that is too long\n", 24),
            "  // a comment that is\n  // too long\n");
  EXPECT_EQ(fit_code("int x = 1;  // that is too long\n", 24),
            "int x = 1;  // that is\n    // too long\n");
  EXPECT_EQ(fit_code("short\n\nlines\n", 24), "short\n\nlines\n");
}

// Nothing is lost, whatever is in the text and however wide the window.
TEST(FitPrinted, LosesNothing) {
  const std::string text =
      "我爱你 你爱我 我爱你 你爱我 我爱你 你爱我\n"
      "unbreakable_and_much_longer_than_the_window_is\n"
      "// 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n";
  const auto letters = [](const std::string& from) {
    std::string kept;
    for (const char c : from)
      if (c != ' ' && c != '\n' && c != '/') kept += c;
    return kept;
  };
  for (std::size_t columns = 1; columns < 50; ++columns) {
    EXPECT_EQ(letters(fit_printed(text, columns)), letters(text)) << columns;
    EXPECT_EQ(letters(fit_code(text, columns)), letters(text)) << columns;
  }
}

}  // namespace
}  // namespace stage
