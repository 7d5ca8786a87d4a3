// What the lessons have in common: cutting a README into steps, finding their code, Markdown as
// text.

#include <csignal>
#include <sstream>

#include "course/stage/lesson.h"
#include "course/stage/listing.h"
#include "course/stage/long_work.h"
#include "course/stage/markdown.h"
#include "course/stage/terminal.h"
#include "horloge/core/shape.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace stage {
namespace {

Terminal narrow(std::size_t width, bool colour = false) {
  Terminal terminal;
  terminal.width = terminal.columns = width;
  terminal.colour = colour;
  return terminal;
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("chat"), 4U);
  EXPECT_EQ(display_width("élève"), 5U);
  EXPECT_EQ(display_width("我爱你"), 6U);
  EXPECT_EQ(display_width("\x1b[1mchat\x1b[0m"), 4U);
  EXPECT_EQ(display_width("\xff"), 1U);
  EXPECT_EQ(display_width(""), 0U);
}

TEST(Markdown, WrapsParagraphsToTheWindow) {
  EXPECT_EQ(render_markdown("one two three\nfour five", narrow(9)), "one two\nthree\nfour five\n");
  EXPECT_EQ(render_markdown("我爱你 你爱我", narrow(12)), "我爱你\n你爱我\n");
  EXPECT_EQ(render_markdown("unbreakable-and-long x", narrow(20)), "unbreakable-and-long\nx\n");
}

TEST(Markdown, KeepsPunctuationWithItsWord) {
  EXPECT_EQ(render_markdown("its **id**, and `x`.", narrow(80, true)),
            "its \x1b[1mid\x1b[0m, and \x1b[38;5;30mx\x1b[0m.\n");
}

TEST(Markdown, IndentsListsCodeAndTables) {
  EXPECT_EQ(render_markdown("- one two\n- three\n", narrow(7)), "- one\n  two\n- three\n");
  EXPECT_EQ(render_markdown("2. one\n3. two\n", narrow(80)), "2. one\n3. two\n");
  EXPECT_EQ(render_markdown("```\na  b\n```\n", narrow(80)), "    a  b\n");
  EXPECT_EQ(render_markdown("| a | b |\n| --- | --- |\n| long | 我 |\n", narrow(80)),
            "a     b\n----  --\nlong  我\n");
  EXPECT_EQ(render_markdown("| a | b |\n| --- | --- |\n| x | much too long |\n", narrow(9)),
            "a | b\nx | much\ntoo long\n");
  EXPECT_EQ(render_markdown("text\n\n<!-- hidden -->\n\nmore", narrow(80)), "text\n\nmore\n");
}

TEST(Markdown, HasMarksWhereThereIsNoColour) {
  EXPECT_EQ(render_markdown("a **b c** (*d*), `e f`", narrow(80)), "a *b c* (*d*), `e f`\n");
  EXPECT_EQ(render_markdown("a **b**", narrow(80, true)), "a \x1b[1mb\x1b[0m\n");
}

TEST(Markdown, HasFormulasInItsText) {
  EXPECT_EQ(render_markdown("the id $\\omega_k$, as $d\\_model$ and $a\\|b$.", narrow(80)),
            "the id ωₖ, as d_model and a‖b.\n");
  EXPECT_EQ(render_markdown("now $a + b = c$ is short", narrow(9)), "now\na + b = c\nis short\n");
  EXPECT_EQ(render_markdown("a *b $x_1$ c* and $y_2$", narrow(80)), "a *b x₁ c* and y₂\n");
  EXPECT_EQ(render_markdown("# Of $x^2$\n", narrow(80)), "Of x²\n");
}

TEST(Markdown, WritesTheIndicesOfOneNameAlike) {
  EXPECT_EQ(render_markdown("$q = x W_q$ and $k = x_i W_k$", narrow(80)),
            "q = xW_q and k = xᵢ W_k\n");
  EXPECT_EQ(render_markdown("$k = x W_k$", narrow(80)), "k = xWₖ\n");
}

TEST(Markdown, BreaksCodeOnlyInANarrowWindow) {
  EXPECT_EQ(render_markdown("```\nshort\nreturn one + two + three;\n```\n", narrow(24)),
            "    short\n    return one + two +\n        three;\n");
}

TEST(Markdown, SetsFormulasApart) {
  EXPECT_EQ(render_markdown("$$x = \\frac{a}{b}$$\n\nmore", narrow(80)), "    x = a / b\n\nmore\n");
  EXPECT_EQ(render_markdown("from\n$$\nx = y\n$$\nto", narrow(80)), "from\n\n    x = y\n\nto\n");
  EXPECT_EQ(render_markdown("- so\n  $$x$$\n  on\n- $$y$$\n- z\n", narrow(80)),
            "- so\n      x\n  on\n-     y\n- z\n");
  EXPECT_EQ(render_markdown("> $$x$$\n", narrow(80)), "      x\n");
}

