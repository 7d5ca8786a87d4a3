// Pages of a window, and the keys at their ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "course/stage/keyboard.h"
#include "course/stage/pager.h"

namespace stage {
namespace {

// What a pager writes for a window of ten columns, and what it asks meanwhile.
struct Window {
  explicit Window(std::size_t rows, std::vector<Turn> answers = {}) {
    terminal.columns = terminal.width = 10;
    terminal.rows = rows;
    const auto write = [this](const std::string& text) { shown += text; };
    const auto ask = [this, answers](const std::string& words) {
      shown += "[" + words + "]";
      const std::size_t n = asked++;
      return n < answers.size() ? answers[n] : Turn{};
    };
    pager.emplace(terminal, write, ask);
  }

  Terminal terminal;
  std::string shown;
  std::size_t asked = 0;
  std::optional<Pager> pager;
};

std::string numbered(int first, int last) {
  std::string text;
  for (int i = first; i <= last; ++i) text += std::to_string(i) + "\n";
  return text;
}

const std::string more = "[Enter: more]";

TEST(Pager, AsksBeforeALineScrollsAway) {
  Window window(10);
  window.pager->show(numbered(1, 9));
  window.pager->finish();
  EXPECT_EQ(window.shown, numbered(1, 9));
  Window longer(10);
  longer.pager->show(numbered(1, 25));
  longer.pager->finish();
  EXPECT_EQ(longer.shown, numbered(1, 9) + more + numbered(10, 18) + more + numbered(19, 25));
}

TEST(Pager, ShowsTheUpperThirdAtOnce) {
  Window window(10);
  window.pager->show("1");
  EXPECT_EQ(window.shown, "");  // the line may go on
  window.pager->show("\n" + numbered(2, 9));
  EXPECT_EQ(window.shown, numbered(1, 3));
  window.pager->show_rest();
  EXPECT_EQ(window.shown, numbered(1, 9));
  EXPECT_EQ(window.asked, 0U);
}

TEST(Pager, LeavesNoLineAlone) {
  for (const int last : {10, 11}) {
    Window window(10);
    window.pager->show(numbered(1, last));
    window.pager->finish();
    EXPECT_EQ(window.shown, numbered(1, last - 3) + more + numbered(last - 2, last));
  }
  Window window(10);
  window.pager->show(numbered(1, 7) + "\n" + numbered(8, 20));  // 8 would stand below alone
  window.pager->finish();
  EXPECT_EQ(window.shown.substr(0, 28), numbered(1, 7) + more + "\n");
}

TEST(Pager, EndsAPageBetweenParagraphsAndKeepsTheBlankLine) {
  Window window(10);
  window.pager->show(numbered(1, 5) + "\n" + numbered(6, 12));
  window.pager->finish();
  EXPECT_EQ(window.shown, numbered(1, 5) + more + "\n" + numbered(6, 12));
}

TEST(Pager, EndsAPageBetweenFunctionsSoonerThanWithinOne) {
  const std::string first = "f() {\n  1;\n  2;\n}\n", second = "g() {\n  3;\n\n";
  for (const std::string style : {"", "\x1b[2m\x1b[38;5;30m"}) {
    const std::string rest = style + "  4;\n  5;\n  6;\n}\n";
    Window window(10);
    window.pager->show(first + "\n" + second + rest);
    window.pager->finish();
    EXPECT_EQ(window.shown, first + more + "\n" + second + rest);
  }
}

TEST(Pager, CountsLinesThatAreWiderThanTheWindow) {
  Window window(8);
  const std::string wide = "12345678901\n";  // of ten columns
  window.pager->show(wide + wide + wide);
  window.pager->finish();
  EXPECT_EQ(window.asked, 0U);
  window.pager->show(wide + wide);
  window.pager->finish();
  EXPECT_EQ(window.asked, 1U);
  window.pager->start_page(window.terminal);
  window.pager->show("\x1b[1m1234567890\x1b[0m\n" + numbered(2, 7));
  window.pager->finish();
  EXPECT_EQ(window.asked, 1U);
}

TEST(Pager, SpendsNoPageOnBlankLines) {
  Window window(8);
  window.pager->show(numbered(1, 7) + "\n\n");
  window.pager->finish();
  EXPECT_EQ(window.shown, numbered(1, 7));
}

TEST(Pager, KeepsFiguresTogether) {
  Window window(8);
  window.pager->show(numbered(1, 4));
  window.pager->show_together(numbered(5, 8));
  window.pager->finish();
  EXPECT_EQ(window.shown, numbered(1, 4) + more + numbered(5, 8));
  window.pager->show_together(numbered(9, 18));  // fits in no window
  window.pager->finish();
  EXPECT_EQ(window.asked, 3U);
}

TEST(Pager, LetsTheLearnerLeave) {
  Window window(8, {{Turn::To::step, 3}});
  window.pager->show(numbered(1, 20));
  try {
    window.pager->finish();
    FAIL() << "nobody left";
  } catch (const LeaveStep& leave) {
    EXPECT_EQ(leave.turn.to, Turn::To::step);
    EXPECT_EQ(leave.turn.step, 3U);
  }
  window.pager->finish();  // of what was left nothing comes back
  EXPECT_EQ(window.shown, numbered(1, 7) + more);
}

TEST(Pager, NeverAsksForAPipeOrAWindowOfNoHeight) {
  std::string shown;
  Pager pipe([&](const std::string& text) { shown += text; });
  pipe.show(numbered(1, 100));
  pipe.ask("Enter: run");
  EXPECT_EQ(shown, numbered(1, 100));
  for (const std::size_t rows : {0, 3}) {
    Window window(rows);
    window.pager->show(numbered(1, 100));
    window.pager->finish();
    EXPECT_EQ(window.asked, 0U);
  }
}

// The turn that keys make; nothing if there is none.
std::optional<Turn> turn_of(const std::string& keys) {
  Answer answer(22);
  for (const char key : keys)
    if (const auto turn = answer.press(key)) return turn;
  return {};
}

TEST(Answer, IsASingleKey) {
  for (const char* on : {"\n", " ", "n"}) EXPECT_EQ(turn_of(on)->to, Turn::To::on);
  EXPECT_EQ(turn_of("b")->to, Turn::To::back);
  EXPECT_EQ(turn_of("q")->to, Turn::To::quit);
  EXPECT_EQ(turn_of(std::string(1, Keyboard::end))->to, Turn::To::quit);
}

TEST(Answer, OrANumberAndEnter) {
  EXPECT_EQ(turn_of("7\n")->step, 7U);
  EXPECT_EQ(turn_of("22\n")->step, 22U);
  EXPECT_EQ(turn_of("21\x7f\x7f"
                    "9\n")
                ->step,
            9U);  // two taken back
  EXPECT_FALSE(turn_of("2"));
  EXPECT_EQ(turn_of("2\x1b\n")->to, Turn::To::on);  // given up
  for (const char* none : {"0\n", "23\n", "999\n"}) EXPECT_FALSE(turn_of(none)) << none;
  EXPECT_EQ(turn_of("2\x04")->to, Turn::To::quit);
}

TEST(Answer, KnowsWhenHelpIsNeeded) {
  Answer answer(22);
  answer.press('?');
  EXPECT_TRUE(answer.needs_help());
  answer.press('9');
  EXPECT_FALSE(answer.needs_help());
  EXPECT_EQ(answer.number(), "9");
  answer.press('9');
  answer.press('\n');
  EXPECT_TRUE(answer.needs_help());
  EXPECT_EQ(answer.number(), "");
}

TEST(Answer, HelpIsNarrow) {
  EXPECT_THAT(help_with_keys(22), testing::HasSubstr("1 to 22, Enter "));
  EXPECT_LE(display_width(help_with_keys(22)), 4U * 40U);
}

}  // namespace
}  // namespace stage
