// The loop as a learner has it: at a terminal, with an editor that saves.

#include "loop.h"

#include <dirent.h>

#include <algorithm>

#include "course/content/commands.h"
#include "support/matchers.h"

namespace runner {
namespace {

TEST_F(Loop, FromNothingToSolved) {
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
  terminal.wait_for("Made ");
  terminal.wait_for("Watching " + scratch.exercise().file.string() + " in");
  terminal.wait_for("The file is yours: edit it");
  terminal.wait_for("sinusoidal_table: not written yet,");
  terminal.wait_for("h hint 0/3");
  EXPECT_FALSE(terminal.is_cooked());

  scratch.save(replaced(right_table(), "real(10000)", "real(1000)"));
  terminal.wait_for("FAIL");
  terminal.wait_for("[base-1000]");
  terminal.wait_for("h hint 0/3");

  save_by_rename(replaced(right_table(), "xt::arange<real>(0, max_seq_len)",
                          "xt::arange<real>(1, max_seq_len + 1)"));
  terminal.wait_for("[starts-at-1]");
  terminal.wait_for("h hint 0/3");

  terminal.type("h");
  terminal.wait_for("hint 1 of 3 for sinusoidal_table");
  terminal.at("h hint 1/3").type("d");
  terminal.wait_for("is not solved yet");

  save_by_rename(solution());
  terminal.wait_for("All parts pass");
  terminal.wait_for("It counts as solved when the second check, with sanitizers,");
  terminal.wait_for("0/" + all + "   h hint 1/3  l lesson  e edit  r run  n next");
  terminal.wait_for("stays inside its arrays, and does nothing undefined");
  terminal.wait_for("All of it is right");
  terminal.wait_for("Solved.");
  terminal.wait_for("1/" + all + "   h hint 1/3  l lesson  e edit  r run  n next  d diff");

  terminal.type("d");
  terminal.at("Your file and the solution are the same.").type("p");
  EXPECT_THAT(terminal.wait_for("progress ."), HasSubstr("sinusoidal_table (solved)"));
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
  EXPECT_THAT(terminal.screen(), HasSubstr("`./learn` goes on with exercise "));
  EXPECT_TRUE(terminal.is_cooked());
  EXPECT_TRUE(scratch.session().progress.solved(scratch.exercise().id));
  EXPECT_TRUE(scratch.left_behind().empty());
}

TEST_F(Loop, SentencesBreakBetweenWords) {
  PseudoTerminal made(learn({"check", "sinusoidal_table", "--quick"}), scratch.folder());
  EXPECT_EQ(made.wait_for_end(), 1);
  EXPECT_THAT(made.screen(), HasSubstr("your file for this\r\nexercise."));
  PseudoTerminal refused(learn({"solution", "sinusoidal_table"}), scratch.folder());
  EXPECT_EQ(refused.wait_for_end(), 1);
  EXPECT_THAT(refused.screen(), HasSubstr("hint sinusoidal_table`\r\nhelps; with"));
}

TEST_F(Loop, AfterTheLastExerciseThereIsNone) {
  Session session = scratch.session();
  for (const Exercise& exercise : scratch.course().exercises)
    session.progress.set_solved(exercise.id, exercise.name != "sinusoidal_table");
  PseudoTerminal terminal(learn({"watch"}), scratch.folder());
  terminal.at("q quit").type("n");
  terminal.wait_for("This one is not solved yet. It is the last that is left.");
  scratch.save(solution());
  terminal.wait_for("Solved.");
  terminal.at("n next").type("n");
  EXPECT_EQ(terminal.at("Every exercise is solved.").type("q").wait_for_end(), 0);
  // And once more, without a name.
  PseudoTerminal again(learn({"check"}), scratch.folder());
  again.wait_for("All " + all + " exercises are solved.");
  EXPECT_EQ(again.wait_for_end(), 0);
}

TEST_F(Loop, TheSecondCheckTakesAPassBack) {
  scratch.save(replaced(right_table(), "  return pe;",
                        "  if (pe.size() > 0) pe.data()[pe.size()] = 0;\n  return pe;"));
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
  terminal.wait_for("All parts pass");
  EXPECT_THAT(terminal.wait_for("outside an array or a vector"),
              testing::Not(HasSubstr("All of it is right")));
  terminal.wait_for("not solved yet.");
  EXPECT_EQ(terminal.at("0/" + all + "   h hint").type("q").wait_for_end(), 0);
  EXPECT_FALSE(scratch.session().progress.solved(scratch.exercise().id));
}

TEST_F(Loop, AFileThatVanishesAndComesBack) {
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
  terminal.wait_for("not written yet");
  terminal.wait_for("q quit");
  fs::remove(scratch.file());
  terminal.wait_for("is gone.");
  scratch.save(table_with("  return {};"));
  terminal.wait_for("FAIL");
  terminal.wait_for("q quit");
  fs::remove(scratch.file());
  terminal.at("is gone.").type("r");
  EXPECT_EQ(terminal.at("not written yet").type("q").wait_for_end(), 0);
}

TEST_F(Loop, WhoWaitsSeesWhatGoesOn) {
  scratch.save(table_with("  volatile bool on = true;\n  while (on) continue;\n  return {};"));
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
  terminal.wait_for("compiling …");
  terminal.wait_for("checking: 2 s of at most 10");
  terminal.wait_for("\r\x1b[K");
  const std::string verdict = terminal.wait_for("was stopped: is there a loop");
  EXPECT_THAT(verdict.substr(0, verdict.find('\n')), HasSubstr("exercise sinusoidal_table"));
  EXPECT_EQ(terminal.type("\x04").wait_for_end(), 0);
  EXPECT_THAT(terminal.screen(), testing::EndsWith("\n")) << "the shell's prompt comes next";
}

TEST_F(Loop, WhoHasSeenEnoughNeedNotWait) {
  save_what_compiles_forever();
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
  ASSERT_TRUE(waits_until(true, "cc1plus"));
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
  EXPECT_TRUE(waits_until(false, ""));
  EXPECT_TRUE(scratch.left_behind().empty());
}

// Playing on with what is right already costs nothing.
TEST_F(Loop, SolvedOnceStaysSolved) {
  scratch.save(solution());
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
  terminal.wait_for("stays inside its arrays");
  terminal.wait_for("All of it is right");
  terminal.wait_for("q quit");
  scratch.save(replaced(right_table(), "real(10000)", "real(1000)"));
  terminal.wait_for("FAIL");
  terminal.wait_for("You solved it on 20");
  terminal.wait_for("and that stands; the file as it is now does");
  terminal.wait_for("1/" + all);
  terminal.wait_for("n next");
  scratch.save(replaced(right_table(), "  return pe;",
                        "  if (pe.size() > 0) pe.data()[pe.size()] = 0;\n  return pe;"));
  terminal.wait_for("All parts pass");
  terminal.at("this version is not right.").type("p");
  EXPECT_THAT(terminal.wait_for("progress ."), HasSubstr("sinusoidal_table (fails)"));
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
  EXPECT_TRUE(scratch.session().progress.solved(scratch.exercise().id));
}

TEST_F(Loop, TheListFitsTheWindow) {
  PseudoTerminal terminal(learn({"list"}), scratch.folder());
  EXPECT_EQ(terminal.wait_for_end(), 0);
  const std::string shown = terminal.screen();
  EXPECT_LT(std::count(shown.begin(), shown.end(), '\n'), 24);
  EXPECT_THAT(shown, Not(HasSubstr("sinusoidal_table")));
  PseudoTerminal whole(learn({"list", "--all"}), scratch.folder());
  EXPECT_EQ(whole.wait_for_end(), 0);
  EXPECT_THAT(whole.screen(), HasSubstr("sinusoidal_table"));
}

TEST_F(Loop, WhatWasPredictedIsKept) {
  PseudoTerminal terminal(learn({"lesson", "4"}), scratch.folder());
  terminal.wait_for("Enter: more");
  terminal.at("?: help").type(" ");
  terminal.at("your guess, 1 to 3?").type("2\r");
  terminal.wait_for("Your guess: \"as long\".");
  EXPECT_EQ(terminal.at("?: help").type("q").wait_for_end(), 0);
  const stage::Guesses guesses = scratch.session().progress.guesses("04_sinusoidal");
  ASSERT_EQ(guesses.count("bounded"), 1U);
  EXPECT_EQ(guesses.at("bounded").said, "as long");
  PseudoTerminal again(learn({"lesson", "4"}), scratch.folder());
  again.wait_for("Enter: more");
  again.at("?: help").type(" ");
  again.wait_for("Your guess: \"as long\".");
}

// Nobody is there to press q.
TEST_F(Loop, WatchNeedsATerminal) {
  const ProcessResult result = result_of({"watch", "sinusoidal_table"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.output,
            "./learn watch needs a terminal; ./learn check sinusoidal_table checks "
            "once\n");
}

TEST_F(Loop, WrongUseGetsOneSentence) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"reset"}, "./learn reset: name the exercise; ./learn list --all shows their names"},
      {{"find"}, "./learn find: say what to look for, as in ./learn find positional encoding"},
      {{"check", "--seed", "x"},
       "./learn check: --seed has to be a whole number from 1 to 999999999, not 'x'"},
      {{"check", "--seed", "-3"},
       "./learn check: --seed has to be a whole number from 1 to 999999999, not '-3'"},
      {{"check", "--seed"},
       "./learn check: --seed takes one value; ./learn check --help shows what it takes"},
      {{"check", "name", "--nonsense"},
       "./learn check: there is no option --nonsense; ./learn check --help shows what it takes"},
      {{"list", "all"},
       "./learn list: 'all' is one word too many; ./learn list --help shows what it takes"},
      {{"lesson", "4", "--step", "x"},
       "./learn 4: --step has to be a whole number from 1 to 999, not 'x'"},
      {{"chekc"}, "there is no command 'chekc'; ./learn --help shows what there is"},
  };
  for (const auto& [arguments, sentence] : cases) {
    const ProcessResult result = result_of(arguments);
    EXPECT_EQ(result.status, 2) << sentence;
    EXPECT_EQ(result.output, sentence + "\n");
  }
  const std::size_t steps = scratch.course().find_lesson(4)->steps;
  EXPECT_EQ(result_of({"lesson", "4", "--step", "999"}).output,
            "./learn 4: lesson 4 has steps 1 to " + std::to_string(steps) + "\n");
}

