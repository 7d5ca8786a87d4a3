// The line that asks, and the list of steps.

#include "course/stage/questions.h"

#include <gtest/gtest.h>

namespace stage {
namespace {

const PageKeys all_keys = {{'s', Turn::To::stored, "s: stored result", ""},
                           {'c', Turn::To::code, "c: full code", ""},
                           {'a', Turn::To::past_asides, "a: skip aside", ""}};

TEST(Question, NamesAsManyKeysAsFit) {
  EXPECT_EQ(question(80, "5/16", "Enter: next", {}),
            "5/16   Enter: next   b: back   q: quit   ?: help");
  EXPECT_EQ(question(80, "12/16", "Enter: run", all_keys),
            "12/16   Enter: run   s: stored result   c: full code   a: skip aside   ?: help");
  EXPECT_EQ(question(60, "5/16", "Enter: run", all_keys), "5/16   Enter: run   ?: help");
  EXPECT_EQ(question(12, "5/16", "Enter: run", {}), "Enter: run");
  EXPECT_EQ(question(6, "5/16", "Enter: run", {}), "?");
}

TEST(Question, NeverReachesTheLastColumn) {
  for (std::size_t columns = 2; columns < 140; ++columns)
    EXPECT_LT(display_width(question(columns, "12/16", "Enter: run", all_keys)), columns);
}

TEST(ListOfSteps, HasTheOneAtHandInItsMiddle) {
  Lesson lesson;
  for (int i = 1; i <= 9; ++i) {
    lesson.steps.emplace_back();
    lesson.steps.back().title = "title " + std::to_string(i);
  }
  lesson.steps[4].aside = true;
  const Terminal terminal;
  EXPECT_EQ(list_of_steps(lesson, 5, terminal, 3),
            "    4  title 4\n>   5  Aside: title 5\n    6  title 6\n");
  EXPECT_EQ(list_of_steps(lesson, 1, terminal, 2), ">   1  title 1\n    2  title 2\n");
  EXPECT_EQ(list_of_steps(lesson, 9, terminal, 2), "    8  title 8\n>   9  title 9\n");
  EXPECT_EQ(list_of_steps(lesson, 9, terminal, 99).size(), 9 * 15 + 7U);
}

}  // namespace
}  // namespace stage
