// Questions before a step shows what is so: their form, the answers, and what is said of them.

#include "course/stage/prediction.h"

#include "course/stage/guess.h"
#include "course/stage/guess_curves.h"
#include "course/stage/guesses.h"
#include "course/stage/keyboard.h"
#include "course/stage/lesson.h"
#include "course/stage/outcome.h"
#include "course/stage/player.h"
#include "course/stage/results.h"
#include "support/error_of.h"
#include "support/matchers.h"
#include "support/temporary_folder.h"

namespace stage {
namespace {

using horloge::test::error_of;
using Curve = std::vector<double>;

Prediction asked(const std::string& form) {
  return parse_prediction("Predict: what will it be? (" + form + ")\n", "run");
}

const Prediction percent = asked("a number, in %, right within 10");
const Prediction choice = asked("one of: rotary, ALiBi or neither of the two");
const Prediction curve = asked("a curve: % right at 16, 32 and 64 words, right within 10");

std::string refusal(const std::string& paragraph) {
  return error_of<std::runtime_error>([&] { parse_prediction(paragraph, "run"); });
}

TEST(Prediction, SaysWhatKindOfAnswerItWants) {
  EXPECT_EQ(percent.kind, Prediction::Kind::number);
  EXPECT_EQ(percent.name, "run");
  EXPECT_EQ(percent.unit, "%");
  EXPECT_EQ(percent.within, 10);
  EXPECT_FALSE(percent.by_factor);
  EXPECT_TRUE(asked("a number, right within a factor of 2").by_factor);
  EXPECT_EQ(choice.kind, Prediction::Kind::choice);
  EXPECT_THAT(choice.choices, testing::ElementsAre("rotary", "ALiBi", "neither of the two"));
  EXPECT_EQ(curve.kind, Prediction::Kind::curve);
  EXPECT_EQ(curve.unit, "% right");
  EXPECT_EQ(curve.at, (Curve{16, 32, 64}));
  EXPECT_EQ(curve.at_unit, "words");
}

TEST(Prediction, MayBreakItsLinesAndWaitForALaterStep) {
  const Prediction later = parse_prediction(
      "Predict: how many\n(of 64) are right? (a number, in %,\nright within 2; `train_it` shows "
      "it)\n",
      "");
  EXPECT_EQ(later.name, "train_it");
  EXPECT_EQ(later.within, 2);
}

TEST(Prediction, OfAnotherFormIsRefused) {
  EXPECT_THAT(refusal("Predict: how many?"), HasSubstr("its kind in parentheses"));
  for (const char* form :
       {"a number", "a number, right within", "a number, right within ten", "one of: this",
        "a number in %, right within 1", "a curve: % right, right within 1", "yes or no",
        "a curve: % at 1, right within 1", "a curve: % at 2 and 1, right within 1",
        "a number, right within -1", "a number, right within a factor of 0.5",
        "a number, right within 1; later"})
    EXPECT_THAT(refusal(std::string("Predict: x? (") + form + ")"),
                HasSubstr("no kind of prediction"))
        << form;
}

Outcome typed(const Prediction& prediction, const std::string& text) {
  const Reading reading = read_typed(prediction, text);
  EXPECT_EQ(reading.complaint, "") << text;
  return reading.outcome.value_or("nothing");
}

TEST(Guess, IsReadAsItIsTyped) {
  EXPECT_EQ(typed(percent, "73.5"), Outcome(73.5));
  EXPECT_EQ(typed(percent, "73,5 %"), Outcome(73.5));
  EXPECT_EQ(typed(percent, "+4"), Outcome(4.0));
  EXPECT_EQ(typed(choice, "2"), Outcome("ALiBi"));
  for (const char* text : {"100 87.5 43", "100, 87.5, 43", "100,87.5,43", "100 % 87,5 % 43 %"})
    EXPECT_EQ(typed(curve, text), Outcome(Curve{100, 87.5, 43})) << text;
}

TEST(Guess, OneSentenceSaysWhyItIsNone) {
  EXPECT_EQ(read_typed(percent, "1.2.3").complaint, "1.2.3 is no number.");
  EXPECT_EQ(read_typed(percent, "9e999").complaint, "9e999 is no number.");
  for (const char* text : {"0", "4", "1.5", "x"})
    EXPECT_EQ(read_typed(choice, text).complaint,
              std::string(text) + " is none of the choices, 1 to 3.");
  EXPECT_EQ(read_typed(curve, "1 2").complaint,
            "3 numbers are asked for, with spaces between them, and this has 2.");
  EXPECT_EQ(read_typed(curve, "1 2 -").complaint, "- is no number.");
}

TEST(Guess, TakesTheKeysOfANumberAndLeavesTheOthers) {
  Guess guess(percent);
  for (const char key : {'b', 'q', '\n', ' ', Keyboard::forward, Keyboard::end})
    EXPECT_FALSE(guess.press(key)) << int{key};
  EXPECT_EQ(guess.words(), "your guess in %");
  for (const char key : {'7', '4', Keyboard::backspace, '3'}) EXPECT_TRUE(guess.press(key));
  EXPECT_EQ(guess.words(), "your guess in %: 73");
  EXPECT_FALSE(guess.press(Keyboard::end));
  guess.press(Keyboard::escape);
  EXPECT_FALSE(guess.is_begun());
  for (const char key : {'7', 'x', '\n'}) guess.press(key);
  EXPECT_EQ(guess.above(80), "7x is no number.\n");
  EXPECT_FALSE(guess.outcome());
  for (const char key : {'7', '\n'}) guess.press(key);
  EXPECT_EQ(guess.outcome(), Outcome(7.0));
}

TEST(Guess, ShowsTheChoices) {
  EXPECT_EQ(Guess(choice).words(), "your guess, 1 to 3");
  EXPECT_EQ(Guess(choice).above(80), "1  rotary\n2  ALiBi\n3  neither of the two\n");
  EXPECT_EQ(Guess(curve).words(), "your guess, 3 numbers");
}

TEST(Guesses, ComeBackFromTheirFile) {
  const horloge::test::TemporaryFolder folder;
  const auto file = folder.path() / "guesses";
  EXPECT_TRUE(read_guesses(file).empty());
  write_guesses(file, {{"run", {"neither of the two", "", false}}, {"walk", {"7", "7.5", true}}});
  const Guesses guesses = read_guesses(file);
  ASSERT_EQ(guesses.size(), 2U);
  EXPECT_EQ(guesses.at("run").said, "neither of the two");
  EXPECT_EQ(guesses.at("run").came_out, "");
  EXPECT_FALSE(guesses.at("run").right);
  EXPECT_EQ(guesses.at("walk").came_out, "7.5");
  EXPECT_TRUE(guesses.at("walk").right);
}

TEST(AnOutcome, ComesBackFromWhatIsKept) {
  for (const auto& [prediction, outcome] : {std::pair{percent, Outcome(73.21)},
                                            {choice, Outcome("ALiBi")},
                                            {curve, Outcome(Curve{100, 87.5, 1e-7})}})
    EXPECT_EQ(outcome_of(prediction, kept_text(outcome)), outcome);
  EXPECT_FALSE(outcome_of(percent, "ALiBi")) << "the question is another one now";
  EXPECT_FALSE(outcome_of(choice, "T5"));
  EXPECT_FALSE(outcome_of(curve, "1 2"));
}

TEST(AnOutcome, SaysWhoWasRight) {
  EXPECT_TRUE(is_right(percent, 70.0, 80.0));
  EXPECT_FALSE(is_right(percent, 69.9, 80.0));
  EXPECT_TRUE(is_right(asked("a number, right within 0.1"), 0.3, 0.2)) << "but for rounding";
  const Prediction twice = asked("a number, right within a factor of 2");
  EXPECT_TRUE(is_right(twice, 50.0, 100.0));
  EXPECT_TRUE(is_right(twice, 200.0, 100.0));
  EXPECT_FALSE(is_right(twice, 201.0, 100.0));
  EXPECT_FALSE(is_right(twice, -100.0, 100.0));
  EXPECT_TRUE(is_right(choice, "ALiBi", "ALiBi"));
  EXPECT_FALSE(is_right(choice, "ALiBi", "rotary"));
  EXPECT_TRUE(is_right(curve, Curve{90, 80, 50}, Curve{100, 87, 43}));
  EXPECT_FALSE(is_right(curve, Curve{90, 80, 54}, Curve{100, 87, 43}));
}

TEST(AnOutcome, StandsBesideTheGuess) {
  EXPECT_EQ(guess_sentence(percent, 70.0), "Your guess: 70 %.");
  Prediction first = percent;
  first.step = 1;
  EXPECT_EQ(comparison(first, 70.0, 73.24567, 1),
            "Your guess was 70 %, and 73.25 % came out: right.");
  EXPECT_EQ(comparison(first, 20.0, 73.2, 4),
            "At step 1 your guess was 20 %, and 73.2 % came out.");
  EXPECT_EQ(comparison(choice, "ALiBi", "rotary", 0),
            "Your guess was \"ALiBi\", and \"rotary\" came out.");
  EXPECT_EQ(comparison(curve, Curve{100, 90, 12345.6}, Curve{100, 87, 43}, 0),
            "Your guess was 100, 90, 12346 % right at 16, 32, 64 words, and 100, 87, 43 came out.");
  const horloge::Lines both = curves_of(curve, Curve{1, 2, 3}, Curve{4, 5, 6});
  ASSERT_EQ(both.lines.size(), 2U);
  EXPECT_EQ(both.lines[0].y, (Curve{1, 2, 3}));
  EXPECT_EQ(both.lines[1].y, (Curve{4, 5, 6}));
}

const char* const source =
    "\n// Step: run\nvoid run();\n\n// Step: walk\nvoid walk();\n\n"
    "// End of steps\n";
const char* const number_asked = "Predict: how many? (a number, right within 1)\n\n";

Lesson lesson_with(const std::string& readme, const StepCodes& codes,
                   const std::string& stored = "") {
  LessonFiles files{{{"README.md", readme}, {"a.cpp", source}}};
  if (!stored.empty()) files.files.push_back({"results/run.txt", stored});
  return make_lesson(files, codes);
}

const StepCodes run_only = {{"run", [](Page& page) { page.came_out(7); }}};
const std::string asks_and_runs =
    std::string("# T\n\n## A\n\nprose\n\n") + number_asked + "Code: [`run`](a.cpp)\n";

std::string complaint_about(const std::string& readme, const StepCodes& codes = run_only,
                            const std::string& stored = "") {
  PlayOptions options;
  options.stored = true;
  return error_of<std::runtime_error>([&] {
    const Lesson lesson = lesson_with(readme, codes, stored);
    Terminal terminal;
    play_all(lesson, terminal, options);
  });
}

TEST(ALessonThatAsks, KnowsWhereAndWhatShowsIt) {
  const Lesson lesson = lesson_with(asks_and_runs, run_only);
  ASSERT_TRUE(lesson.steps[0].prediction);
  EXPECT_EQ(lesson.steps[0].prediction->step, 1U);
  EXPECT_THAT(lesson.steps[0].before, HasSubstr("Predict: how many?")) << "it is prose, too";
  EXPECT_EQ(lesson.prediction_shown_by(lesson.steps[0]), &*lesson.steps[0].prediction);
}

TEST(ALessonThatAsks, MayAnswerLater) {
  const Lesson lesson = lesson_with(
      "# T\n\n## A\n\nPredict: how many? (a number, right within 1; `run` shows it)\n\n"
      "## B\n\nCode: [`run`](a.cpp)\n",
      run_only);
  EXPECT_EQ(lesson.prediction_shown_by(lesson.steps[0]), nullptr);
  EXPECT_EQ(lesson.prediction_shown_by(lesson.steps[1]), &*lesson.steps[0].prediction);
}

TEST(ALessonThatAsks, HasToAnswer) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(complaint_about(asks_and_runs), "no error");
  EXPECT_THAT(complaint_about(asks_and_runs, {{"run", [](Page&) {}}}),
              HasSubstr("`run` does not say what came out"));
  EXPECT_THAT(complaint_about(asks_and_runs, {{"run", [](Page& p) { p.came_out("many"); }}}),
              HasSubstr("in another form"));
  EXPECT_THAT(complaint_about("# T\n\n## A\n\nCode: [`run`](a.cpp)\n"),
              HasSubstr("nobody was asked"));
  EXPECT_THAT(complaint_about(asks_and_runs, run_only, "42\n"),
              HasSubstr("results/run.txt does not say what came out"));
  EXPECT_EQ(complaint_about(asks_and_runs, run_only, "42\n[came out] 7\n"), "no error");
  testing::internal::GetCapturedStdout();
}

TEST(ALessonThatAsks, AsksInItsPlace) {
  const std::string end = "Code: [`run`](a.cpp)\n";
  const std::string title = "# T\n\n## A\n\n";
  EXPECT_THAT(complaint_about(title + number_asked + "more\n\n" + end),
              HasSubstr("last paragraph"));
  EXPECT_THAT(complaint_about(title + end + "\n" + number_asked), HasSubstr("last paragraph"));
  EXPECT_THAT(complaint_about(title + number_asked + number_asked + end),
              HasSubstr("last paragraph"));
  EXPECT_THAT(complaint_about(title + end + "\n## B\n\n" +
                              "Predict: x? (a number, right within 1; `run` shows it)\n"),
              HasSubstr("no step from there on runs it"));
  EXPECT_THAT(complaint_about(title + number_asked), HasSubstr("no step from there on runs it"));
  EXPECT_THAT(complaint_about("# T\n\n## O\n\nPredict: x? (a number, right within 1; `run` shows "
                              "it)\n\n## A\n\n" +
                              std::string(number_asked) + end),
              HasSubstr("another step does, too"));
}

TEST(ALessonThatAsks, StoresWhatCameOut) {
  Terminal terminal;
  Page page(terminal, 0);
  page.print("42\n");
  page.came_out({100, 87.5, 43});
  const std::string stored = stored_result(page);
  EXPECT_EQ(stored, "42\n[came out] 100 87.5 43\n");
  EXPECT_EQ(outcome_of_stored(curve, stored), Outcome(Curve{100, 87.5, 43}));
  EXPECT_FALSE(outcome_of_stored(curve, "42\n"));
  const auto pieces = pieces_of_stored(stored, "");
  ASSERT_EQ(pieces.size(), 1U);
  EXPECT_EQ(*pieces[0].text, std::string(stored_sentence) + "42\n");
}

}  // namespace
}  // namespace stage