// What ./learn asks before it builds; a command is understood as it will be then.
TEST_F(Loop, WhatHasToBeBuiltForACommand) {
  const std::string check =
      "the check of sinusoidal_table\nanswer_headers_sanitized check_04_sinusoidal_table\n\n";
  EXPECT_EQ(result_of({"targets", "check", "sinusoidal_table"}).output, check);
  EXPECT_EQ(result_of({"targets", "check", "--seed", "7", "sinusoidal_table"}).output, check);
  EXPECT_EQ(result_of({"targets", "lesson", "4"}).output,
            "lesson 4\nlesson_04_sinusoidal\nanswer_headers_sanitized check_" +
                scratch.course().exercises.front().id + "\n");
  EXPECT_EQ(result_of({"targets", "claims", "65"}).output,
            "what puts claims to the test\nlearn_claims\n\n");
  EXPECT_THAT(result_of({"targets", "web", "--exercises"}).output,
              HasSubstr("the pages\nlearn_web lesson_01_order_matters lesson_02"));
}

// Nothing is built for what needs nothing, nor for what is refused.
TEST_F(Loop, WhatNeedsNothingBuilt) {
  const std::vector<std::vector<std::string>> plain = {{"list"},
                                                       {"find", "RoPE"},
                                                       {"hint"},
                                                       {"xtensor"},
                                                       {"doctor"},
                                                       {"claims"},
                                                       {"notebook"},
                                                       {"get"},
                                                       {"check", "--help"},
                                                       {"web", "--help"},
                                                       {"model", "--help"},
                                                       {"compare", "--help"}};
  for (std::vector<std::string> command : plain) {
    command.insert(command.begin(), "targets");
    const ProcessResult result = result_of(command);
    EXPECT_THAT(result.output, StartsWith("\n\n")) << command[1];
    EXPECT_EQ(result.status, 0) << command[1];
  }
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{"lesson", "9", "--nope"}, "there is no option --nope"},
      {{"lesson", "77"}, "there is no lesson 77"},
      {{"check", "nosuch"}, "there is no exercise 'nosuch'"},
      {{"check", "--nonsense"}, "there is no option --nonsense"},
      {{"claims", "999"}, "there is no claim 999; the last one is "},
      {{"claims", "--verdict", "maybe"}, "--verdict has to be true, false or only-if"},
      {{"claims", "--notebook", "9"}, "there is no notebook 9; they are 1 to 5"},
      {{"compare", "--task", "foo"}, "there is no task \"foo\"; choose from order, "},
      {{"compare", "--scheme", "foo"}, "there is no scheme \"foo\"; choose from none, "},
      {{"compare", "--show", "--out", "/nowhere"}, "there are no results in /nowhere yet"},
      {{"notebook", "2", "--cell", "99"}, "it has cells 1 to 7"},
      {{"notebook", "6"}, "there is no notebook 6"},
      {{"model", "/no/where"}, "there is no folder /no/where"},
      {{"get", "gpt-5"}, "there is no 'gpt-5'"},
      {{"web", "--port", "0"}, "has to be a whole number from 1 to 65535"}};
  for (auto [command, sentence] : refused) {
    command.insert(command.begin(), "targets");
    const ProcessResult result = result_of(command);
    EXPECT_THAT(result.output, HasSubstr(sentence));
    EXPECT_EQ(result.status, 2) << sentence;
  }
}

