// A lesson at a terminal: its keys, and that the terminal is given back however it ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <fstream>

#include "../runner/pseudo_terminal.h"

namespace {

using testing::HasSubstr;
using testing::Not;

class LessonAtATerminal : public testing::Test {
 protected:
  // Goes to a step, up to the question before its code runs.
  void go_to(const std::string& step) {
    terminal.wait_for("?: help");
    terminal.type(step + "\r");
    terminal.wait_for(step + "/6   Enter: run");
    terminal.wait_for("?: help");
  }

  PseudoTerminal terminal{{TOY_LESSON}, "/tmp"};
};

TEST_F(LessonAtATerminal, TakesSingleKeys) {
  EXPECT_THAT(terminal.wait_for("1/6   Enter: run"), HasSubstr("first"));
  terminal.wait_for("?: help");
  EXPECT_FALSE(terminal.is_cooked());
  terminal.type(" ");
  EXPECT_THAT(terminal.wait_for("1/6   Enter: on"), HasSubstr("count 1"));
  terminal.type("n");
  terminal.wait_for("2/6   Enter: run");
  terminal.type("\x1b[D");                                                  // back
  EXPECT_THAT(terminal.wait_for("1/6   Enter: on"), HasSubstr("count 1"));  // not run again
  terminal.type("\x1b[C");
  terminal.wait_for("2/6   Enter: run");
  terminal.type("b");
  terminal.wait_for("1/6   Enter: on");
  terminal.type("q");
  EXPECT_EQ(terminal.wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
  // The question is gone: the next prompt begins on a line of its own.
  const std::string& screen = terminal.screen();
  EXPECT_EQ(screen.substr(screen.size() - 4), "\r\x1b[J");
}

TEST_F(LessonAtATerminal, GoesToANumber) {
  terminal.wait_for("?: help");
  terminal.type("16");
  terminal.wait_for("step: 16");
  terminal.type("\x7f\x7f");
  terminal.wait_for("1/6   Enter: run");
  terminal.type("9\r");  // there is none
  terminal.wait_for("1 to 6");
  terminal.wait_for("q, Ctrl-D");
  terminal.wait_for("?: help");
  terminal.type("4");
  terminal.wait_for("step: 4");
  terminal.type("\x1b");
  terminal.wait_for("1/6   Enter: run");
  terminal.type("6\r");
  EXPECT_THAT(terminal.wait_for("6/6   Enter: end"), HasSubstr("the end"));
  terminal.type("\r");
  EXPECT_EQ(terminal.wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(LessonAtATerminal, ShowsWhatDoesNotFitPageByPage) {
  go_to("2");
  terminal.type(" ");
  const std::string first = terminal.wait_for("2/6   Enter: more");
  EXPECT_THAT(first, HasSubstr("line 21\r\n"));
  EXPECT_THAT(first, Not(HasSubstr("line 24")));
  terminal.type(" ");
  terminal.wait_for("2/6   Enter: more");
  terminal.type(" ");
  EXPECT_THAT(terminal.wait_for("2/6   Enter: on"), HasSubstr("line 50"));
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
  terminal.wait_for("waits");
  terminal.type("qq");
  EXPECT_THAT(terminal.wait_for("3/6   Enter: on"), HasSubstr("waited"));
  terminal.type(" ");
  terminal.wait_for("4/6   Enter: run");
}

TEST_F(LessonAtATerminal, EndsWithOneSentenceAtCtrlC) {
  terminal.wait_for("?: help");
  terminal.type("\x03");
  EXPECT_EQ(terminal.wait_for_end(), 130);
  EXPECT_TRUE(terminal.is_cooked());
  EXPECT_THAT(terminal.screen(), HasSubstr("Interrupted."));
}

TEST_F(LessonAtATerminal, EndsAtCtrlCWhileCodeRuns) {
  go_to("3");
  terminal.type(" ");
  terminal.wait_for("waits");
  terminal.type("\x03");
  EXPECT_EQ(terminal.wait_for_end(), 130);
  EXPECT_TRUE(terminal.is_cooked());
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
    EXPECT_EQ(kept(), "1 6");
    terminal.type(std::string(step) + "\r");
    terminal.wait_for(std::string(step) + "/6   Enter: run");
    terminal.wait_for("?: help");
    terminal.type(" ");
    terminal.wait_for(step == std::string("3") ? "waits" : "crash");
    terminal.type("\x03");
    EXPECT_NE(terminal.wait_for_end(), 0);
    EXPECT_EQ(kept(), std::string(step) + " 6");
    std::remove(file.c_str());
  }
  PseudoTerminal terminal({TOY_LESSON, "--bookmark", file, "--step", "5"}, "/tmp");
  terminal.wait_for("?: help");
  terminal.type("6\r");
  terminal.wait_for("Enter: end");
  EXPECT_EQ(kept(), "6 6");
  terminal.type("q");
  EXPECT_EQ(terminal.wait_for_end(), 0);
  std::remove(file.c_str());
}

TEST_F(LessonAtATerminal, QuitsAtCtrlD) {
  terminal.wait_for("?: help");
  terminal.type("\x04");
  EXPECT_EQ(terminal.wait_for_end(), 0);
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
  terminal.type(" ");
  EXPECT_EQ(terminal.wait_for_end(), 128 + SIGABRT);
  EXPECT_THAT(terminal.screen(), HasSubstr("before the crash"));
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(LessonAtATerminal, GivesTheTerminalBackWhenItsCodeEndsTheProgram) {
  go_to("5");
  terminal.type(" ");
  EXPECT_EQ(terminal.wait_for_end(), 3);
  EXPECT_TRUE(terminal.is_cooked());
}

TEST(LessonInAShell, GivesTheTerminalBackWhileItIsStopped) {
  PseudoTerminal terminal({"/bin/bash", "-mc", TOY_LESSON "; echo shell; read; fg; exit $?"},
                          "/tmp");
  terminal.wait_for("?: help");
  terminal.type("\x1a");  // Ctrl-Z
  terminal.wait_for("shell");
  EXPECT_TRUE(terminal.is_cooked());
  terminal.type("\n");
  terminal.wait_for("?: help");  // asks again
  EXPECT_FALSE(terminal.is_cooked());
  terminal.type("q");
  EXPECT_EQ(terminal.wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

// Nobody could continue it: it goes on.
TEST_F(LessonAtATerminal, IsNotStoppedWhereThereIsNoShell) {
  terminal.wait_for("?: help");
  terminal.type("\x1a");
  terminal.wait_for("?: help");
  EXPECT_FALSE(terminal.is_cooked());
  terminal.type("q");
  EXPECT_EQ(terminal.wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

}  // namespace
