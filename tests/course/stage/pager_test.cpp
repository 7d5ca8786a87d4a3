// Pages of a window, and the keys at their ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>
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
      if (n < answers.size() && before_answer) before_answer();
      return n < answers.size() ? answers[n] : Turn{};
    };
    pager.emplace(terminal, write, ask);
  }

  void show(const std::string& text) {
    pager->show(text);
    pager->finish();
  }

  void show_together(const std::string& text) {
    pager->show({[text](const Terminal&) { return text; }, true});
  }

  Terminal terminal;
  std::function<void()> before_answer;
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
  window.show(numbered(1, 9));
  EXPECT_EQ(window.shown, numbered(1, 9));
  Window longer(10);
  longer.show(numbered(1, 25));
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
    window.show(numbered(1, last));
    EXPECT_EQ(window.shown, numbered(1, last - 3) + more + numbered(last - 2, last));
  }
  Window window(10);
  window.pager->show(numbered(1, 7) + "\n" + numbered(8, 20));  // 8 would stand below alone
  window.pager->finish();
  EXPECT_EQ(window.shown.substr(0, 28), numbered(1, 7) + more + "\n");
}

TEST(Pager, EndsAPageBetweenParagraphsAndKeepsTheBlankLine) {
  Window window(10);
  window.show(numbered(1, 5) + "\n" + numbered(6, 12));
  EXPECT_EQ(window.shown, numbered(1, 5) + more + "\n" + numbered(6, 12));
}

TEST(Pager, EndsAPageBetweenFunctionsSoonerThanWithinOne) {
  const std::string first = "f() {\n  1;\n  2;\n}\n", second = "g() {\n  3;\n\n";
  for (const std::string style : {"", "\x1b[2m\x1b[38;5;30m"}) {
    const std::string rest = style + "  4;\n  5;\n  6;\n}\n";
    Window window(10);
    window.show(first + "\n" + second + rest);
    EXPECT_EQ(window.shown, first + more + "\n" + second + rest);
  }
}

TEST(Pager, CountsLinesThatAreWiderThanTheWindow) {
  Window window(8);
  const std::string wide = "12345678901\n";  // of ten columns
  window.show(wide + wide + wide);
  EXPECT_EQ(window.asked, 0U);
  window.show(wide + wide);
  EXPECT_EQ(window.asked, 1U);
  window.pager->start_page(window.terminal);
  window.show("\x1b[1m1234567890\x1b[0m\n" + numbered(2, 7));
  EXPECT_EQ(window.asked, 1U);
}

TEST(Pager, SpendsNoPageOnBlankLines) {
  Window window(8);
  window.show(numbered(1, 7) + "\n\n");
  EXPECT_EQ(window.shown, numbered(1, 7));
}

