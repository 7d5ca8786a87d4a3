// From a task to what a learner begins with, and back to the beginning.

#include "course/runner/stub.h"

#include "horloge/core/error.h"
#include "scratch.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

using horloge::test::error_of;

constexpr const char* task =
    "int twice(int x) {\n"
    "  // solution\n"
    "  return 2 * x;\n"
    "  // end\n"
    "}\n"
    "int thrice(int x) {\n"
    "  if (x == 0) return 0;\n"
    "    // solution: the product\n"
    "    return 3 * x;\n"
    "    // end\n"
    "}\n";

TEST(Stub, HasATodoInPlaceOfEachSolution) {
  EXPECT_EQ(make_stub(task, "numbers"),
            "int twice(int x) {\n"
            "  todo(\"numbers\");  // your code instead of this\n"
            "}\n"
            "int thrice(int x) {\n"
            "  if (x == 0) return 0;\n"
            "    todo(\"numbers, the product\");  // your code instead of this\n"
            "}\n");
}

TEST(Stub, TheSolutionHasNoMarks) {
  EXPECT_EQ(make_solution(task),
            "int twice(int x) {\n"
            "  return 2 * x;\n"
            "}\n"
            "int thrice(int x) {\n"
            "  if (x == 0) return 0;\n"
            "    return 3 * x;\n"
            "}\n");
}

std::string refusal(const std::string& text) {
  return error_of<horloge::ValueError>([&] { make_stub(text, "numbers"); });
}

TEST(Stub, RefusesMarksThatDoNotFit) {
  EXPECT_EQ(refusal("int x;\n"), "there is no solution to take out");
  EXPECT_EQ(refusal("// solution\nint x;\n"), "a solution never ends");
  EXPECT_EQ(refusal("int x;\n// end\n"), "a solution ends that never began");
  EXPECT_EQ(refusal("// solution\n// solution\n// end\n"), "a solution begins inside another");
}

TEST(Stub, AWordThatOnlyBeginsLikeAMarkIsNone) {
  EXPECT_EQ(refusal("// solutions are many\n// ending\n"), "there is no solution to take out");
}

TEST(OpenExercise, MakesTheFileOnceAndNeverTouchesItAgain) {
  const Scratch scratch;
  EXPECT_TRUE(open_exercise(scratch.course(), scratch.exercise()));
  EXPECT_THAT(read_text(scratch.file()), HasSubstr("todo(\"sinusoidal_table\")"));
  scratch.save("mine");
  EXPECT_FALSE(open_exercise(scratch.course(), scratch.exercise()));
  EXPECT_EQ(read_text(scratch.file()), "mine");
}

TEST(Stub, NamesThePageOfNumpyAndXtensor) {
  const Scratch scratch;
  for (const Exercise& exercise : scratch.course().exercises)
    for (const std::string& text : {stub_of(exercise), solution_of(exercise)}) {
      const std::size_t at = text.find("`./learn xtensor`");
      EXPECT_LT(at, text.find("#include")) << exercise.name;
    }
}

TEST(Stub, WhatIsNoAnswerIsToldAsWhatItIs) {
  const Scratch scratch;
  const fs::path& file = scratch.exercise().file;
  const auto why = [&] { return why_not_an_answer(scratch.course(), file); };
  EXPECT_EQ(why(), file.string() + " is gone");
  scratch.save(std::string(std::size_t{1} << 20U, '('));
  EXPECT_EQ(why(), "");
  scratch.save(std::string(std::size_t{20} << 20U, '('));
  EXPECT_EQ(why(), file.string() +
                       " is 20.0 MB long; an answer has at most 1 MB, and is not read beyond that");
  fs::remove(scratch.file());
  fs::create_directory(scratch.file());
  EXPECT_EQ(why(), file.string() + " is not a file that holds a text");
}

TEST(Reset, KeepsABackupOfEachTime) {
  const Scratch scratch;
  EXPECT_EQ(reset_exercise(scratch.course(), scratch.exercise()), fs::path());
  scratch.save("first try");
  const fs::path first = reset_exercise(scratch.course(), scratch.exercise());
  scratch.save("second try");
  const fs::path second = reset_exercise(scratch.course(), scratch.exercise());
  EXPECT_EQ(read_text(first), "first try");
  EXPECT_EQ(read_text(second), "second try");
  EXPECT_NE(first, second);
  EXPECT_THAT(read_text(scratch.file()), HasSubstr("todo(\"sinusoidal_table\")"));
}

TEST(OpenExercise, SaysWhatStandsInTheWay) {
  const Scratch scratch;
  fs::create_directories(scratch.file().parent_path().parent_path());
  std::fclose(std::fopen(scratch.file().parent_path().c_str(), "w"));  // a file, not a folder
  EXPECT_THAT(
      error_of<horloge::FileError>([&] { open_exercise(scratch.course(), scratch.exercise()); }),
      HasSubstr("cannot create the folder"));
}

}  // namespace
}  // namespace runner
