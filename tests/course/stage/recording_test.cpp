// Lessons as JSON, with what their steps print.

#include "course/stage/recording.h"
#include "support/matchers.h"

#include <nlohmann/json.hpp>

namespace stage {
namespace {

using nlohmann::json;

constexpr const char* readme = R"(# Sums

*adding up*

## A question

Some prose.

Predict: what is 1 + 1? (a number, right within 0; `add` shows it)

## Aside: The sum

Code: [`add`](sums.cpp)

It is two.
)";

constexpr const char* sums = "\n// Step: add\nvoid add(Page& page);\n// End of steps\n";

Lesson lesson_with(std::function<void(Page&)> add, const char* result = nullptr) {
  LessonFiles files{{{"README.md", readme}, {"sums.cpp", sums}}};
  if (result != nullptr) files.files.push_back({"results/add.txt", result});
  return make_lesson(files, {{"add", std::move(add)}});
}

void show_sum(Page& page) {
  page.print("{}\n", 1 + 1);
  page.show(horloge::Lines{"a line", "", "", {{"one", {0, 1}, {2, 3}}}});
  page.came_out(2);
}

TEST(Recording, HasStepsWithWhatTheyPrint) {
  const json lesson = json::parse(recording_of(lesson_with(show_sum), 0));
  EXPECT_EQ(lesson["title"], "Sums");
  EXPECT_EQ(lesson["subject"], "adding up");
  ASSERT_EQ(lesson["steps"].size(), 2U);
  const json& question = lesson["steps"][0];
  EXPECT_THAT(question["before"], HasSubstr("Some prose."));
  EXPECT_EQ(question["prediction"]["kind"], "number");
  EXPECT_EQ(question["prediction"]["name"], "add");
  EXPECT_FALSE(question.contains("code"));

  const json& sum = lesson["steps"][1];
  EXPECT_EQ(sum["title"], "The sum");
  EXPECT_TRUE(sum["aside"]);
  EXPECT_EQ(sum["code"], "void add(Page& page);\n");
  ASSERT_EQ(sum["pieces"].size(), 2U);
  EXPECT_EQ(sum["pieces"][0]["text"], "2\n\n");
  EXPECT_EQ(sum["pieces"][1]["figure"]["kind"], "lines");
  EXPECT_THAT(sum["pieces"][1]["text"], HasSubstr("a line"));
  EXPECT_EQ(sum["came_out"], 2);
  EXPECT_EQ(sum["shows"], 1);
  EXPECT_THAT(sum["after"], HasSubstr("It is two."));
}

TEST(Recording, TakesAStoredResultInPlaceOfARun) {
  const auto fails = [](Page&) { FAIL() << "it ran"; };
  const json lesson = json::parse(recording_of(lesson_with(fails, "two, once\n[came out] 2\n"), 0));
  EXPECT_THAT(lesson["steps"][1]["pieces"][0]["text"], HasSubstr("two, once"));
  EXPECT_EQ(lesson["steps"][1]["came_out"], 2);
}

TEST(Recording, RefusesAStepThatDoesNotSayWhatCameOut) {
  EXPECT_THROW(recording_of(lesson_with([](Page&) {}), 0), std::runtime_error);
  EXPECT_THROW(recording_of(lesson_with([](Page& page) { page.came_out("two"); }), 0),
               std::runtime_error);
}

}  // namespace
}  // namespace stage
