#include "course/stage/route_lesson.h"
#include "support/error_of.h"
#include "support/matchers.h"

#include <stdexcept>

namespace stage {
namespace {

using content::cell_of_step;
using content::first_step_of_cell;
using content::read_route;
using content::Route;
using content::topics_on;
using horloge::test::error_of;

constexpr const char* route_text = R"(# A notebook

Language: French

What it holds.

## 1, text: Why

All words at once.

Step: [First](../01_one/README.md#first)
Step: [Aside: Second](../02_two/README.md#aside-second)

## 2, code: get_table

It makes `t`, (3, 2).

Code: [`get_table`](000.cpp)

```
t (3, 2)
```

Ours is `table`.

Lesson: 2
Lesson: 77
)";

Lesson lesson_of(const std::string& title) {
  Lesson lesson;
  lesson.title = title;
  for (const char* step : {"First", "Second"}) {
    lesson.steps.emplace_back();
    lesson.steps.back().title = step;
    lesson.steps.back().file = "numpy_style.cpp";
    lesson.steps.back().before = title + " says.\n";
  }
  lesson.steps[1].aside = true;
  return lesson;
}

Step lines_of(const content::CodeLink& lines) {
  Step step;
  step.name = lines.name;
  step.file = "lessons/notebooks/" + lines.file;
  step.run = [](Page& page) { page.print("run\n"); };
  return step;
}

RouteLessons two_lessons() {
  static const Lesson one = lesson_of("One"), two = lesson_of("Two");
  return {[](const std::string& topic) -> const Lesson& { return topic == "01_one" ? one : two; },
          [](int number) { return std::string(number == 2 ? "Two" : ""); }, lines_of};
}

std::string complaint(const std::string& text) {
  return error_of<std::runtime_error>([&] { read_route(text); });
}

std::string replaced(const std::string& from, const std::string& to) {
  std::string text = route_text;
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(Route, HasCellsWithNotesAndStops) {
  const Route route = read_route(route_text);
  EXPECT_EQ(route.title, "A notebook");
  EXPECT_EQ(route.language, "French");
  EXPECT_EQ(route.about, "What it holds.");
  ASSERT_EQ(route.cells.size(), 2);
  EXPECT_FALSE(route.cells[0].code);
  EXPECT_TRUE(route.cells[1].code);
  EXPECT_EQ(route.cells[1].title, "get_table");
  EXPECT_FALSE(route.cells[0].has_code());
  EXPECT_EQ(route.cells[1].before, "It makes `t`, (3, 2).");
  EXPECT_EQ(route.cells[1].link.name, "get_table");
  EXPECT_EQ(route.cells[1].link.file, "000.cpp");
  EXPECT_EQ(route.cells[1].found, "t (3, 2)\n");
  EXPECT_EQ(route.cells[1].after, "Ours is `table`.");
  ASSERT_EQ(route.cells[0].stops.size(), 2);
  EXPECT_EQ(route.cells[0].stops[1].topic, "02_two");
  EXPECT_EQ(route.cells[0].stops[1].title, "Aside: Second");
  EXPECT_THAT(route.cells[1].lessons, ElementsAre(2, 77));
  EXPECT_THAT(topics_on(route), ElementsAre("01_one", "02_two"));
}

TEST(Route, ACellHasAStepForItsLinesAndForEachStop) {
  const Route route =
      read_route(replaced("Lesson: 2\n", "Step: [First](../01_one/README.md#first)\n"));
  EXPECT_EQ(first_step_of_cell(route, 2), 3);
  EXPECT_EQ(first_step_of_cell(route, 3), 5);
  const Lesson lesson = make_lesson(route, two_lessons());
  ASSERT_EQ(lesson.steps.size(), 4);
  EXPECT_EQ(lesson.steps[3].full_title(), "Cell 2: First");
  EXPECT_THAT(lesson.steps[3].before, Not(HasSubstr("It makes")));
}

TEST(Route, ACellHasAsManyStepsAsStopsAndAtLeastOne) {
  const Route route = read_route(route_text);
  EXPECT_EQ(first_step_of_cell(route, 1), 1);
  EXPECT_EQ(first_step_of_cell(route, 2), 3);
  EXPECT_EQ(first_step_of_cell(route, 3), 4);  // one past the end
  EXPECT_EQ(cell_of_step(route, 1), 1);
  EXPECT_EQ(cell_of_step(route, 2), 1);
  EXPECT_EQ(cell_of_step(route, 3), 2);
}

TEST(Route, BecomesALessonOfNotesAndSteps) {
  const Lesson lesson = make_lesson(read_route(route_text), two_lessons());
  EXPECT_EQ(lesson.title, "A notebook (French, 2 cells)");
  ASSERT_EQ(lesson.steps.size(), 3);
  EXPECT_EQ(lesson.steps[0].full_title(), "Cell 1, text: Why");
  EXPECT_EQ(lesson.steps[0].file, "lessons/01_one/numpy_style.cpp");
  EXPECT_THAT(lesson.steps[0].before,
              HasSubstr("All words at once.\n\n**Lesson 1, step 1: First**"));
  EXPECT_THAT(lesson.steps[0].before, HasSubstr("One says."));
  EXPECT_EQ(lesson.steps[1].full_title(), "Cell 1: Second");
  EXPECT_THAT(lesson.steps[1].before, HasSubstr("**Lesson 2, step 2: Second**\n\nTwo says."));
  EXPECT_EQ(lesson.steps[2].full_title(), "Cell 2, code: get_table");
  EXPECT_EQ(lesson.steps[2].file, "lessons/notebooks/000.cpp");
  EXPECT_THAT(lesson.steps[2].before, HasSubstr("It makes `t`, (3, 2)."));
  EXPECT_EQ(lesson.steps[2].after, "Ours is `table`.");
  EXPECT_TRUE(lesson.steps[2].run);
  EXPECT_THAT(lesson.steps[2].before,
              HasSubstr("Lesson 2 is about this: *Two*. `./learn 2` plays it."));
  EXPECT_THAT(lesson.steps[2].before,
              HasSubstr("Lesson 77, which will be about this, is not there"));
}

TEST(Route, AsksOnlyWhatItShows) {
  Lesson asking = lesson_of("One");
  asking.steps[0].run = [](Page& page) { page.came_out(3); };
  asking.steps[0].name = asking.steps[1].name = "same";
  asking.steps[1].prediction.emplace();
  asking.steps[1].prediction->name = "later";  // is not on the route
  asking.steps[1].before = "One asks.\n\nPredict: what comes? (a number)\n";
  const Lesson two = lesson_of("Two");
  const RouteLessons lessons = {
      [&](const std::string& topic) -> const Lesson& { return topic == "01_one" ? asking : two; },
      [](int) { return std::string(); }, lines_of};
  const Route route = read_route(replaced("Aside: Second](../02_two", "Aside: Second](../01_one"));
  Lesson lesson = make_lesson(route, lessons);
  EXPECT_FALSE(lesson.steps[1].prediction);
  EXPECT_THAT(lesson.steps[1].before, AllOf(HasSubstr("One asks.\n"), Not(HasSubstr("Predict"))));
  Terminal terminal;
  Page page(terminal, 0);
  lesson.steps[0].run(page);
  EXPECT_FALSE(page.outcome());  // nobody was asked

  asking.steps[0].prediction.emplace();
  asking.steps[0].prediction->name = "same";
  lesson = make_lesson(route, lessons);
  ASSERT_NE(lesson.prediction_shown_by(lesson.steps[0]), nullptr);
  EXPECT_EQ(lesson.steps[0].prediction->step, 1);
  lesson.steps[0].run(page);
  EXPECT_TRUE(page.outcome());
}

TEST(Route, SaysWhichLineDoesNotFit) {
  EXPECT_THAT(complaint(replaced("## 2, code", "## 3, code")),
              HasSubstr("`## 2, code: `: ## 3, code: get_table"));
  EXPECT_THAT(complaint(replaced("## 2, code", "## 2, cell")), HasSubstr("## 2, cell: get_table"));
  EXPECT_THAT(complaint(replaced("../02_two/README.md#", "02.md#")), HasSubstr("a step is a link"));
  EXPECT_THAT(complaint(replaced("Lesson: 77", "Lesson: ten")),
              HasSubstr("named by its number: Lesson: ten"));
  EXPECT_THAT(complaint(replaced("It makes `t`, (3, 2).", "")),
              HasSubstr("a cell has no note: get_table"));
  EXPECT_THAT(complaint(replaced("Lesson: 2", "Code: [`other`](000.cpp)")),
              HasSubstr("a cell has one Code: get_table"));
  EXPECT_THAT(complaint(replaced("Language: French", "")),
              HasSubstr("a route has a title, a language"));
}

TEST(Route, NamesAStepThatIsNotThere) {
  const Route route = read_route(replaced("[First]", "[Third]"));
  EXPECT_EQ(error_of<std::runtime_error>([&] { make_lesson(route, two_lessons()); }),
            "[route] lesson 01_one has no step 'Third'");
}

}  // namespace
}  // namespace stage