TEST(Markdown, HasFormulasInTables) {
  EXPECT_EQ(render_markdown("| a | b |\n| --- | --- |\n| $x^2$ | $\\lvert y\\rvert$, $$z$$ |\n",
                            narrow(80)),
            "a   b\n--  ------\nx²  |y|, z\n");
}

LessonFiles files_with(std::string_view readme) {
  return {{{"README.md", readme}, {"a.cpp", "\n// Step: run\nvoid run();\n\n// End of steps\n"}}};
}

std::string complaint(std::string_view readme, const StepCodes& codes) {
  return horloge::test::error_of<std::runtime_error>(
      [&] { make_lesson(files_with(readme), codes); });
}

TEST(Lesson, IsCutAtItsHeadings) {
  int runs = 0;
  const Lesson lesson = make_lesson(
      files_with(
          "# Title\n\n## First\n\nbefore\n\nCode: [`run`](a.cpp)\n\nafter\n\n## Second\n\nprose\n"),
      {{"run", [&](Page&) { ++runs; }}});
  EXPECT_EQ(lesson.title, "Title");
  ASSERT_EQ(lesson.steps.size(), 2U);
  EXPECT_EQ(lesson.steps[0].title, "First");
  EXPECT_THAT(lesson.steps[0].before, HasSubstr("before"));
  EXPECT_EQ(lesson.steps[0].code, "void run();\n");
  EXPECT_THAT(lesson.steps[0].after, HasSubstr("after"));
  EXPECT_FALSE(lesson.steps[1].run);
  Page page(narrow(80), 0);
  lesson.steps[0].run(page);
  EXPECT_EQ(runs, 1);
}

TEST(Lesson, MayHaveItsSubjectBelowItsTitle) {
  const auto subject = [](const std::string& below) {
    return make_lesson(
               files_with("# A clock\n\n" + below + "\n\n## A\n*b*\nCode: [`run`](a.cpp)\n"),
               {{"run", [](Page&) {}}})
        .subject;
  };
  EXPECT_EQ(subject("*sinusoidal positions*"), "sinusoidal positions");
  EXPECT_EQ(subject("prose"), "");
  EXPECT_EQ(subject("*one* and *two*"), "");
}

TEST(Lesson, KnowsItsAsidesAndItsStoredResults) {
  LessonFiles files = files_with("# T\n\n## Aside: Of rounding\nCode: [`run`](a.cpp)\n\n## On\n");
  const StepCodes run = {{"run", [](Page&) {}}};
  EXPECT_EQ(make_lesson(files, run).steps[0].stored, "");
  files.files.push_back({"results/run.txt", "42\n"});
  const Lesson lesson = make_lesson(files, run);
  EXPECT_EQ(lesson.steps[0].title, "Of rounding");
  EXPECT_EQ(lesson.steps[0].full_title(), "Aside: Of rounding");
  EXPECT_TRUE(lesson.steps[0].aside);
  EXPECT_EQ(lesson.steps[0].name, "run");
  EXPECT_EQ(lesson.steps[0].stored, "42\n");
  EXPECT_FALSE(lesson.steps[1].aside);
  EXPECT_EQ(lesson.steps[1].full_title(), "On");
  files.files.push_back({"results/walk.txt", "42\n"});
  EXPECT_THROW(make_lesson(files, run), std::runtime_error) << "of no step";
}

TEST(Listing, IsShortUntilItIsOpened) {
  Lesson lesson;
  lesson.steps.resize(2);
  lesson.steps[0].title = "no code";
  lesson.steps[1].file = "a.cpp";
  lesson.steps[1].code = "idea\n// Fold: the rest\nmuch\n\nmore\n";
  EXPECT_EQ(listing(lesson.steps[1], narrow(80), false),
            "--- a.cpp\nidea\n… 3 lines: the rest\n--- prints\n");
  EXPECT_EQ(listing(lesson.steps[1], narrow(80), true),
            "--- a.cpp\nidea\nmuch\n\nmore\n--- prints\n");
  EXPECT_EQ(all_folds(lesson, narrow(80)),
            "The folded code\n\n--- a.cpp, step 2\n--- the rest\nmuch\n\nmore\n\n");
  lesson.steps.pop_back();
  EXPECT_EQ(all_folds(lesson, narrow(80)), "");
}

