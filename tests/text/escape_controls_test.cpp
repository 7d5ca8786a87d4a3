#include "horloge/text/escape_controls.h"

#include <gtest/gtest.h>

#include "horloge/text/utf8.h"

namespace horloge {
namespace {

TEST(EscapeControls, LeavesWhatIsVisibleAsItIs) {
  for (const char* text : {"", "model.layers.0", "Ünïcødé", "我爱你", "🐈", "▁the", "e\u0301", "a b",
                           "क्\u200dष", "C:\\x1b\\n"})
    EXPECT_EQ(escape_controls(text), text);
}

TEST(EscapeControls, SpellsWhatATerminalWouldObey) {
  EXPECT_EQ(escape_controls("a\nb\rc\td"), "a\\nb\\rc\\td");
  EXPECT_EQ(escape_controls("\x1b[2J\x1b]0;title\a"), "\\x1b[2J\\x1b]0;title\\x07");
  EXPECT_EQ(escape_controls(std::string("\0\x7f", 2)), "\\x00\\x7f");
  EXPECT_EQ(escape_controls("\u009b2J"), "\\u009b2J");  // an escape sequence in one character
  EXPECT_EQ(escape_controls("abc\u202edef"), "abc\\u202edef");   // writes backwards from here on
  EXPECT_EQ(escape_controls("\u2066\u200f"), "\\u2066\\u200f");  // other marks of direction
  EXPECT_EQ(escape_controls("\u2028\ufeff"), "\\u2028\\ufeff");  // a line's end, a byte order mark
  EXPECT_EQ(escape_controls("\U000e0041"), "\\U000e0041");       // a letter that nobody sees
}

TEST(EscapeControls, IsAlwaysUtf8) {
  EXPECT_EQ(escape_controls("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(escape_controls("\xe6\x96"), "\\xe6\\x96");
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_NO_THROW(utf8_characters(escape_controls(all), "test"));
  EXPECT_EQ(escape_controls(escape_controls(all)), escape_controls(all));
}

TEST(Excerpt, IsCutWithItsLength) {
  EXPECT_EQ(excerpt("abcde", 5), "abcde");
  EXPECT_EQ(excerpt("abcdef", 5), "abcde… (6 bytes)");
  EXPECT_EQ(excerpt("爱爱爱", 2), "爱爱… (9 bytes)");
  EXPECT_EQ(excerpt("\n\n\n", 2), "\\n\\n… (3 bytes)");
  EXPECT_EQ(excerpt(std::string(5'000'000, 'a')), std::string(100, 'a') + "… (5000000 bytes)");
}

}  // namespace
}  // namespace horloge
