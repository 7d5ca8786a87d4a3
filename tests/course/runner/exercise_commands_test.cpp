// Hints one at a time, the solution not too early, and the way back.

#include "course/runner/exercise_commands.h"

#include "course/runner/stub.h"
#include "said.h"
#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

class ExerciseCommands : public testing::Test {
 protected:
  std::string hint(std::size_t number = 0) {
    return said_by([&] { show_hint(session, exercise, number); });
  }
  std::string solution(bool give_up) {
    return said_by([&] { show_solution(session, exercise, give_up); });
  }
  std::string diff(bool give_up) {
    return said_by([&] { show_diff(session, exercise, give_up); });
  }

  Scratch scratch;
  const Exercise& exercise = scratch.exercise();
  Session session = scratch.session();
};

TEST_F(ExerciseCommands, HintsComeOneAtATime) {
  EXPECT_EQ(hint_count(exercise), 3U);
  EXPECT_THAT(hint(), HasSubstr("hint 1 of 3 for sinusoidal_table"));
  EXPECT_EQ(session.progress.hints(exercise.id), 1U);
  EXPECT_THAT(hint(3), HasSubstr("refused: sinusoidal_table has 3 hints, and you have seen 1"));
  EXPECT_THAT(hint(1), HasSubstr("hint 1 of 3"));
  EXPECT_THAT(hint(), HasSubstr("hint 2 of 3"));
  EXPECT_THAT(hint(), HasSubstr("hint 3 of 3"));
  const std::string again = hint();
  EXPECT_THAT(again, HasSubstr("hint 3 of 3"));
  EXPECT_THAT(again, HasSubstr("That was the last one."));
  EXPECT_EQ(scratch.session().progress.hints(exercise.id), 3U);  // kept in the file
}

TEST_F(ExerciseCommands, TheSolutionComesAfterAPass) {
  EXPECT_THAT(solution(false), HasSubstr("refused: sinusoidal_table is not solved yet"));
  session.progress.set_solved(exercise.id, true);
  EXPECT_EQ(solution(false), solution_of(exercise));
}

TEST_F(ExerciseCommands, OrAfterGivingUpOnce) {
  EXPECT_EQ(solution(true), solution_of(exercise));
  EXPECT_EQ(solution(false), solution_of(exercise));
  EXPECT_TRUE(session.progress.gave_up(exercise.id));
}

TEST_F(ExerciseCommands, TheDifferenceLikewise) {
  scratch.save(replaced(solution_of(exercise), "10000", "1000"));
  EXPECT_THAT(diff(false), HasSubstr("is not solved yet"));
  const std::string text = diff(true);
  EXPECT_THAT(text, HasSubstr("--- yours\n+++ solution\n"));
  EXPECT_THAT(text, HasSubstr("\n-"));
  scratch.save(solution_of(exercise));
  EXPECT_EQ(diff(false), "Your file and the solution are the same.\n");
  EXPECT_TRUE(scratch.left_behind().empty());
}

TEST_F(ExerciseCommands, TheDifferenceNeedsAFile) {
  EXPECT_THAT(diff(true), HasSubstr("./learn check sinusoidal_table creates it"));
}

TEST_F(ExerciseCommands, ResetBeginsAnewAndSaysWhereTheBackupIs) {
  session.progress.set_solved(exercise.id, true);
  session.progress.set_hints(exercise.id, 2);
  scratch.save("mine");
  const std::string text = said_by([&] { reset(session, exercise); });
  EXPECT_THAT(text, HasSubstr("sinusoidal_table.cpp is as it was at the start.\n"));
  EXPECT_THAT(text, HasSubstr("kept in .learn/backups/04_sinusoidal_table.1.cpp."));
  EXPECT_EQ(read_text(scratch.folder() / ".learn/backups/04_sinusoidal_table.1.cpp"), "mine");
  EXPECT_EQ(read_text(scratch.file()), stub_of(exercise));
  EXPECT_FALSE(session.progress.solved(exercise.id));
  EXPECT_EQ(session.progress.hints(exercise.id), 0U);
  EXPECT_THAT(text,
              testing::ContainsRegex(
                  "Forgotten: that you solved it on 20..-..-.., the 2 hints you have seen\\."));
  EXPECT_THAT(said_by([&] { reset(session, exercise); }), Not(HasSubstr("Forgotten")));
  EXPECT_THAT(said_by([&] {
                std::filesystem::remove(scratch.file());
                reset(session, exercise);
              }),
              Not(HasSubstr("kept in")));
}

}  // namespace
}  // namespace runner