TEST(Pager, KeepsFiguresTogether) {
  Window window(8);
  window.pager->show(numbered(1, 4));
  window.show_together(numbered(5, 8));
  window.pager->finish();
  EXPECT_EQ(window.shown, numbered(1, 4) + more + numbered(5, 8));
  window.show_together(numbered(9, 18));  // fits in no window
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

// "01 02 … 24 ", as words of a paragraph.
std::string words_in_lines(std::size_t columns) {
  std::string text;
  std::size_t column = 0;
  for (int i = 1; i <= 24; ++i) {
    const std::string word = fmt::format("{:02}", i);
    if (column + 3 > columns) {
      text += "\n";
      column = 0;
    }
    text += (column == 0 ? "" : " ") + word;
    column += column == 0 ? 2 : 3;
  }
  return text + "\n";
}

// The window is narrower when the first page is asked about, and has its old width at the second.
TEST(Pager, BeginsAPageThatIsDrawnAnewWithTheSameWords) {
  Terminal terminal;
  terminal.columns = 8;  // three words
  terminal.rows = 9;
  terminal.moves = true;
  std::vector<std::string> pages(1);
  std::optional<Pager> pager;
  const auto write = [&](const std::string& text) { pages.back() += text; };
  const auto ask = [&](const std::string&) {
    pages.emplace_back();
    if (pages.size() == 3) {
      terminal.columns = 3;  // one word
      pager->resize(terminal);
      return Turn{Turn::To::redraw, 0};
    }
    return Turn{};
  };
  pager.emplace(terminal, write, ask);
  pager->show(
      {[](const Terminal& t) { return numbered(1, 7) + words_in_lines(t.columns); }, false});
  pager->ask("Enter: next");
  const std::string clear = "\x1b[H\x1b[2J";
  ASSERT_GE(pages.size(), 4U);
  EXPECT_EQ(pages[0], numbered(1, 7) + "01 02 03\n");
  EXPECT_EQ(pages[1], "04 05 06\n07 08 09\n10 11 12\n13 14 15\n16 17 18\n19 20 21\n22 23 24\n");
  EXPECT_EQ(pages[2], clear + "04\n05\n06\n07\n08\n09\n10\n11\n");
  EXPECT_EQ(pages[3], "12\n13\n14\n15\n16\n17\n18\n19\n");
}

TEST(Pager, DrawsAPageAnewInItsPlace) {
  Window window(10, {{Turn::To::redraw, 0}});
  window.terminal.moves = true;
  window.pager->start_page(window.terminal);
  window.pager->show(numbered(1, 4));
  window.pager->ask("Enter: run");
  EXPECT_EQ(window.shown,
            numbered(1, 4) + "[Enter: run]\x1b[4A\r\x1b[J" + numbered(1, 4) + "[Enter: run]");
}

// The code of a step is asked for at the end of its first page, and again when it is on the page.
TEST(Pager, BeginsWithAPassageThatIsReached) {
  for (const bool reached : {false, true}) {
    Window window(10, {{reached ? Turn::To::on : Turn::To::redraw, 0}, {Turn::To::redraw, 0}});
    window.pager->show(numbered(1, 12));
    window.pager->show("code\n" + numbered(1, 4));
    window.before_answer = [&] { window.pager->begin_with(1); };
    try {
      window.pager->ask("Enter: run");
    } catch (const LeaveStep&) {
    }
    const std::string first = numbered(1, 9) + more,
                      second = numbered(10, 12) + "code\n" + numbered(1, 4);
    const std::string run = "[Enter: run]";
    EXPECT_EQ(window.shown, reached ? first + second + run + "\n" + "code\n" + numbered(1, 4) + run
                                    : first + "\n" + first + "\n" + first + second + run);
  }
}

TEST(Pager, TakesBackWhatAnExperimentPrinted) {
  Window window(10);
  window.terminal.moves = true;
  window.pager->start_page(window.terminal);
  window.pager->show(numbered(1, 2));
  window.pager->ask("Enter: run");
  for (const int last : {4, 2}) {  // some, or nothing
    const std::size_t first = window.pager->passages();
    window.shown.clear();
    window.pager->show(numbered(3, last));
    window.pager->take_back(first);
    window.show("stored\n");
    EXPECT_EQ(window.shown, last == 4 ? "3\n4\n\x1b[2A\r\x1b[Jstored\n" : "stored\n");
    window.pager->ask("Enter: next");
  }
}

TEST(Pager, NeverAsksForAPipeOrAWindowOfNoHeight) {
  std::string shown;
  Pager pipe(Terminal{}, [&](const std::string& text) { shown += text; });
  pipe.show(numbered(1, 100));
  pipe.ask("Enter: run");
  EXPECT_EQ(shown, numbered(1, 100));
  for (const std::size_t rows : {0, 3}) {
    Window window(rows);
    window.show(numbered(1, 100));
    EXPECT_EQ(window.asked, 0U);
  }
}

// The turn that keys make; nothing if there is none.
std::optional<Turn> turn_of(const std::string& keys) {
  KeyReader answer(22);
  for (const char key : keys)
    if (const auto turn = answer.press(key)) return turn;
  return {};
}

TEST(KeyReader, IsASingleKey) {
  for (const char* on : {"\n", " ", "n"}) EXPECT_EQ(turn_of(on)->to, Turn::To::on);
  EXPECT_EQ(turn_of("b")->to, Turn::To::back);
  EXPECT_EQ(turn_of("q")->to, Turn::To::quit);
  EXPECT_EQ(turn_of(std::string(1, Keyboard::end))->to, Turn::To::quit);
}

TEST(KeyReader, OrANumberAndEnter) {
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

TEST(KeyReader, KnowsWhenHelpIsNeeded) {
  KeyReader answer(22);
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

TEST(KeyReader, KnowsTheKeysOfThisPageAlone) {
  const PageKeys keys = {{'c', Turn::To::code, "c: full code", "unfold the code"}};
  KeyReader answer(22, keys);
  EXPECT_EQ(answer.press('c')->to, Turn::To::code);
  EXPECT_FALSE(answer.press('s'));
  EXPECT_TRUE(answer.needs_help());
  EXPECT_FALSE(answer.press('l'));
  EXPECT_FALSE(answer.needs_help());
  EXPECT_TRUE(answer.wants_list());
  EXPECT_FALSE(answer.press('m'));
  EXPECT_FALSE(answer.wants_list());
  EXPECT_TRUE(answer.wants_model());
  EXPECT_THAT(help_with_keys(22, keys),
              testing::HasSubstr("c                    unfold the code\n"));
}

TEST(KeyReader, HelpIsNarrow) {
  EXPECT_THAT(help_with_keys(22), testing::HasSubstr("1 to 22, Enter "));
  EXPECT_LE(display_width(help_with_keys(22)), 7U * 40U);
}

}  // namespace
}  // namespace stage
