// A lesson at a terminal: its keys, and that the terminal is given back however it ends.

#include <csignal>
#include <cstdio>
#include <fstream>

#include "../runner/pseudo_terminal.h"
#include "support/matchers.h"

namespace {

class LessonAtATerminal : public testing::Test {
 protected:
  // Goes to a step, up to the question before its code runs.
  void go_to(const std::string& step) {
    terminal.at("?: help").type(step + "\r");
    terminal.wait_for(step + "/8   Enter: run");
    terminal.wait_for("?: help");
  }

  PseudoTerminal terminal{{TOY_LESSON}, "/tmp"};
};

TEST_F(LessonAtATerminal, TakesSingleKeys) {
  EXPECT_THAT(terminal.wait_for("1/8   Enter: run"), HasSubstr("first"));
  terminal.wait_for("?: help");
  EXPECT_FALSE(terminal.is_cooked());
  terminal.type(" ");
  EXPECT_THAT(terminal.wait_for("1/8   Enter: next"), HasSubstr("count 1"));
  terminal.type("n");
  terminal.at("2/8   Enter: run").type("\x1b[D");                             // back
  EXPECT_THAT(terminal.wait_for("1/8   Enter: next"), HasSubstr("count 1"));  // not run again
  terminal.type("\x1b[C");
  terminal.at("2/8   Enter: run").type("b");
  EXPECT_EQ(terminal.at("1/8   Enter: next").type("q").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
  // The question is gone: the next prompt begins on a line of its own.
  const std::string& screen = terminal.screen();
  EXPECT_EQ(screen.substr(screen.size() - 4), "\r\x1b[J");
}

TEST_F(LessonAtATerminal, GoesToANumber) {
  terminal.at("?: help").type("16");
  terminal.at("step: 16").type("\x7f\x7f");
  terminal.at("1/8   Enter: run").type("9\r");  // there is none
  terminal.wait_for("1 to 8");
  terminal.wait_for("q, Ctrl-D");
  terminal.at("?: help").type("4");
  terminal.at("step: 4").type("\x1b");
  terminal.at("1/8   Enter: run").type("8\r");
  EXPECT_THAT(terminal.wait_for("8/8   Enter: end"), HasSubstr("the end"));
  EXPECT_EQ(terminal.type("\r").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(LessonAtATerminal, ShowsWhatDoesNotFitPageByPage) {
  go_to("2");
  terminal.type(" ");
  const std::string first = terminal.wait_for("2/8   Enter: more");
  EXPECT_THAT(first, HasSubstr("line 21\r\n"));
  EXPECT_THAT(first, Not(HasSubstr("line 24")));
  terminal.type(" ");
  terminal.at("2/8   Enter: more").type(" ");
  EXPECT_THAT(terminal.wait_for("2/8   Enter: next"), HasSubstr("line 50"));
}

TEST_F(LessonAtATerminal, ExplainsItsKeys) {
  terminal.wait_for("?: help");
  for (const char* key : {"?", "x", "\x1b[H"}) {
    terminal.type(key);
    terminal.wait_for("b, ←");
    terminal.wait_for("?: help");
  }
}

TEST_F(LessonAtATerminal, ForgetsKeysThatWerePressedDuringLongWork) {
  go_to("3");
  terminal.type(" ");
  terminal.at("waits").type("qq");
  EXPECT_THAT(terminal.wait_for("3/8   Enter: next"), HasSubstr("waited"));
  terminal.type(" ");
  terminal.wait_for("4/8   Enter: run");
}

TEST_F(LessonAtATerminal, IsLeftWithCtrlCAtAQuestion) {
  EXPECT_EQ(terminal.at("?: help").type("\x03").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
  EXPECT_THAT(terminal.screen(), Not(HasSubstr("nterrupted")));
}

TEST_F(LessonAtATerminal, GoesOnWhenCtrlCEndsAnExperiment) {
  for (const char* key : {"\x03", "s"}) {
    go_to("7");
    terminal.type(" ");
    terminal.at("trains").type(key);
    const std::string shown = terminal.wait_for("7/8   Enter: next");
    EXPECT_THAT(shown, HasSubstr("(A stored result: "));
    EXPECT_THAT(shown, HasSubstr("as it was"));
    EXPECT_THAT(shown, HasSubstr("\x1b[1A\r\x1b[J")) << "what it had printed is gone";
    EXPECT_THAT(shown, Not(HasSubstr("trained")));
    EXPECT_FALSE(terminal.is_cooked());
  }
  terminal.type("b");
  terminal.at("?: help").type("n");
  terminal.wait_for("7/8   Enter: run");  // it was not run
  EXPECT_EQ(terminal.type("\x03").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(LessonAtATerminal, SkipsAnExperimentBeforeItBegins) {
  go_to("7");
  terminal.type("s");
  EXPECT_THAT(terminal.wait_for("7/8   Enter: next"), HasSubstr("as it was"));
}

TEST(LessonInANarrowWindow, NamesTheKeyThatSkips) {
  PseudoTerminal terminal({TOY_LESSON, "--step", "7"}, "/tmp", 40);
  terminal.at("7/8   Enter: run").type("\r");
  terminal.at("training, and this..   s: stored result").type("s");
  terminal.at("7/8   Enter: more").type("\r");
  EXPECT_THAT(terminal.wait_for("7/8   Enter: next"),
              HasSubstr("└┬─────────────────┬────────────────┬\r\n"));
}

TEST_F(LessonAtATerminal, SaysWhenNoResultWasStored) {
  go_to("3");
  terminal.type(" ");
  terminal.at("waits").type("\x03");
  EXPECT_THAT(terminal.wait_for("3/8   Enter: next"),
              HasSubstr("There is no stored result for this step."));
}

TEST_F(LessonAtATerminal, UnfoldsItsCodeAndFoldsItAgain) {
  EXPECT_THAT(terminal.wait_for("c: full code"), HasSubstr("… 30 lines: the rest"));
  terminal.type("c");
  EXPECT_THAT(terminal.wait_for("1/8   Enter: more"), HasSubstr("fold\r\n"));
  terminal.type(" ");
  terminal.wait_for("1/8   Enter: run");
  EXPECT_THAT(terminal.wait_for("c: fold code"), Not(HasSubstr("the rest")));
  terminal.type("c");  // the page begins with the code, which began on the one before
  const std::string folded = terminal.wait_for("1/8   Enter: run");
  EXPECT_THAT(folded, HasSubstr("--- toy.cpp"));
  EXPECT_THAT(folded, HasSubstr("… 30 lines: the rest"));
  EXPECT_THAT(folded, Not(HasSubstr("fold\r\n")));
}

TEST_F(LessonAtATerminal, SkipsAsides) {
  go_to("5");
  terminal.type("a");
  terminal.at("7/8   Enter: run").type("6\r");
  EXPECT_THAT(terminal.wait_for("a: skip aside"), HasSubstr("6/8  Aside: Beside"));
  terminal.type("a");
  terminal.wait_for("7/8   Enter: run");
  terminal.at("?: help").type("a");  // no key of this page
  terminal.wait_for("q, Ctrl-D");
}

// The terminal is asked what colour its background has, and may be slow.
TEST_F(LessonAtATerminal, TakesALateAnswerForNoKey) {
  EXPECT_THAT(terminal.wait_for("?: help"), HasSubstr("\x1b]11;?\a"));
  terminal.type("\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;22c");
  terminal.type("l");
  EXPECT_THAT(terminal.wait_for("?: help"), Not(HasSubstr("Ctrl-D")));
}

TEST_F(LessonAtATerminal, ListsItsSteps) {
  go_to("5");
  terminal.type("l");
  const std::string list = terminal.wait_for("?: help");
  EXPECT_THAT(list, HasSubstr("    1  Short\r\n"));
  EXPECT_THAT(list, HasSubstr(">   5  Exit\r\n    6  Aside: Beside\r\n"));
}

TEST_F(LessonAtATerminal, IsWrappedAnewWhenTheWindowChanges) {
  go_to("2");
  terminal.type(" ");
  terminal.at("2/8   Enter: more").type(" ");
  terminal.wait_for("2/8   Enter: more");
  terminal.resize(12, 60);
  const std::string page = terminal.wait_for("2/8   Enter: more");
  EXPECT_THAT(page, HasSubstr("\x1b[H\x1b[2J"));
  EXPECT_THAT(page, HasSubstr("line 24\r\n"));
  EXPECT_THAT(page, HasSubstr("line 34\r\n"));
  EXPECT_THAT(page, Not(HasSubstr("line 36\r\n")));
  EXPECT_THAT(page, Not(HasSubstr("line 20\r\n")));
}

// However a step is left, the next time begins with it.
TEST(LessonWithABookmark, KeepsTheStepThatWasLeft) {
  const std::string file = testing::TempDir() + "bookmark";
  const auto kept = [&] {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
  };
  for (const char* const step : {"3", "4"}) {  // one is interrupted, one crashes
    PseudoTerminal terminal({TOY_LESSON, "--bookmark", file}, "/tmp");
    terminal.wait_for("?: help");
    EXPECT_EQ(kept(), "1 8");
    terminal.type(std::string(step) + "\r");
    terminal.wait_for(std::string(step) + "/8   Enter: run");
    terminal.at("?: help").type(" ");
    const bool crashes = step == std::string("4");
    terminal.wait_for(crashes ? "crash" : "waits");
    if (!crashes) {
      terminal.type("\x03");
      terminal.at("3/8   Enter: next").type("\x03");
    }
    EXPECT_EQ(terminal.wait_for_end() != 0, crashes);
    EXPECT_EQ(kept(), std::string(step) + " 8");
    std::remove(file.c_str());
  }
  PseudoTerminal terminal({TOY_LESSON, "--bookmark", file, "--step", "5"}, "/tmp");
  terminal.at("?: help").type("8\r");
  terminal.wait_for("Enter: end");
  EXPECT_EQ(kept(), "8 8");
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
  std::remove(file.c_str());
}

TEST_F(LessonAtATerminal, QuitsAtCtrlD) {
  EXPECT_EQ(terminal.at("?: help").type("\x04").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(LessonAtATerminal, GivesTheTerminalBackWhenItIsTerminated) {
  terminal.wait_for("?: help");
  kill(terminal.program(), SIGTERM);
  EXPECT_EQ(terminal.wait_for_end(), 130);
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(LessonAtATerminal, GivesTheTerminalBackWhenItsCodeCrashes) {
  go_to("4");
  EXPECT_EQ(terminal.type(" ").wait_for_end(), 128 + SIGABRT);
  EXPECT_THAT(terminal.screen(), HasSubstr("before the crash"));
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(LessonAtATerminal, GivesTheTerminalBackWhenItsCodeEndsTheProgram) {
  go_to("5");
  EXPECT_EQ(terminal.type(" ").wait_for_end(), 3);
  EXPECT_TRUE(terminal.is_cooked());
}

TEST(LessonInAShell, GivesTheTerminalBackWhileItIsStopped) {
  PseudoTerminal terminal({"/bin/bash", "-mc", TOY_LESSON "; echo shell; read; fg; exit $?"},
                          "/tmp");
  terminal.at("?: help").type("\x1a");  // Ctrl-Z
  terminal.wait_for("shell");
  EXPECT_TRUE(terminal.is_cooked());
  terminal.type("\n");
  terminal.wait_for("?: help");  // asks again
  EXPECT_FALSE(terminal.is_cooked());
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

// Nobody could continue it: it goes on.
TEST_F(LessonAtATerminal, IsNotStoppedWhereThereIsNoShell) {
  terminal.at("?: help").type("\x1a");
  terminal.wait_for("?: help");
  EXPECT_FALSE(terminal.is_cooked());
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

}  // namespace
