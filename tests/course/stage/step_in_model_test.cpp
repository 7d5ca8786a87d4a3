// Where in a model a step is, as lessons/model.txt says and the terminal shows.

#include "course/stage/step_in_model.h"

#include <stdexcept>

#include "support/matchers.h"

namespace stage {
namespace {

constexpr const char* model_readme = "# Toy\n\n## Words\n\na\n\n## Scores\n\nb\n\n## More\n\nc\n";
constexpr const char* model_map =
    "part ids: token ids\npart norm: norm\npart qkv: q, k, v\npart mlp: MLP\npart head: head\n"
    "block norm mlp\n\n"
    "lesson 01_toy\nWords: ids\nScores: norm qkv\n";

Lesson lesson_named(std::string_view topic) {
  return read_lesson({{{"README.md", model_readme}, {"../model.txt", model_map}}, topic},
                     [](const std::string&) { return nullptr; });
}

TEST(StepInModel, MarksThePartsOfTheStep) {
  const Lesson lesson = lesson_named("01_toy");
  EXPECT_EQ(step_in_model(lesson, 1, 80, 24),
            "    head\n  │ MLP   (│ is a block)\n  │ q, k, v\n  │ norm\n>   token ids\n");
  EXPECT_EQ(step_in_model(lesson, 3, 80, 5),
            "    head\n  │ MLP   (│ is a block)\n> │ q, k, v\n> │ norm\n    token ids\n");
}

TEST(StepInModel, FitsIntoTheWindow) {
  const Lesson lesson = lesson_named("01_toy");
  EXPECT_EQ(step_in_model(lesson, 2, 80, 4), "In the model: norm; q, k, v\n");
  EXPECT_EQ(step_in_model(lesson, 2, 12, 4), "In the mo..\n");
  EXPECT_EQ(step_in_model(lesson, 1, 12, 24),
            "    head\n  │ MLP  ..\n  │ q, k, v\n  │ norm\n>   token..\n");
}

TEST(StepInModel, SaysWhereThereIsNone) {
  EXPECT_EQ(step_in_model({"", "", {Step{}}, {}}, 1, 80, 24),
            "No part of a model is named here.\n");
}

TEST(StepInModel, ALessonHasToBeNamed) {
  EXPECT_THAT([] { lesson_named("02_other"); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("there is no lesson 02_other")));
}

}  // namespace
}  // namespace stage
