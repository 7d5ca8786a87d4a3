// Where an exercise's matter is explained.

#include "course/runner/reread.h"

#include <fstream>

#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

TEST(Reread, AStepThatTheHintsName) {
  const Scratch scratch;
  const auto lesson = scratch.folder() / "lessons/04_any";
  Exercise exercise = scratch.exercise();
  exercise.folder = lesson / "exercises/any";
  std::filesystem::create_directories(exercise.folder);
  Course course = scratch.course();
  course.lessons[3].readme = content::read_readme("# Any\n\n## One\n\n## Aside: Two\n\n## Three\n");
  const auto reread = [&](const char* text) {
    std::ofstream(exercise.folder / "hints.md") << text << "\n\n## Where\n\nReread: One\n";
    return where_to_read(course, exercise);
  };
  EXPECT_EQ(reread("Reread: Three"), "\"Three\" explains it: `./learn 4 --step 3`.");
  EXPECT_EQ(reread("Reread: Two"), "\"Two\" explains it: `./learn 4 --step 2`.");
  EXPECT_THAT(reread("Reread: Four"), HasSubstr("Lesson 4, A clock"));
  EXPECT_THAT(reread(""), HasSubstr("`./learn 4`."));
}

// The hints of every exercise name one, and it is there.
TEST(Reread, TheStepsOfTheCourse) {
  const Scratch scratch;
  for (const Exercise& exercise : scratch.course().exercises) {
    EXPECT_THAT(where_to_read(scratch.course(), exercise), HasSubstr("--step")) << exercise.id;
  }
}

}  // namespace
}  // namespace runner
