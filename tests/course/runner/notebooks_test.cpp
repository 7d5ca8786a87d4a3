// Which notebooks there are, and what of them is kept.

#include "course/runner/notebooks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "course/runner/wrong_use.h"
#include "scratch.h"

namespace runner {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Notebooks : public testing::Test {
 protected:
  Scratch scratch;
  Session session = scratch.session();

  std::string refusal_of(int number, const NotebookOptions& options) {
    try {
      play_notebook(session, number, options);
    } catch (const WrongUse& error) {
      return error.what();
    }
    return "played";
  }
};

TEST_F(Notebooks, AreFiveByTheirNumbers) {
  const auto notebooks = read_notebooks(scratch.course());
  ASSERT_EQ(notebooks.size(), 5U);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(notebooks[std::size_t(i)].number, i);
}

// The names are resolved when a notebook is played; here that they name a lesson at all.
TEST_F(Notebooks, NameStepsOfLessonsThatAreThere) {
  for (const Notebook& notebook : read_notebooks(scratch.course()))
    for (const stage::Cell& cell : notebook.route.cells)
      for (const stage::Stop& stop : cell.stops) {
        const std::string text =
            read_text(scratch.course().root / "lessons" / stop.topic / "README.md");
        EXPECT_THAT(text, HasSubstr(fmt::format("\n## {}\n", stop.title)))
            << notebook.file << ", " << cell.title;
      }
}

TEST_F(Notebooks, AreListedWithWhatTheyHold) {
  const std::string list = show_notebooks(session);
  EXPECT_THAT(
      list, AllOf(HasSubstr("0 Comprendre le Positional Encoding"), HasSubstr("(French, 33 cells)"),
                  HasSubstr("PCA and t-SNE"), HasSubstr("`./learn notebook 0`")));
  EXPECT_THAT(list, Not(HasSubstr("read to")));
}

TEST_F(Notebooks, TheListSaysHowFarOneWasRead) {
  const Notebook notebook = read_notebooks(scratch.course())[1];
  const std::string name = notebook.file.stem();
  session.progress.set_notebook_step(name, stage::first_step_of_cell(notebook.route, 3));
  EXPECT_THAT(show_notebooks(session), HasSubstr("7 cells, read to cell 3)"));
  session.progress.set_notebook_step(name, stage::first_step_of_cell(notebook.route, 8) - 1);
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
  const stage::Route route = read_notebooks(scratch.course())[1].route;
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

TEST_F(Notebooks, NeedTheLessonsThatTheyHaveStepsOf) {
  EXPECT_EQ(notebook_targets(scratch.course(), 1),
            "learn learn_notebook lesson_01_order_matters_code lesson_04_sinusoidal_code "
            "lesson_05_designing_a_code_code lesson_06_input_embedding_code");
}

TEST_F(Notebooks, SayWhatIsNotThere) {
  NotebookOptions options;
  EXPECT_EQ(refusal_of(7, options),
            "there is no notebook 7; ./learn notebook shows which there are");
  options.cell = 8;
  EXPECT_EQ(refusal_of(1, options), "./learn notebook 1: it has cells 1 to 7");
  options.cell = 0;
  options.step = 99;
  EXPECT_THAT(refusal_of(1, options), HasSubstr("./learn notebook 1: it has steps 1 to "));
}

}  // namespace
}  // namespace runner