// The table that ./learn --help shows, and what the program reads, are of the same commands.
TEST_F(Loop, TheHelpIsOfCommandsThatThereAre) {
  std::size_t commands = 0;
  for (const content::CommandText& command : content::read_commands(
           read_text(scratch.course().root / "lib/course/commands/commands.txt"))) {
    if (command.name.empty() || command.name == "test") continue;  // the script's own
    const ProcessResult help = result_of({command.name, "--help"});
    EXPECT_EQ(help.status, 0) << command.usage;
    EXPECT_THAT(help.output, HasSubstr("--help")) << command.usage;
    for (std::size_t at = command.text.find("--"); at != std::string::npos;
         at = command.text.find("--", at + 1)) {
      const std::string option =
          command.text.substr(at, command.text.find_first_of(" ;:,\n", at) - at);
      EXPECT_THAT(help.output, HasSubstr(option)) << command.usage;
    }
    ++commands;
  }
  EXPECT_GT(commands, 15U);
}

// ./learn reads what this says, and may do so where nobody sees what else is said.
TEST_F(Loop, WhatHasToBeBuiltIsAllThatIsSaidThen) {
  const fs::path former =
      scratch.file().parent_path().parent_path() / "exercises/sinusoidal_table.cpp";
  fs::create_directories(former.parent_path());
  std::ofstream(former) << solution();
  EXPECT_EQ(
      result_of({"targets", "check", "sinusoidal_table"}).output,
      "the check of sinusoidal_table\nanswer_headers_sanitized check_04_sinusoidal_table\n\n");
  EXPECT_TRUE(fs::exists(former));
  PseudoTerminal terminal(learn({"next"}), scratch.folder());
  EXPECT_EQ(terminal.wait_for_end(), 0);
  EXPECT_EQ(terminal.screen(),
            "Your lessons/04_sinusoidal/exercises/sinusoidal_table.cpp is now\r\n"
            "lessons/04_sinusoidal/mine/sinusoidal_table.cpp.\r\nlesson 1\r\n");
  EXPECT_EQ(read_text(scratch.file()), solution());
}

TEST_F(Loop, OneSentenceWhenNothingCanBeKept) {
  std::ofstream(scratch.folder() / ".learn") << "a file where the folder should be";
  PseudoTerminal terminal(learn({"check", "sinusoidal_table"}), scratch.folder());
  EXPECT_EQ(terminal.wait_for_end(), 1);
  EXPECT_THAT(terminal.screen(), HasSubstr("learn: cannot create the folder "));
}

TEST_F(Loop, WhatAKilledCheckLeftGoesWithALaterOne) {
  const fs::path build = scratch.course().own_folder() / "build";
  fs::create_directories(build / "old.folder");
  std::ofstream(build / "old.so") << "x";
  std::ofstream(build / "new.so") << "x";
  for (const char* const name : {"old.so", "old.folder"})
    fs::last_write_time(build / name, fs::file_time_type::clock::now() - std::chrono::hours(2));
  scratch.save("x");
  scratch.check();
  EXPECT_EQ(scratch.left_behind(), std::vector<std::string>{"new.so"});
}

}  // namespace
}  // namespace runner
