#include "course/content/lesson_readme.h"

#include <gtest/gtest.h>

namespace content {
namespace {

TEST(LessonReadme, IsReadOnceForAllThatLookSomethingUpInIt) {
  const LessonReadme readme = read_readme(
      "# Birds\n\n*what flies*\n\n## Flying\n\nUp.\n\n```\n# no title\n## no step\n```\n\n"
      "## Aside: Swans\n\n## Exercises\n\n- `beak`: first\n  it opens.\n- `wings`: then\n");
  EXPECT_EQ(readme.title, "Birds");
  EXPECT_EQ(readme.subject, "what flies");
  ASSERT_EQ(readme.steps.size(), 3U);
  EXPECT_EQ(readme.steps[1].heading, "Aside: Swans");
  EXPECT_EQ(readme.steps[1].title, "Swans");
  EXPECT_TRUE(readme.steps[1].aside);
  EXPECT_FALSE(readme.steps[0].aside);
  EXPECT_EQ(readme.steps[0].text, "\nUp.\n\n```\n# no title\n## no step\n```\n\n");
  EXPECT_EQ(readme.step_of("Flying"), 1U);
  EXPECT_EQ(readme.step_of("Swans"), 2U);
  EXPECT_EQ(readme.step_of("Aside: Swans"), 2U);
  EXPECT_EQ(readme.step_of("no step"), 0U);
  EXPECT_EQ(readme.what_asks("beak"), "first it opens.");
  EXPECT_EQ(readme.what_asks("wings"), "then");
  EXPECT_EQ(readme.what_asks("tail"), "");
  EXPECT_LT(readme.place_of("beak"), readme.place_of("wings"));
}

TEST(LessonReadme, PartsAStepAtItsCode) {
  const LessonReadme readme =
      read_readme("# A\n\n## One\n\nAbove.\n\nCode: [`x`](a.cpp)\n\nBelow.\n\n## Two\n\nProse.\n");
  ASSERT_EQ(readme.steps.size(), 2U);
  EXPECT_EQ(readme.steps[0].before, "\nAbove.\n\n");
  EXPECT_EQ(readme.steps[0].after, "\nBelow.\n\n");
  ASSERT_EQ(readme.steps[0].codes.size(), 1U);
  EXPECT_EQ(readme.steps[0].codes[0].file, "a.cpp");
  EXPECT_EQ(readme.steps[1].before, "\nProse.\n");
  EXPECT_EQ(readme.steps[1].after, "");
}

}  // namespace
}  // namespace content
