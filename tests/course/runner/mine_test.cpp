// A lesson that runs with the learner's own function instead of its own.

#include <csignal>

#include "course/runner/process.h"
#include "pseudo_terminal.h"
#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

class Mine : public testing::Test {
 protected:
  std::string play(const std::string& step = "3") const { return play(step, scratch.folder()); }
  std::string play(const std::string& step, const std::filesystem::path& folder) const {
    ProcessOptions options;
    options.environment = {{"HORLOGE_WORK", folder}, {"COLUMNS", "80"}};
    const ProcessResult result = run_process(
        {scratch.course().build / "bin/learn", "lesson", "4", "--mine", "--step", step}, options);
    EXPECT_TRUE(scratch.left_behind().empty());
    return result.output;
  }
  void solve() const { scratch.session().progress.set_solved(scratch.exercise().id, true); }

  Scratch scratch;
};

TEST_F(Mine, TheLearnersFunctionIsCalled) {
  solve();
  scratch.save(table_with("  return zeros({max_seq_len, d_model}) + real(0.4321);"));
  const std::string output = play();
  EXPECT_THAT(output, HasSubstr("This lesson runs with your own code: sinusoidal_table."));
  EXPECT_THAT(output, HasSubstr("0.4321"));
}

TEST_F(Mine, TheLearnersFunctionIsShown) {
  solve();
  scratch.save(table_with("  return zeros({max_seq_len, d_model}) + real(0.4321);"));
  const std::string output = play("2");
  EXPECT_THAT(output, HasSubstr("// Your own, from\n// "));
  EXPECT_THAT(output, HasSubstr("  return zeros({max_seq_len, d_model}) + real(0.4321);\n}\n"));
  EXPECT_THAT(output, Not(HasSubstr("return pe;")));  // ours
}

