#include "horloge/text/width.h"

#include "support/names.h"

namespace horloge {
namespace {

TEST(TextWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("chat"), 4U);
  EXPECT_EQ(display_width("élève"), 5U);
  EXPECT_EQ(display_width("e\u0301l"), 2U);  // the accent as a character of its own
  EXPECT_EQ(display_width("我爱你"), 6U);
  EXPECT_EQ(display_width("，。「」"), 8U);
  EXPECT_EQ(display_width("⠿▀─ωₖ"), 5U);
  EXPECT_EQ(display_width("\x1b[38;5;12mchat\x1b[0m"), 4U);
  EXPECT_EQ(display_width("한국어ｱＡ"), 9U);  // a half-width and a full-width letter
  EXPECT_EQ(display_width("🐈✅"), 4U);
}

TEST(TextWidth, KnowsWhatStandsOnAnotherCharacter) {
  const std::vector<Glyph> shown = glyphs("n\u0303o\u200Dक\u093E");
  ASSERT_EQ(shown.size(), 4U);
  EXPECT_EQ(shown[0].text, "n\u0303");
  EXPECT_EQ(shown[1].text, "o\u200D");
  EXPECT_EQ(shown[3].width, 1U);                     // a vowel sign beside its consonant
  EXPECT_EQ(display_width("\uE000\U000E0FFF"), 2U);  // private and unassigned: boxes
  EXPECT_TRUE(glyphs("\u0301").empty());
}

TEST(TextWidth, MakesTheBestOfBytesThatAreNoText) {
  EXPECT_EQ(display_width("\xFF"), 1U);
  EXPECT_EQ(display_width("\xE6\x88"), 2U);  // cut off
  EXPECT_EQ(display_width("a\tb\n"), 4U);
  EXPECT_EQ(display_width("a\u2028b"), 3U);
  const std::vector<Glyph> shown = glyphs("a\x1b]b\x80");
  ASSERT_EQ(shown.size(), 5U);
  EXPECT_EQ(shown[1].text, " ");
  EXPECT_EQ(shown[4].text, "?");
}

TEST(TextWidth, CutsBetweenCharacters) {
  EXPECT_EQ(cut_to_width("souris", 6), "souris");
  EXPECT_EQ(cut_to_width("souris", 5), "sou..");
  EXPECT_EQ(cut_to_width("souris", 2), "so");
  EXPECT_EQ(cut_to_width("我爱你", 5), "我..");
  EXPECT_EQ(cut_to_width("我爱你", 4), "我..");
  EXPECT_EQ(cut_to_width("我", 1), "");
  EXPECT_EQ(cut_to_width("", 0), "");
}

TEST(TextWidth, WrapsAtSpacesOrAnywhere) {
  EXPECT_THAT(wrap_to_width("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrap_to_width("unbreakable x", 5), ElementsAre("unbre", "akabl", "e x"));
  EXPECT_THAT(wrap_to_width("我爱你", 4), ElementsAre("我爱", "你"));
  EXPECT_THAT(wrap_to_width("我a", 1), ElementsAre("a"));
  EXPECT_THAT(wrap_to_width("", 10), IsEmpty());
  EXPECT_THAT(wrap_to_width("   ", 10), IsEmpty());
}

}  // namespace
}  // namespace horloge
