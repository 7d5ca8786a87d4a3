// How verdicts, lists and progress look.

#include "course/runner/screen.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sstream>

#include "course/runner/next.h"
#include "course/runner/stub.h"
#include "course/runner/waiting_line.h"
#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

Verdict verdict_with(Outcome outcome, std::vector<PartResult> parts) {
  Verdict verdict;
  verdict.outcome = outcome;
  verdict.seed = 7;
  verdict.parts = std::move(parts);
  return verdict;
}

const PartResult right{"shape", "has a row for each position", true, false, ""};
const PartResult wrong{"values", "has the values", false, false, "1 of 2 differ"};
const PartResult wrong_again{"edge", "works for one", false, false, "1 of 2 differ"};
const PartResult unwritten{"edge", "refuses an odd d_model", false, true,
                           "table: not written yet, a.cpp:9"};
const PartResult no_gradient{"gradient", "has no gradient: constants", true, false, ""};

class ScreenTest : public testing::Test {
 protected:
  std::string show(const Verdict& verdict, std::size_t width = 80, bool full = false) {
    return show_verdict(scratch.session(width), scratch.exercise(), verdict, false, full);
  }
  static std::size_t rows(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  Scratch scratch;
};

TEST(Wrapped, SendsNothingThatATerminalWouldObey) {
  EXPECT_EQ(wrapped(80, "\x1b[1mFAIL\x1b[0m  ", "a \x1b[2J \u202eb \xff c\nd\te", 2),
            "\x1b[1mFAIL\x1b[0m  a \\x1b[2J \\u202eb \\xff c d e\n");
  EXPECT_LT(wrapped(80, "", std::string(5'000'000, 'a'), 0).size(), 5000U);
}

TEST_F(ScreenTest, PartsAndTheMistakesName) {
  Verdict verdict = verdict_with(Outcome::failed, {right, wrong, wrong_again, no_gradient});
  verdict.mistake = "swapped";
  verdict.mistake_sentence = "sine and cosine are swapped";
  EXPECT_EQ(show(verdict),
            "exercise sinusoidal_table   seed 7\n"
            "lessons/04_sinusoidal/mine/sinusoidal_table.cpp\n"
            "  ok    has a row for each position\n"
            "  FAIL  has the values: 1 of 2 differ\n"
            "  FAIL  works for one: the same as above\n"
            "  -     has no gradient: constants\n"
            "        It looks as if sine and cosine are swapped. [swapped]\n");
}

TEST_F(ScreenTest, APartThatWasSkipped) {
  PartResult skipped = right;
  skipped.skipped = true;
  EXPECT_THAT(
      show(verdict_with(Outcome::failed, {wrong, skipped})),
      HasSubstr("\n  -     has a row for each position: looked at when the rest is right\n"));
  EXPECT_THAT(show(verdict_with(Outcome::unwritten, {unwritten, skipped})),
              Not(HasSubstr("has a row for each position")));
}

// Numbers that come of what is gone look like any mistake: what the source shows is said first.
TEST_F(ScreenTest, WhatTheSourceShowsComesBeforeTheMistakesName) {
  Verdict verdict = verdict_with(Outcome::failed, {wrong});
  verdict.note = "Line 3: a backward runs after the function has returned.";
  verdict.mistake = "swapped";
  verdict.mistake_sentence = "sine and cosine are swapped";
  EXPECT_THAT(show(verdict),
              HasSubstr("        Line 3: a backward runs after the function has returned.\n"
                        "        It looks as if sine and cosine are swapped. [swapped]\n"));
}

TEST_F(ScreenTest, WhatTheNumbersAreLike) {
  Verdict verdict = verdict_with(Outcome::failed, {wrong});
  verdict.likeness = "the numbers are right up to the sign";
  EXPECT_THAT(show(verdict), HasSubstr("\n        The numbers are right up to the sign.\n"));
}

// The last resort: never a bare "48 of 48 differ".
TEST_F(ScreenTest, WhereNothingElseCanBeSaidTheSmallestCase) {
  PartResult numbers = wrong;
  numbers.message = "48 of 48 differ; worst at (0, 1): got 2, want 1";
  Verdict verdict = verdict_with(Outcome::failed, {numbers});
  verdict.failing_case = {"T = 1, d_model = 2", "got                    want", "      0       2*"};
  EXPECT_THAT(show(verdict), HasSubstr("        The smallest case that fails:\n"
                                       "        T = 1, d_model = 2\n"
                                       "        got                    want\n"
                                       "              0       2*\n"));
  EXPECT_THAT(show(verdict), HasSubstr("`./learn 4"));
  EXPECT_THAT(show(verdict), HasSubstr("\n        Hint: h, or `./learn hint sinusoidal_table`.\n"));
  verdict.mistake = "swapped";
  EXPECT_THAT(show(verdict), Not(HasSubstr("smallest case")));
  EXPECT_THAT(show(verdict, 80, true), HasSubstr("smallest case"));
}

// When only the sanitizers object, nothing has said before that all is right.
TEST_F(ScreenTest, AllIsRightWhenTheSecondCheckAgrees) {
  const Verdict passed = verdict_with(Outcome::passed, {right});
  EXPECT_THAT(show(passed), HasSubstr("  All parts pass (0.0 s).\n"));
  SanitizedResult second;
  second.finished = true;
  const Session session = scratch.session();
  EXPECT_THAT(show_sanitized(session, scratch.exercise(), passed, second),
              HasSubstr("  All of it is right. `./learn diff sinusoidal_table`"));
  second.failed = true;
  second.trouble = "compiled with sanitizers it fails";
  const std::string text = show_sanitized(session, scratch.exercise(), passed, second);
  EXPECT_THAT(text, HasSubstr("  FAIL  compiled with sanitizers it fails. So it is not solved"));
  EXPECT_THAT(text, Not(HasSubstr("All of it is right")));
  const Verdict failed = verdict_with(Outcome::failed, {wrong});
  EXPECT_EQ(show_sanitized(session, scratch.exercise(), failed, second), "");
}

// Ten parts that all fail, each with a long message of its own, and much that was printed: with the
// rule above, the line of keys below and the cursor it still fits 24 rows.
TEST_F(ScreenTest, ManyFailuresFitTheWindow) {
  Verdict verdict = verdict_with(Outcome::failed, {});
  for (int i = 0; i < 10; ++i)
    verdict.parts.push_back(
        {"values", "has the property number " + std::to_string(i), false, false,
         "message " + std::to_string(i) + ", with more to say than one line has room for"});
  verdict.mistake = "swapped";
  verdict.mistake_sentence = "sine and cosine are swapped";
  for (int i = 0; i < 100; ++i) verdict.printed += "line " + std::to_string(i) + "\n";
  const std::string text = show(verdict);
  EXPECT_LE(rows(text), 20U) << text;
  EXPECT_THAT(text, HasSubstr("  FAIL  has the property number 1: message 1"));
  EXPECT_THAT(text, HasSubstr("  FAIL  has the property number 2\n"));
  EXPECT_THAT(text, HasSubstr("  FAIL  has the property number 9\n"
                              "        In full: `./learn check sinusoidal_table --full --seed 7`\n"
                              "        It looks as if"));
  EXPECT_THAT(text, HasSubstr("more lines\n"));
  const std::string full = show(verdict, 80, true);
  EXPECT_THAT(full, HasSubstr("  FAIL  has the property number 9: message 9"));
  EXPECT_THAT(full, HasSubstr("        line 99\n"));
  EXPECT_THAT(full, Not(HasSubstr("In full")));
}

TEST_F(ScreenTest, WhatIsNotWrittenIsSaidOnce) {
  const std::string text =
      show(verdict_with(Outcome::unwritten, {unwritten, unwritten, no_gradient}));
  EXPECT_THAT(text, HasSubstr("  table: not written yet, a.cpp:9\n  Replace todo("));
  EXPECT_THAT(text, Not(HasSubstr("todo  ")));
}

TEST_F(ScreenTest, WhatIsWrittenAlreadyIsShown) {
  const std::string text = show(verdict_with(Outcome::unwritten, {right, unwritten, wrong}));
  EXPECT_THAT(text, HasSubstr("  ok    has a row for each position\n"
                              "  todo  refuses an odd d_model\n"
                              "  FAIL  has the values: 1 of 2 differ\n"
                              "  table: not written yet, a.cpp:9\n"));
}

TEST_F(ScreenTest, OfWhatItPrintedTheBeginning) {
  Verdict verdict = verdict_with(Outcome::failed, {wrong});
  for (int i = 0; i < 100; ++i) verdict.printed += "line " + std::to_string(i) + "\n";
  verdict.printed += "\x1b[2J" + std::string(5000, 'x');
  const std::string text = show(verdict);
  EXPECT_THAT(text, HasSubstr("  your code printed\n        line 0\n"));
  EXPECT_THAT(text, HasSubstr("        … and 89 more lines\n"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST_F(ScreenTest, NothingIsWiderThanTheWindow) {
  Verdict verdict = verdict_with(Outcome::failed, {right, wrong, unwritten, no_gradient});
  verdict.mistake = "swapped";
  verdict.mistake_sentence = "one thing and another thing are swapped, which is a known mistake";
  verdict.trouble = "it crashed: your code read or wrote memory that is not its own";
  verdict.printed = std::string(300, 'x');
  for (const std::size_t width : {40U, 60U, 80U}) {
    std::istringstream lines(show(verdict, width));
    std::string line;
    std::getline(lines, line);
    std::getline(lines, line);  // the path is as long as it is
    while (std::getline(lines, line)) EXPECT_LE(stage::display_width(line), width) << line;
  }
}

TEST_F(ScreenTest, WhoWaitsWithoutATerminalHearsOfItNowAndThen) {
  using std::chrono::seconds;
  const auto start = WaitingLine::Clock::now();
  stage::Terminal terminal;
  testing::internal::CaptureStdout();
  {
    WaitingLine line(terminal);
    line.begin("checking", " of at most 5", start);
    for (const int second : {1, 2, 3, 3, 12, 13, 23}) line.tick(start + seconds(second));
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "still checking: 3 s of at most 5\nstill checking: 13 s of at most 5\n"
            "still checking: 23 s of at most 5\n");
}

TEST_F(ScreenTest, OnATerminalTheSecondsGoByOnOneLine) {
  using std::chrono::seconds;
  const auto start = WaitingLine::Clock::now();
  stage::Terminal terminal;
  terminal.moves = true;
  terminal.columns = 20;
  testing::internal::CaptureStdout();
  {
    WaitingLine line(terminal);
    line.begin("checking", " of at most 5", start);
    line.tick(start + seconds(1));
    line.tick(start + seconds(1));
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "\rchecking …\x1b[K\rchecking: 1 s of ..\x1b[K\r\x1b[K");
}

TEST_F(ScreenTest, WithoutANameItIsTheExerciseThatWasSavedLast) {
  namespace fs = std::filesystem;
  Session session = scratch.session();
  EXPECT_EQ(current_exercise(session), next_exercise(session));
  const Exercise& earlier = session.course.find_exercise("sinusoidal_table");
  const Exercise& later = session.course.find_exercise("sum_to_shape");
  for (const Exercise* const exercise : {&earlier, &later}) {
    open_exercise(session.course, *exercise);
    fs::last_write_time(session.course.work / exercise->file,
                        fs::file_time_type() + std::chrono::hours(exercise == &later ? 2 : 1));
  }
  EXPECT_EQ(current_exercise(session), &later);
  session.progress.set_solved(later.id, true);
  EXPECT_EQ(current_exercise(session), &earlier);
}

// Whatever it was: a lesson, an exercise, one that is solved, a lesson read once more.
TEST_F(ScreenTest, WhatCameLastGoesOn) {
  Session session = scratch.session();
  const auto& exercises = session.course.exercises;
  const std::string first = exercises[0].name, second = exercises[1].name;
  session.progress.set_step("02_autograd", 5, false);
  session.progress.set_at("04_sinusoidal_table");
  EXPECT_EQ(what_is_next(session), "exercise sinusoidal_table");
  EXPECT_EQ(how_to_go_on(session), "`./learn` goes on with exercise sinusoidal_table.");
  session.progress.set_solved("04_sinusoidal_table", true);
  EXPECT_THAT(what_is_next(session), testing::StartsWith("exercise "));
  EXPECT_EQ(what_comes_next(session).lesson->number, 4) << "the next one of the lesson";
  session.progress.set_step("02_autograd", 6, false);
  EXPECT_EQ(what_is_next(session), "lesson 2");
  EXPECT_EQ(what_comes_next(session).step, 6U);
  const LessonEntry& one = session.course.lessons[0];
  session.progress.set_step(one.topic, one.steps, true);
  EXPECT_EQ(what_is_next(session), "exercise " + first);
  session.progress.set_step(one.topic, 3, false);
  EXPECT_EQ(how_to_go_on(session), "`./learn` goes on at step 3 of lesson 1.");
  for (const Exercise& exercise : exercises)
    if (exercise.lesson == 1) session.progress.set_solved(exercise.id, true);
  session.progress.set_at(exercises[0].id);
  EXPECT_EQ(what_is_next(session), "lesson 2") << "after the exercises the lesson after it";
}

TEST_F(ScreenTest, AfterAnExerciseComesTheNextThatIsLeft) {
  Session session = scratch.session();
  const auto& exercises = session.course.exercises;
  EXPECT_EQ(exercise_after(session, exercises[0]), &exercises[1]);
  session.progress.set_solved(exercises[1].id, true);
  EXPECT_EQ(exercise_after(session, exercises[0]), &exercises[2]);
  EXPECT_EQ(exercise_after(session, exercises.back()), &exercises[0]);
  for (const Exercise& exercise : exercises)
    session.progress.set_solved(exercise.id, &exercise != &exercises[3]);
  EXPECT_EQ(exercise_after(session, exercises[3]), nullptr);
  EXPECT_EQ(exercise_after(session, exercises[4]), &exercises[3]);
}

TEST_F(ScreenTest, WhatComesNextIsALessonThenItsExercises) {
  Session session = scratch.session();
  EXPECT_EQ(what_is_next(session), "lesson 1");
  EXPECT_EQ(how_to_go_on(session),
            "`./learn` goes on with lesson 1: " + session.course.lessons[0].title + ".");
  session.progress.set_step("04_sinusoidal", 3, false);
  EXPECT_EQ(what_is_next(session), "lesson 4") << "one that was begun comes first";
  EXPECT_EQ(how_to_go_on(session), "`./learn` goes on at step 3 of lesson 4.");
  const auto& lessons = session.course.lessons;
  for (auto lesson = lessons.rbegin(); lesson != lessons.rend(); ++lesson)
    session.progress.set_step(lesson->topic, lesson->steps, true);
  EXPECT_EQ(what_is_next(session), "exercise " + session.course.exercises[0].name);
  session.progress.set_step("04_sinusoidal", lessons[3].steps, true);
  EXPECT_EQ(what_is_next(session), "exercise sinusoidal_table") << "of the lesson read last";
  for (const Exercise& exercise : session.course.exercises)
    session.progress.set_solved(exercise.id, true);
  EXPECT_EQ(what_is_next(session), "nothing");
  EXPECT_EQ(how_to_go_on(session), "All lessons are read and all exercises solved.");
  EXPECT_EQ(exercise_or_current(session, ""), nullptr);
  EXPECT_EQ(exercise_or_current(session, "sinusoidal_table"),
            &session.course.find_exercise("04_sinusoidal_table"));
}

}  // namespace
}  // namespace runner