TEST_F(Mine, ALessonThatCrashesEndsWithASentence) {
  solve();
  scratch.save(table_with("  std::abort();"));
  PseudoTerminal terminal(
      {scratch.course().build / "bin/learn", "lesson", "4", "--mine", "--step", "2"},
      scratch.folder());
  EXPECT_EQ(terminal.at("Enter: run").type(" ").wait_for_end(), 128 + SIGABRT);
  EXPECT_THAT(terminal.screen(), HasSubstr("by an error in your code: Aborted."));
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(Mine, WhoLeavesALessonHearsWhereItGoesOn) {
  const std::string learn = scratch.course().build / "bin/learn";
  PseudoTerminal half({learn, "lesson", "4", "--step", "2"}, scratch.folder());
  EXPECT_EQ(half.at("?: help").type("q").wait_for_end(), 0);
  EXPECT_THAT(half.screen(), HasSubstr("`./learn` goes on at step 2 of lesson 4.\r\n"));

  PseudoTerminal first({learn, "lesson", "4", "--step", "1"}, scratch.folder());
  EXPECT_EQ(first.at("?: help").type("q").wait_for_end(), 0);
  EXPECT_THAT(first.screen(), HasSubstr("`./learn` goes on with lesson 4: A clock"));

  const std::string last = std::to_string(scratch.course().find_lesson(4)->steps);
  const auto read_to_the_end = [&] {
    PseudoTerminal terminal({learn, "lesson", "4", "--step", last}, scratch.folder());
    EXPECT_EQ(terminal.at("Enter: end").type(" ").wait_for_end(), 0);
    return terminal.screen();
  };
  EXPECT_THAT(read_to_the_end(), HasSubstr("`./learn` goes on with exercise "));
  Session session = scratch.session();
  for (const Exercise& exercise : scratch.course().exercises)
    if (exercise.lesson == 4) session.progress.set_solved(exercise.id, true);
  EXPECT_THAT(read_to_the_end(), HasSubstr("`./learn` goes on with lesson 5: "));
}

// The loader cuts its list at these.
TEST_F(Mine, AFolderWithSpacesAndAColonInItsName) {
  solve();
  scratch.save(table_with("  return zeros({max_seq_len, d_model}) + real(0.4321);"));
  const std::filesystem::path folder = scratch.folder() / "my course: the first";
  std::filesystem::create_directory(folder);
  for (const char* const name : {".learn", "lessons"})
    std::filesystem::rename(scratch.folder() / name, folder / name);
  EXPECT_THAT(play("3", folder), HasSubstr("0.4321"));
}

// head closes the pipe after its first lines; that is no mistake.
TEST_F(Mine, ALessonWhoseReaderHasEnoughEndsWithoutAWord) {
  ProcessOptions options;
  options.environment = {{"HORLOGE_WORK", scratch.folder()}};
  const ProcessResult result =
      run_process({"sh", "-c", "{ \"$0\" lesson 4 --all; echo ended $? >&2; } | head -n 3",
                   scratch.course().build / "bin/learn"},
                  options);
  EXPECT_THAT(result.output, HasSubstr("ended 141"));
  EXPECT_THAT(result.output, Not(HasSubstr("by a mistake")));
}

TEST_F(Mine, WhatTheLessonDoesNotLoadComesFromTheLibrary) {
  solve();
  scratch.save(replaced(table_with("  const Tensor weight(zeros({2, 2}), true);\n"
                                   "  const Adam adam({weight});\n"
                                   "  const Tensor half = softmax(weight);\n"
                                   "  return zeros({max_seq_len, d_model}) + half.array()(0, 0);"),
                        "answer.h\"\n", "answer.h\"\n#include \"horloge/train/adam.h\"\n"));
  EXPECT_THAT(play(), HasSubstr("0.5000"));
}

// Inline functions and templates of the libraries were compiled with other flags here; exported,
// they would replace the lesson's.
TEST_F(Mine, OnlyTheLearnersOwnFunctionsAreExported) {
  scratch.save(table_with("  return xt::sin(zeros({max_seq_len, d_model})) + helper(1);"));
  scratch.save(replaced(read_text(scratch.file()), "Array sinusoidal",
                        "inline double twice(double x) { return 2 * x; }\n"
                        "static double hidden(double x) { return twice(x); }\n"
                        "double helper(double x) { return hidden(x); }\n"
                        "Array sinusoidal"));
  const Compiled compiled =
      Compiler(scratch.course())
          .compile(scratch.exercise(), scratch.exercise().file, BuildMode::lesson);
  ASSERT_TRUE(compiled.ok) << compiled.messages;
  const ProcessResult symbols =
      run_process({"sh", "-c", "nm --dynamic --defined-only --demangle $0 | cut -c18- | sort",
                   compiled.library.string()});
  EXPECT_EQ(symbols.output, "T helper(double)\nT sinusoidal_table(unsigned long, unsigned long)\n");
}

TEST_F(Mine, NothingIsSolvedYet) {
  scratch.save(right_table());
  EXPECT_THAT(play(), HasSubstr("you have not solved an exercise of lesson 4 yet"));
}

TEST_F(Mine, AFileThatDoesNotCompileAnyMore) {
  solve();
  scratch.save("changed }{");
  EXPECT_THAT(play(), HasSubstr("sinusoidal_table.cpp has changed and no longer compiles"));
}

TEST_F(Mine, WhatDoesNotCompileIsLeftOutAndTheRestTakesPart) {
  solve();
  scratch.save(table_with("  return zeros({max_seq_len, d_model}) + real(0.4321);"));
  scratch.session().progress.set_solved(scratch.exercise("halves_rows").id, true);
  scratch.save("changed }{", "halves_rows");
  const std::string output = play();
  EXPECT_THAT(output, HasSubstr("your own code: sinusoidal_table."));
  EXPECT_THAT(output, HasSubstr("0.4321"));
  EXPECT_THAT(output, HasSubstr("One is left out: "));
}

// The lesson does not measure what its experiments do.
TEST_F(Mine, WhatTheLessonDoesNotCallNeedNotCompile) {
  solve();
  scratch.save(table_with("  return zeros({max_seq_len, d_model}) + real(0.4321);"));
  scratch.session().progress.set_solved(scratch.exercise("experiment_reach").id, true);
  scratch.save("changed }{", "experiment_reach");
  EXPECT_THAT(play(), testing::AllOf(HasSubstr("0.4321"), Not(HasSubstr("experiment_reach"))));
}

// Checks run in double, where real and double are the same.
TEST_F(Mine, AFileThatCompilesInDoubleOnly) {
  solve();
  scratch.save(table_with("  return zeros({max_seq_len, d_model}) + std::max(real(1), 2.0);"));
  EXPECT_TRUE(scratch.check().outcome != Outcome::does_not_compile);
  EXPECT_THAT(play(),
              HasSubstr("sinusoidal_table.cpp compiles in double, as it is checked, but not "
                        "in float, as lessons run: write real where it says double"));
}

TEST_F(Mine, AFunctionThatTheLessonDoesNotCall) {
  solve();
  scratch.save("#include \"course/exercise/exercise.h\"\nint something_else() { return 1; }\n");
  EXPECT_THAT(play(), HasSubstr("lesson 4 does not call what you wrote in sinusoidal_table"));
}

}  // namespace
}  // namespace runner