TEST(LongWork, StopsWhenItIsToBeSkipped) {
  bool skip = false;
  {
    LongWork work([&] { return skip; });
    EXPECT_FALSE(work.was_done());
    stop_if_interrupted();
    EXPECT_TRUE(work.was_done());
    skip = true;
    EXPECT_THROW(stop_if_interrupted(), Interrupted);
    skip = false;
    EXPECT_THROW(stop_if_interrupted(), Interrupted) << "all threads are to hear of it";
  }
  stop_if_interrupted();
}

TEST(LongWork, GoesOnAfterAnInterruptThatWasUnderstood) {
  EXPECT_FALSE(interrupted());
  std::raise(SIGINT);
  EXPECT_TRUE(interrupted());
  EXPECT_FALSE(is_to_end());
  EXPECT_THROW(stop_if_interrupted(), Interrupted);
  forget_interrupt();
  EXPECT_FALSE(interrupted());
  std::raise(SIGTERM);  // and the next one is heard again
  EXPECT_TRUE(is_to_end());
  forget_interrupt();
}

TEST(Lesson, SaysWhatIsMissing) {
  const StepCodes run = {{"run", [](Page&) {}}};
  EXPECT_THAT(complaint("## A\nCode: [`other`](a.cpp)\n", run), HasSubstr("names other"));
  EXPECT_THAT(complaint("## A\nCode: [`run`](b.cpp)\n", run), HasSubstr("no file b.cpp"));
  EXPECT_THAT(complaint("## A\n", run), HasSubstr("no step for run"));
  EXPECT_THAT(complaint("## A\nCode: [`run`](a.cpp)\nCode: [`run`](a.cpp)\n", run),
              HasSubstr("one piece of code a step"));
}

TEST(Page, KeepsWhatItPrintsButNoProgress) {
  Page page(narrow(80), 7);
  page.progress("half done");
  page.print("{} {}\n", 1, 2);
  EXPECT_EQ(page.printed(), "1 2\n");
  EXPECT_EQ(page.seed(), 7U);
}

TEST(Page, GoesOnWithoutAFigureThatCannotBeDrawn) {
  Page page(narrow(80), 0);
  horloge::HeatMap map;
  map.values = horloge::zeros({2});
  page.show(map);
  EXPECT_THAT(page.printed(), HasSubstr("(This figure cannot be drawn: [draw] "));
  map.values = horloge::zeros({2, 2});
  page.show(map);
  EXPECT_TRUE(page.pieces().back().figure != nullptr);
}

TEST(Page, SetsFiguresApart) {
  horloge::HeatMap map;
  map.values = horloge::zeros({1, 1});
  Page alone(narrow(80), 0);
  alone.show(map);
  const std::string figure = alone.printed();
  Page page(narrow(80), 0);
  page.print("above\n");
  page.show(map);
  page.show(map);
  page.print("below\n\n");
  page.show(map);
  EXPECT_EQ(page.printed(), "above\n\n" + figure + "\n" + figure + "\nbelow\n\n" + figure);

  Page by_pieces(narrow(80), 0);
  by_pieces.print("above");
  by_pieces.print("\n");  // ends the line, and is no blank one
  by_pieces.show(map);
  by_pieces.print("\n");
  by_pieces.show(map);
  EXPECT_EQ(by_pieces.printed(), "above\n\n" + figure + "\n" + figure);
}

TEST(Page, PrintsOnePieceBetweenTwoFigures) {
  horloge::HeatMap map;
  map.values = horloge::zeros({1, 1});
  Page page(narrow(80), 0);
  page.print("a\n");
  page.print("b\n");
  page.show(map);
  page.print("c\n");
  ASSERT_EQ(page.pieces().size(), 3U);
  EXPECT_EQ(*page.pieces()[0].text, "a\nb\n\n");
  EXPECT_EQ(*page.pieces()[2].text, "\nc\n");
}

TEST(Page, FitsTablesIntoANarrowWindow) {
  Page page(narrow(24), 0);
  page.print("name      one   two  three\n");
  page.print("short       1     2      3\n");
  EXPECT_EQ(page.printed(), "");  // more lines may come
  page.finish();
  EXPECT_EQ(page.printed(),
            "name      one   two\nshort       1     2\n\nname   three\nshort      3\n");
}

TEST(Page, DrawsNoWiderThanAHundredColumns) {
  Terminal terminal = narrow(300);
  Page page(terminal, 0);
  horloge::Lines lines;
  lines.lines.push_back({"", {0, 1}, {0, 1}});
  page.show(lines);
  std::istringstream drawn(page.printed());
  std::size_t widest = 0;
  for (std::string line; std::getline(drawn, line);) widest = std::max(widest, display_width(line));
  EXPECT_EQ(widest, 100U);
}

}  // namespace
}  // namespace stage
