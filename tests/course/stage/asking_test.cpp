// A lesson at a terminal that asks what will come out.

#include "../runner/pseudo_terminal.h"
#include "course/stage/guesses.h"
#include "support/matchers.h"
#include "support/temporary_folder.h"

namespace {

class LessonThatAsks : public testing::Test {
 protected:
  PseudoTerminal play(const std::string& step, unsigned short columns = 80) const {
    return {{ASKING_LESSON, "--guesses", file.string(), "--step", step}, "/tmp", columns};
  }

  horloge::test::TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "guesses";
};

TEST_F(LessonThatAsks, ShowsTheGuessBesideWhatCameOut) {
  PseudoTerminal terminal = play("2");
  EXPECT_THAT(terminal.wait_for("2/5   your guess in %?   Enter: skip"),
              Not(HasSubstr("number (")));
  terminal.type("7x\r");
  terminal.at("7x is no number.").type("70");
  terminal.at("your guess in %: 70").type("\r");
  const std::string before = terminal.wait_for("2/5   Enter: run");
  EXPECT_THAT(before, HasSubstr("Your guess: 70 %.\r\n"));
  EXPECT_THAT(before, HasSubstr("--- asking.cpp"));
  EXPECT_EQ(stage::read_guesses(file).at("number").said, "70") << "kept at once";
  terminal.type(" ");
  EXPECT_THAT(terminal.wait_for("2/5   Enter: next"),
              HasSubstr("Your guess was 70 %, and 73.2 % came out: right."));
  EXPECT_TRUE(stage::read_guesses(file).at("number").right);
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);

  PseudoTerminal again = play("2");
  EXPECT_THAT(again.wait_for("2/5   Enter: run"), HasSubstr("Your guess: 70 %."));
  again.at("?: help").type("p");
  again.at("2/5   your guess in %?").type("50\r");
  again.wait_for("Your guess: 50 %.");
  again.at("?: help").type("s");
  EXPECT_THAT(again.wait_for("2/5   Enter: next"),
              HasSubstr("Your guess was 50 %, and 70 % came out."));
  EXPECT_EQ(stage::read_guesses(file).at("number").came_out, "70");
  again.type("b");
  again.at("1/5   your guess?").type("n");
  again.at("1/5   Enter: next").type("n");
  // A stored result is no run.
  EXPECT_THAT(again.wait_for("2/5   Enter: run"), HasSubstr("Your guess: 50 %."));
}

TEST_F(LessonThatAsks, GoesOnWithoutAnAnswer) {
  PseudoTerminal terminal = play("2");
  terminal.at("your guess in %?").type("\r");
  EXPECT_THAT(terminal.wait_for("2/5   Enter: run"), Not(HasSubstr("Your guess")));
  terminal.type(" ");
  EXPECT_THAT(terminal.wait_for("2/5   Enter: next"), Not(HasSubstr("guess")));
  terminal.type("b");
  terminal.at("1/5   your guess?").type("\x1b[C");
  terminal.at("1/5   Enter: next").type("n");
  // What came out has been seen.
  EXPECT_THAT(terminal.wait_for("2/5   Enter: next"), HasSubstr("counted"));
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
  EXPECT_EQ(stage::read_guesses(file).at("number"), stage::Guessed());
}

TEST_F(LessonThatAsks, AsksOnceWhereNobodyAnswers) {
  PseudoTerminal terminal = play("2");
  terminal.at("your guess in %?").type("\r");
  EXPECT_EQ(terminal.at("2/5   Enter: run").type("q").wait_for_end(), 0);

  PseudoTerminal again = play("2");
  EXPECT_THAT(again.wait_for("2/5   Enter: run"), Not(HasSubstr("our guess")));
  again.at("?: help").type("p");
  again.at("2/5   your guess in %?").type("70\r");
  again.wait_for("Your guess: 70 %.");
  again.at("?: help").type("p");
  again.at("2/5   your guess in %?").type("\r");
  EXPECT_THAT(again.wait_for("2/5   Enter: run"), HasSubstr("Your guess: 70 %."))
      << "an answer stays where another one is not given";
  EXPECT_EQ(again.type("q").wait_for_end(), 0);
  EXPECT_EQ(stage::read_guesses(file).at("number").said, "70");
}

