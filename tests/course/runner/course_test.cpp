// What lessons and exercises there are: folders, and the order that a lesson's text names.

#include "course/runner/course.h"

#include <fstream>

#include "horloge/core/error.h"
#include "scratch.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

// A little course of two lessons in a scratch folder.
class CourseTest : public testing::Test {
 protected:
  void SetUp() override {
    write(root / "lessons/01_birds/README.md",
          "# Birds\n\n`wings` come first in the text.\n\n## Flying\n\n```\n# no title\n## no step\n"
          "```\n\n## Exercises\n\n`beak`, then `wings`.\n");
    write(root / "lessons/02_fish/README.md", "# Fish\n\n## Swimming\n");
    write(root / "lessons/common/README.md", "# Not a lesson\n");
    fs::create_directories(root / "lessons/03_left_behind");
    for (const char* place : {"01_birds/exercises/wings", "01_birds/exercises/beak",
                              "02_fish/exercises/fins", "common/exercises/of_no_lesson"})
      write(root / "lessons" / place / "task.cpp", "");
    fs::create_directories(root / "lessons/02_fish/exercises/empty");
  }
  Course read() const { return read_course(root, root / "build", root / "work"); }

  Scratch scratch;
  fs::path root = scratch.folder();
};

TEST_F(CourseTest, LessonsAreNumberedFoldersWithAText) {
  const Course course = read();
  ASSERT_EQ(course.lessons.size(), 2U);
  EXPECT_EQ(course.lessons[0].number, 1);
  EXPECT_EQ(course.lessons[0].topic, "01_birds");
  EXPECT_EQ(course.lessons[0].title, "Birds");
  EXPECT_EQ(course.lessons[0].steps, 2U);
  EXPECT_EQ(course.find_lesson(2)->title, "Fish");
  EXPECT_EQ(course.find_lesson(3), nullptr);
}

TEST_F(CourseTest, ExercisesComeInTheOrderTheTextNames) {
  const Course course = read();
  std::vector<std::string> names;
  for (const Exercise& exercise : course.exercises) names.push_back(exercise.name);
  EXPECT_EQ(names, (std::vector<std::string>{"beak", "wings", "fins"}));
  EXPECT_EQ(course.exercises[0].id, "01_beak");
  EXPECT_EQ(course.exercises[0].file, "lessons/01_birds/mine/beak.cpp");
}

TEST_F(CourseTest, AnExerciseIsFoundByNameAndById) {
  const Course course = read();
  EXPECT_EQ(course.find_exercise("wings").id, "01_wings");
  EXPECT_EQ(course.find_exercise("01_wings").id, "01_wings");
}

std::string refusal(const Course& course, const std::string& name) {
  return horloge::test::error_of<horloge::ValueError>([&] { course.find_exercise(name); });
}

TEST_F(CourseTest, AnUnknownNameIsAnsweredWithTheNearest) {
  const Course course = read();
  EXPECT_THAT(refusal(course, "winks"), HasSubstr("Did you mean wings?"));
  EXPECT_THAT(refusal(course, "baek"), HasSubstr("Did you mean beak?"));
  EXPECT_THAT(refusal(course, "w"), HasSubstr("Did you mean wings?"));  // its beginning
  EXPECT_THAT(refusal(course, ""), Not(HasSubstr("Did you mean")));
  EXPECT_THAT(refusal(course, "locomotive"), Not(HasSubstr("Did you mean")));
  EXPECT_THAT(refusal(course, "locomotive"), HasSubstr("`./learn list --all` shows them"));
}

TEST(CourseWithoutExercises, SaysSo) {
  const Scratch scratch;
  EXPECT_EQ(refusal(read_course(scratch.folder(), "", ""), "x"),
            "this course has no exercises yet");
}

TEST(RealCourse, HasTheExerciseThatTheTestsUse) {
  const Scratch scratch;
  EXPECT_EQ(scratch.exercise().id, "04_sinusoidal_table");
  EXPECT_EQ(scratch.exercise().file, "lessons/04_sinusoidal/mine/sinusoidal_table.cpp");
}

}  // namespace
}  // namespace runner
