// What ends the loop, or stops it for a while: signals, keys, a terminal that goes.

#include "loop.h"

#include <csignal>

#include "course/runner/process.h"
#include "support/matchers.h"

namespace runner {
namespace {

TEST_F(Loop, TheEndOfTheTerminalEndsWhatIsBeingCompiled) {
  save_what_compiles_forever();
  {
    PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
    ASSERT_TRUE(waits_until(true, "cc1plus"));
    terminal.hang_up();
    EXPECT_EQ(terminal.wait_for_end(), 128 + SIGHUP);
  }
  EXPECT_TRUE(waits_until(false, ""));
}

// Also by what nobody can hear, and also what no longer knows its parent.
TEST_F(Loop, WhoeverKillsItKillsWhatIsBeingCompiledAndRun) {
  save_what_compiles_forever();
  {
    PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
    ASSERT_TRUE(waits_until(true, "cc1plus"));
    kill(terminal.program(), SIGKILL);
    EXPECT_EQ(terminal.wait_for_end(), 128 + SIGKILL);
  }
  EXPECT_TRUE(waits_until(false, ""));
  scratch.save("#include <unistd.h>\n" +
               table_with("  if (fork() == 0) setsid();\n  sleep(1000);\n  return {};"));
  {
    PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
    ASSERT_TRUE(waits_until(true, "bin/check_"));
    kill(terminal.program(), SIGKILL);
    EXPECT_EQ(terminal.wait_for_end(), 128 + SIGKILL);
  }
  EXPECT_TRUE(waits_until(false, ""));
}

TEST_F(Loop, WhatCannotBeSaidIsAnError) {
  const auto shell = [&](const std::string& script) {
    ProcessOptions options;
    options.environment = {{"HORLOGE_WORK", scratch.folder()}};
    return run_process({"sh", "-c", script, learn({})[0]}, options);
  };
  const char* const full = "learn: not all of this could be written; is the disk full?\n";
  for (const char* const command : {"list", "hint sinusoidal_table", "--help"}) {
    const ProcessResult result = shell("\"$0\" " + std::string(command) + " >/dev/full");
    EXPECT_EQ(result.status, 1) << command;
    EXPECT_EQ(result.output, full) << command;
  }
  EXPECT_EQ(shell("\"$0\" lesson 4 --step 1 >/dev/full").status, 1);
  EXPECT_EQ(shell("\"$0\" list >&-").output, full);
  EXPECT_EQ(shell("\"$0\" list >/dev/full 2>&-").status, 1);
  EXPECT_EQ(shell("\"$0\" check nothing 2>&-").status, 1) << "not a signal";
  EXPECT_EQ(shell("\"$0\" nothing 2>/dev/full").status, 2);
  EXPECT_EQ(shell("\"$0\" lesson 4 --step 99 2>&-").status, 2);
}

TEST_F(Loop, InterruptLeavesTheTerminalAsItWas) {
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
  terminal.wait_for("q quit");
  EXPECT_FALSE(terminal.is_cooked());
  EXPECT_EQ(terminal.type("\x03").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(Loop, AnySignalLeavesTheTerminalAsItWas) {
  for (const int signal : {SIGTERM, SIGQUIT, SIGABRT, SIGSEGV}) {
    PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
    terminal.wait_for("q quit");
    EXPECT_FALSE(terminal.is_cooked());
    kill(terminal.program(), signal);
    EXPECT_EQ(terminal.wait_for_end(), signal == SIGTERM ? 0 : 128 + signal);
    EXPECT_TRUE(terminal.is_cooked()) << signal;
  }
}

TEST_F(Loop, StoppedItGivesTheTerminalBackAndGoesOnLater) {
  const std::string watch = learn({"watch", "sinusoidal_table"})[0] + " watch sinusoidal_table";
  PseudoTerminal terminal({"/bin/bash", "-mc", watch + "; echo shell; read; fg; exit $?"},
                          scratch.folder());
  terminal.at("q quit").type("\x1a");  // Ctrl-Z
  terminal.wait_for("shell");
  EXPECT_TRUE(terminal.is_cooked());
  terminal.type("\n");
  terminal.wait_for("q quit");  // its keys are shown anew
  EXPECT_FALSE(terminal.is_cooked());
  scratch.save(solution());
  EXPECT_EQ(terminal.at("All of it is right").type("q").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

// In a lesson it is the next step; here n is the next exercise.
TEST_F(Loop, AnArrowIsNoKeyOfItsOwn) {
  scratch.save(solution());
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
  terminal.at("n next").type("\x1b[C");
  terminal.type("p");
  EXPECT_THAT(terminal.wait_for("progress ."), Not(HasSubstr("Watching")));
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
}

TEST_F(Loop, InterruptEndsWhatIsBeingCompiled) {
  for (const char* const command : {"watch", "check"}) {
    fs::remove(scratch.file().parent_path() / "pipe");
    save_what_compiles_forever();
    PseudoTerminal terminal(learn({command, "sinusoidal_table"}), scratch.folder());
    ASSERT_TRUE(waits_until(true, "sinusoidal_table.cpp"));
    EXPECT_EQ(terminal.type("\x03").wait_for_end(), std::string(command) == "check" ? 130 : 0);
    EXPECT_TRUE(terminal.is_cooked());
    EXPECT_TRUE(waits_until(false, ""));
    EXPECT_TRUE(scratch.left_behind().empty());
  }
}

TEST_F(Loop, InterruptEndsALoopThatNeverEnds) {
  scratch.save(
      table_with("  std::puts(\"going\");\n  volatile bool on = true;\n  while (on) continue;\n"
                 "  return {};"));
  PseudoTerminal terminal(learn({"check", "sinusoidal_table"}), scratch.folder());
  ASSERT_TRUE(waits_until(true, "bin/check_"));
  EXPECT_EQ(terminal.type("\x03").wait_for_end(), 130);
  EXPECT_TRUE(waits_until(false, ""));
  EXPECT_TRUE(scratch.left_behind().empty());
}

// While a lesson has the terminal, Ctrl-C is for the lesson, and leaves it as q does.
TEST_F(Loop, InterruptLeavesALesson) {
  PseudoTerminal terminal(learn({"lesson", "4"}), scratch.folder());
  EXPECT_EQ(terminal.at("q: quit").type("\x03").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
  EXPECT_TRUE(scratch.left_behind().empty());
}

}  // namespace
}  // namespace runner