TEST_F(LessonThatAsks, AsksForAChoiceAndACurve) {
  PseudoTerminal terminal = play("3");
  EXPECT_THAT(terminal.wait_for("3/5   your guess, 1 to 3?"),
              HasSubstr("1  rotary\r\n2  ALiBi\r\n3  neither"));
  terminal.type("4\r");
  terminal.at("4 is none of the choices, 1 to 3.").type("3\r");
  terminal.at("3/5   Enter: run").type(" ");
  EXPECT_THAT(terminal.wait_for("3/5   Enter: next"),
              HasSubstr("Your guess was \"neither\", and \"neither\" came out: right."));
  terminal.type(" ");
  terminal.at("4/5   your guess, 3 numbers?").type("100, 50, 20\r");
  terminal.at("4/5   Enter: run").type(" ");
  const std::string page = terminal.wait_for("4/5   Enter: next");
  EXPECT_THAT(page,
              HasSubstr("Your guess was 100, 50, 20 % right at 16, 32, 64 words, and 100, 87,"));
  EXPECT_THAT(page, HasSubstr("what came out"));
}

TEST_F(LessonThatAsks, AnswersLater) {
  PseudoTerminal terminal = play("1");
  terminal.at("1/5   your guess?").type("7\r");
  terminal.wait_for("1/5   Enter: next");
  terminal.at("?: help").type("5\r");
  terminal.at("5/5   Enter: run").type(" ");
  EXPECT_THAT(terminal.wait_for("5/5   Enter: end"),
              HasSubstr("At step 1 your guess was 7, and 5 came out."));
}

TEST_F(LessonThatAsks, IsLeftAtItsQuestion) {
  for (const char* key : {"q", "\x03", "\x04"}) {
    PseudoTerminal terminal = play("2");
    EXPECT_EQ(terminal.at("your guess in %?").type(key).wait_for_end(), 0);
    EXPECT_TRUE(terminal.is_cooked());
  }
  PseudoTerminal terminal = play("2");
  terminal.at("your guess in %?").type("12");
  EXPECT_EQ(terminal.at(": 12").type("\x03").wait_for_end(), 0);
  EXPECT_TRUE(stage::read_guesses(file).empty());
}

TEST_F(LessonThatAsks, KeepsWhatIsTypedWhenTheWindowChanges) {
  PseudoTerminal terminal = play("2");
  terminal.at("your guess in %?").type("12");
  terminal.wait_for("your guess in %: 12");
  terminal.resize(20, 30);
  terminal.at("your guess in %: 12").type("\r");
  terminal.wait_for("Your guess: 12 %.");
}

TEST_F(LessonThatAsks, AsksInANarrowWindow) {
  PseudoTerminal terminal = play("3", 24);
  terminal.at("1  rotary\r\n2  ALiBi\r\n3  neither").type("1\r");
  terminal.wait_for("Your guess: \"rotary\".");
}

TEST_F(LessonThatAsks, AsksNothingWhereAllIsShownAtOnce) {
  stage::write_guesses(file, {{"number", {"70", "", false}}});
  PseudoTerminal terminal({ASKING_LESSON, "--all", "--guesses", file.string()}, "/tmp");
  EXPECT_EQ(terminal.wait_for_end(), 0);
  terminal.wait_for("ended");
  EXPECT_THAT(terminal.screen(), Not(HasSubstr("our guess")));
  EXPECT_THAT(terminal.screen(), HasSubstr("Predict: how many percent? (a number, in %, right"));
  EXPECT_EQ(stage::read_guesses(file).at("number").came_out, "");
}

}  // namespace
