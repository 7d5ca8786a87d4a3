// The list of lessons and exercises, and what is done of them.

#include "course/runner/list.h"

#include <algorithm>

#include "course/runner/next.h"
#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

class ListTest : public testing::Test {
 protected:
  static std::ptrdiff_t rows(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  }
  Scratch scratch;
};

TEST_F(ListTest, TheListShowsWhatIsDone) {
  Session session = scratch.session();
  EXPECT_THAT(show_list(session),
              testing::ContainsRegex("\n 4  A clock with many hands · [a-z ]* +0/[0-9]+\n"));
  EXPECT_THAT(show_list(session), HasSubstr("\n      sinusoidal_table\n"));
  scratch.save("begun");
  session.progress.set_step("04_sinusoidal", 3, false);
  EXPECT_THAT(show_list(session),
              testing::ContainsRegex("many hands .* 0/[0-9]+ step 3 of [0-9]+\n"));
  EXPECT_THAT(show_list(session), testing::ContainsRegex("\n      sinusoidal_table +begun\n"));
  session.progress.set_step("04_sinusoidal", 4, true);
  session.progress.set_solved("04_sinusoidal_table", true);
  EXPECT_THAT(show_list(session), testing::ContainsRegex("many hands .* 1/[0-9]+ read\n"));
  EXPECT_THAT(show_list(session),
              testing::ContainsRegex("\n      sinusoidal_table +solved 20..-..-..\n"));
  EXPECT_THAT(show_list(scratch.session(60)),
              testing::ContainsRegex("\n      sinusoidal_table +solved\n"));
  const std::size_t all = session.course.exercises.size();
  EXPECT_THAT(show_list(session), HasSubstr(" 1/" + std::to_string(all) + "\n"));
}

// As wide as it is needed, beside the title or below it.
TEST_F(ListTest, TheListSaysWhatALessonIsAbout) {
  Session session = scratch.session();
  session.course.lessons = {{4, "04_sinusoidal", "A clock", "sinusoidal positions", 9}};
  session.course.exercises.clear();
  EXPECT_THAT(show_list(session), testing::StartsWith(" 4  A clock · sinusoidal positions\n"));
  session.terminal.width = 40;
  EXPECT_THAT(show_list(session), testing::StartsWith(" 4  A clock\n    sinusoidal positions\n"));
  session.course.lessons[0].subject.clear();
  EXPECT_THAT(show_list(session), testing::StartsWith(" 4  A clock\n\n"));
}

TEST_F(ListTest, TheListCountsThePredictionsThatWereRight) {
  Session session = scratch.session();
  EXPECT_THAT(show_list(session), Not(HasSubstr("prediction")));
  session.progress.set_guesses("04_sinusoidal", {{"a", {"7", "", false}}});
  session.progress.set_guesses("05_designing_a_code", {{"skipped", {}}});
  EXPECT_THAT(show_list(session), Not(HasSubstr("prediction")))
      << "the answer was not seen yet, or none was given";
  session.progress.set_guesses("04_sinusoidal",
                               {{"b", {"7", "7.5", true}}, {"c", {"7", "90", false}}});
  session.progress.set_guesses("05_designing_a_code", {{"a", {"ALiBi", "ALiBi", true}}});
  EXPECT_THAT(show_list(session), HasSubstr("\npredictions 2 of 3 right\n"));
  EXPECT_THAT(show_list(session, 4), HasSubstr("\npredictions 2 of 3 right\n"));
}

TEST_F(ListTest, SolvedOnceStaysSolved) {
  Session session = scratch.session();
  session.progress.set_solved("04_sinusoidal_table", true);
  session.progress.set_passes("04_sinusoidal_table", false);
  EXPECT_THAT(show_list(session),
              testing::ContainsRegex("\n      sinusoidal_table +solved 20..-..-.., now fails\n"));
  EXPECT_THAT(show_list(scratch.session(60)),
              testing::ContainsRegex("\n      sinusoidal_table +solved, now fails\n"));
  EXPECT_THAT(show_list(scratch.session(45)),
              testing::ContainsRegex("\n      sinusoidal_table +now fails\n"));
  EXPECT_EQ(count_solved(session), 1U);
}

TEST_F(ListTest, AListOfTheLessonAtHandFitsTheWindow) {
  Session session = scratch.session();
  for (const LessonEntry& lesson : session.course.lessons) {
    const std::string text = show_list(session, lesson.number);
    EXPECT_LE(rows(text), 22) << text;
    for (const Exercise& exercise : session.course.exercises)
      EXPECT_EQ(testing::Value(text, testing::ContainsRegex(" " + exercise.name + "[,\n]")),
                exercise.lesson == lesson.number)
          << exercise.name;
    EXPECT_THAT(text, HasSubstr("list --all"));
  }
  EXPECT_THAT(show_list(session), Not(HasSubstr("list --all")));
}

// With the line that `./learn list` adds and the prompt below it: 24 rows.
TEST_F(ListTest, ItFitsTheWindowWhateverIsToBeSaid) {
  Session session = scratch.session();
  session.progress.set_guesses("04_sinusoidal", {{"b", {"7", "7.5", true}}});
  for (const Exercise& exercise : session.course.exercises) {
    session.progress.set_solved(exercise.id, true);
    session.progress.set_passes(exercise.id, false);
  }
  for (const LessonEntry& lesson : session.course.lessons)
    EXPECT_LE(rows(show_list(session, lesson.number)), 22) << show_list(session, lesson.number);
}

TEST_F(ListTest, ExercisesOfTheLessonAtHandHaveTheirState) {
  Session session = scratch.session();
  session.progress.set_solved("04_sinusoidal_table", true);
  session.progress.set_passes("04_sinusoidal_table", true);
  session.progress.set_solved("04_halves_rows", true);
  session.progress.set_passes("04_halves_rows", false);
  EXPECT_THAT(show_list(session, 4),
              HasSubstr("\n      sinusoidal_table (solved), halves_rows (fails), positions"));
}

TEST_F(ListTest, TheLessonAtHandIsWhereOneWorks) {
  Session session = scratch.session();
  EXPECT_EQ(lesson_at_hand(session), 1);
  session.progress.set_step("02_autograd", 3, false);
  EXPECT_EQ(lesson_at_hand(session), 2) << "being read";
  session.progress.set_at("04_sinusoidal_table");
  EXPECT_EQ(lesson_at_hand(session), 4) << "an exercise was begun";
  for (const LessonEntry& lesson : session.course.lessons)
    session.progress.set_step(lesson.topic, lesson.steps, true);
  for (const Exercise& exercise : session.course.exercises)
    session.progress.set_solved(exercise.id, exercise.lesson != 3);
  EXPECT_EQ(lesson_at_hand(session), 3) << "all was read, an exercise is left";
  for (const Exercise& exercise : session.course.exercises)
    session.progress.set_solved(exercise.id, true);
  EXPECT_EQ(lesson_at_hand(session), 0);
  session.progress.set_at("04_sinusoidal_table");
  session.progress.set_passes("04_sinusoidal_table", false);
  EXPECT_EQ(lesson_at_hand(session), 4) << "it is being changed";
}

TEST_F(ListTest, ProgressIsABar) {
  Session session = scratch.session();
  for (const Exercise& exercise : session.course.exercises)
    session.progress.set_solved(exercise.id, true);
  EXPECT_THAT(show_progress(session), HasSubstr("progress #################### "));
  EXPECT_EQ(count_solved(session), session.course.exercises.size());
}

}  // namespace
}  // namespace runner
