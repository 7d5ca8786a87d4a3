// Which notebooks there are, and what of them is kept.

#include "course/runner/notebooks.h"

#include <fmt/format.h>

#include <fstream>
#include <set>

#include "course/runner/wrong_use.h"
#include "scratch.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace runner {
namespace {

class Notebooks : public testing::Test {
 protected:
  Scratch scratch;
  Session session = scratch.session();

  std::string refusal_of(const std::string& name, const NotebookOptions& options) {
    return horloge::test::error_of<WrongUse>(
        [&] { need_place(find_notebook(session.course, name), options); });
  }
};

TEST_F(Notebooks, AreFiveByTheirNumbers) {
  const auto notebooks = read_notebooks(scratch.course());
  ASSERT_EQ(notebooks.size(), 5U);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(notebooks[std::size_t(i)].number, i + 1);
}

// The names are resolved when a notebook is played; here that they name a lesson at all.
TEST_F(Notebooks, NameStepsOfLessonsThatAreThere) {
  for (const Notebook& notebook : read_notebooks(scratch.course()))
    for (const content::Cell& cell : notebook.route.cells)
      for (const content::Stop& stop : cell.stops) {
        const std::string text =
            read_text(scratch.course().root / "lessons" / stop.topic / "README.md");
        EXPECT_THAT(text, HasSubstr(fmt::format("\n## {}\n", stop.title)))
            << notebook.file << ", " << cell.title;
      }
}

TEST_F(Notebooks, AreListedWithWhatTheyHold) {
  const std::string list = show_notebooks(session);
  EXPECT_THAT(
      list, AllOf(HasSubstr("1 Comprendre le Positional Encoding"), HasSubstr("(French, 33 cells)"),
                  HasSubstr("PCA and t-SNE"), HasSubstr("`./learn notebook 1`")));
  EXPECT_THAT(list, Not(HasSubstr("read to")));
}

TEST_F(Notebooks, TheListSaysHowFarOneWasRead) {
  const Notebook notebook = read_notebooks(scratch.course())[1];
  const std::string name = notebook.file.stem();
  session.progress.set_notebook_step(name, content::first_step_of_cell(notebook.route, 3));
  EXPECT_THAT(show_notebooks(session), HasSubstr("7 cells, read to cell 3)"));
  session.progress.set_notebook_step(name, content::first_step_of_cell(notebook.route, 8) - 1);
  EXPECT_THAT(show_notebooks(session), HasSubstr("7 cells, read to the end)"));
}

TEST_F(Notebooks, WhoPlaysOneStaysWhereTheyWere) {
  session.progress.set_step("03_token_embedding", 4, false);
  session.progress.set_notebook_step("001_positional_encoding", 5);
  const Progress again(scratch.folder() / ".learn/progress.json");
  EXPECT_EQ(again.last().lesson, "03_token_embedding");
  EXPECT_EQ(again.notebook_step("001_positional_encoding"), 5U);
  EXPECT_EQ(again.notebook_step("002_positional_encoding_notebook"), 0U);
}

TEST_F(Notebooks, WhatIsPredictedThereBelongsToTheLesson) {
  const content::Route route = read_notebooks(scratch.course())[1].route;
  session.progress.set_guesses("04_sinusoidal", {{"bounded", {"as long", "", false}}});
  session.progress.set_guesses("10_alibi", {{"elsewhere", {"7", "", false}}});
  stage::Guesses guesses = guesses_on(session.progress, route);
  EXPECT_EQ(guesses, (stage::Guesses{{"04_sinusoidal/bounded", {"as long", "", false}}}));
  guesses["04_sinusoidal/bounded"] = {"as long", "as long", true};
  guesses["05_designing_a_code/drawn"] = {};
  keep_guesses(session.progress, guesses);
  const Progress again(scratch.folder() / ".learn/progress.json");
  EXPECT_TRUE(again.guesses("04_sinusoidal").at("bounded").right);
  EXPECT_EQ(again.guesses("05_designing_a_code").at("drawn"), stage::Guessed());
  EXPECT_EQ(guesses_on(again, route), guesses);
  EXPECT_EQ(again.guesses("10_alibi").at("elsewhere").said, "7");
}

TEST_F(Notebooks, BeginWithTheCodeOfTheirFirstCell) {
  session.course.build = scratch.folder() / "build";
  const Notebook notebook = find_notebook(session.course, "2");
  NotebookOptions options;
  NotebookTargets targets = notebook_targets(session, notebook, options);
  EXPECT_THAT(targets.now, ElementsAre("learn_notebook", "lesson_notebooks_code"));
  EXPECT_THAT(
      targets.later,
      UnorderedElementsAre("lesson_01_order_matters_code", "lesson_04_sinusoidal_code",
                           "lesson_05_designing_a_code_code", "lesson_06_input_embedding_code"));
  // What is there may be old.
  std::filesystem::create_directories(session.course.build / "lessons");
  std::ofstream(session.course.build / "lessons/liblesson_06_input_embedding_code.so");
  EXPECT_THAT(
      notebook_targets(session, notebook, options).now,
      ElementsAre("learn_notebook", "lesson_notebooks_code", "lesson_06_input_embedding_code"));
}

TEST_F(Notebooks, ThatAreShownAtOnceNeedAllThatTheyShow) {
  session.course.build = scratch.folder() / "build";
  const Notebook notebook = find_notebook(session.course, "2");
  NotebookOptions options;
  options.all = true;
  NotebookTargets targets = notebook_targets(session, notebook, options);
  EXPECT_THAT(
      targets.now,
      UnorderedElementsAre("learn_notebook", "lesson_notebooks_code",
                           "lesson_01_order_matters_code", "lesson_04_sinusoidal_code",
                           "lesson_05_designing_a_code_code", "lesson_06_input_embedding_code"));
  EXPECT_THAT(targets.later, IsEmpty());
  // A cell or a step alone.
  const auto alone = [&](const content::Cell& cell) {
    targets = notebook_targets(session, notebook, options);
    EXPECT_THAT(targets.later, IsEmpty());
    const std::set<std::string> now(targets.now.begin(), targets.now.end());
    std::set<std::string> needed{"learn_notebook"};
    if (cell.has_code()) needed.insert("lesson_notebooks_code");
    for (const content::Stop& stop : cell.stops) needed.insert("lesson_" + stop.topic + "_code");
    EXPECT_EQ(now, needed);
  };
  const content::Route& route = notebook.route;
  const std::size_t cells = route.cells.size();
  for (options.cell = 1; options.cell <= cells; ++options.cell)
    alone(route.cells[options.cell - 1]);
  options.cell = 0;
  const std::size_t last = content::first_step_of_cell(route, cells + 1) - 1;
  for (options.step = 1; options.step <= last; ++options.step)
    alone(route.cells[content::cell_of_step(route, options.step) - 1]);
}

TEST_F(Notebooks, GoOnWithTheCodeOfTheCellThatIsAskedFor) {
  session.course.build = scratch.folder() / "build";
  const Notebook notebook = find_notebook(session.course, "2");
  for (std::size_t cell = 1; cell <= notebook.route.cells.size(); ++cell) {
    const content::Cell& asked = notebook.route.cells[cell - 1];
    if (!asked.has_code() && asked.stops.empty()) continue;
    NotebookOptions options;
    options.cell = cell;
    const std::string topic = asked.has_code() ? "notebooks" : asked.stops.front().topic;
    EXPECT_EQ(notebook_targets(session, notebook, options).now.at(1), "lesson_" + topic + "_code");
  }
}

TEST_F(Notebooks, AreFoundByNumberAndByName) {
  const auto number = [&](const std::string& name) {
    return find_notebook(scratch.course(), name).number;
  };
  EXPECT_EQ(number("2"), 2);
  EXPECT_EQ(number("002_positional_encoding_notebook"), 3);
  EXPECT_EQ(number("002_positional_encoding_notebook.ipynb"), 3);
  EXPECT_EQ(number("002"), 3);
  EXPECT_EQ(number("pourquoi"), 4);
  EXPECT_EQ(number("positional_encoding"), 2);  // all of its name, though another begins so
}

TEST_F(Notebooks, SayWhatIsNotThere) {
  NotebookOptions options;
  for (const char* name : {"0", "6", "positionnel"})
    EXPECT_EQ(refusal_of(name, options),
              fmt::format("there is no notebook {}; they are 1 to 5, and `./learn notebook` says "
                          "what each holds",
                          name));
  EXPECT_EQ(refusal_of("pos", options),
            "pos may be 001_positional_encoding or 002_positional_encoding_notebook: write more of "
            "its name, or its number");
  options.cell = 8;
  EXPECT_EQ(refusal_of("2", options), "./learn notebook 2: it has cells 1 to 7");
  options.cell = 0;
  options.step = 99;
  EXPECT_THAT(refusal_of("2", options), HasSubstr("./learn notebook 2: it has steps 1 to "));
}

}  // namespace
}  // namespace runner
