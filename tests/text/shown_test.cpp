#include "horloge/text/shown.h"

#include <gtest/gtest.h>

#include "horloge/text/utf8.h"

namespace horloge {
namespace {

TEST(Shown, LeavesWhatIsVisibleAsItIs) {
  for (const char* text : {"", "model.layers.0", "Ünïcødé", "我爱你", "🐈", "▁the", "e\u0301", "a b",
                           "क्\u200dष", "C:\\x1b\\n"})
    EXPECT_EQ(visible(text), text);
}

TEST(Shown, SpellsWhatATerminalWouldObey) {
  EXPECT_EQ(visible("a\nb\rc\td"), "a\\nb\\rc\\td");
  EXPECT_EQ(visible("\x1b[2J\x1b]0;title\a"), "\\x1b[2J\\x1b]0;title\\x07");
  EXPECT_EQ(visible(std::string("\0\x7f", 2)), "\\x00\\x7f");
  EXPECT_EQ(visible("\u009b2J"), "\\u009b2J");           // an escape sequence in one character
  EXPECT_EQ(visible("abc\u202edef"), "abc\\u202edef");   // writes backwards from here on
  EXPECT_EQ(visible("\u2066\u200f"), "\\u2066\\u200f");  // other marks of direction
  EXPECT_EQ(visible("\u2028\ufeff"), "\\u2028\\ufeff");  // a line's end, a byte order mark
  EXPECT_EQ(visible("\U000e0041"), "\\U000e0041");       // a letter that nobody sees
}

TEST(Shown, IsAlwaysUtf8) {
  EXPECT_EQ(visible("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(visible("\xe6\x96"), "\\xe6\\x96");
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_NO_THROW(utf8_characters(visible(all), "test"));
  EXPECT_EQ(visible(visible(all)), visible(all));
}

TEST(Shown, IsCutWithItsLength) {
  EXPECT_EQ(shown("abcde", 5), "abcde");
  EXPECT_EQ(shown("abcdef", 5), "abcde… (6 bytes)");
  EXPECT_EQ(shown("爱爱爱", 2), "爱爱… (9 bytes)");
  EXPECT_EQ(shown("\n\n\n", 2), "\\n\\n… (3 bytes)");
  EXPECT_EQ(shown(std::string(5'000'000, 'a')), std::string(100, 'a') + "… (5000000 bytes)");
}

}  // namespace
}  // namespace horloge
