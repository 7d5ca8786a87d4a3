#include "horloge/text/utf8.h"

#include "support/arrays.h"

namespace horloge {
namespace {

TEST(Utf8, ReadsAndSpellsCharactersOfEveryLength) {
  const std::u32string codes{0x24,   0x7F,   0x80,   0x7FF,   0x800,
                             0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};
  std::string text;
  for (const char32_t code : codes) text += to_utf8(code);
  EXPECT_EQ(text.size(), 1U + 1 + 2 + 2 + 3 + 3 + 3 + 3 + 4 + 4);
  EXPECT_EQ(to_utf8(0x20AC), "€");
  const auto characters = utf8_characters(text, "test");
  ASSERT_EQ(characters.size(), codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    EXPECT_EQ(characters[i].code, codes[i]);
    EXPECT_EQ(characters[i].bytes, to_utf8(codes[i]));
  }
  EXPECT_TRUE(utf8_characters("", "test").empty());
  EXPECT_EQ(utf8_characters(std::string_view("a\0b", 3), "test")[1].code, 0U);
}

TEST(Utf8, SaysWhereATextIsMalformed) {
  const auto expect = [](const std::string& text, const std::string& message) {
    EXPECT_ERROR(utf8_characters(text, "read"), ValueError, message);
  };
  expect("ab\x80",
         "[read] byte 2 of the text (0x80) cannot start a character: the text must be UTF-8");
  expect("é\xFF", "byte 2 of the text (0xFF) cannot start a character");
  expect("a\xC3", "byte 1 of the text (0xC3) starts a truncated character");
  expect("\xE2\x82", "byte 0 of the text (0xE2) starts a truncated character");
  expect("\xE2\x82z", "starts a truncated character");
  expect("\xC3\xA9\xC3\x28", "byte 2 of the text (0xC3)");
  for (const char* overlong : {"\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF"})
    expect(overlong, "starts an overlong encoding");
  for (const char* surrogate : {"\xED\xA0\x80", "\xED\xBF\xBF"}) expect(surrogate, "a surrogate");
  expect("\xF4\x90\x80\x80", "starts a code point above U+10FFFF");
  expect("\xF8\x88\x80\x80\x80", "(0xF8) cannot start a character");
}

TEST(Utf8, KnowsWhatBelongsToAWord) {
  for (const char32_t c : std::u32string(U"aZ0_éÀœßñжα한٣ḍ̀²Ⅷ\u200D"))
    EXPECT_TRUE(is_word_character(c)) << to_utf8(c);
  for (const char32_t c : std::u32string(U" .,;:!?'’«»“”…-–()[]{}€$°׃۔።。，、？！猫かカ　\t\n🐈"))
    EXPECT_FALSE(is_word_character(c)) << to_utf8(c);
  for (const char32_t c : std::u32string(U"猫鼠爱𠀀かカ々")) EXPECT_TRUE(is_cjk(c)) << to_utf8(c);
  for (const char32_t c : std::u32string(U"aé。，한")) EXPECT_FALSE(is_cjk(c)) << to_utf8(c);
  for (const char32_t c : std::u32string(U" \t\n\r\u00A0\u202F\u3000\uFEFF"))
    EXPECT_TRUE(is_white_space(c));
  for (const char32_t c : std::u32string(U"a_.猫")) EXPECT_FALSE(is_white_space(c));
}

TEST(Utf8, TakesTheFirstCharacterOrNone) {
  const auto first = first_utf8_character("猫 dort");
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->code, U'猫');
  EXPECT_EQ(first->bytes, "猫");
  for (const char* none : {"", "\xFF", "\xE7\x8C", "\x80", "\xC0\x80", "\xED\xA0\x80"})
    EXPECT_FALSE(first_utf8_character(none).has_value()) << none;
}

TEST(Utf8, LowersTheLettersOfEveryScript) {
  const std::u32string upper = U"AZÀÉÎÖØÞĀĐŁŃŊŒŠŸŹŽİẠỸẞ";
  const std::u32string lower = U"azàéîöøþāđłńŋœšÿźžiạỹß";
  for (std::size_t i = 0; i < upper.size(); ++i) {
    EXPECT_EQ(to_lower(upper[i]), lower[i]) << i;
    EXPECT_EQ(to_lower(lower[i]), lower[i]) << i;
  }
  const std::u32string capitals = U"ΑΣΩΆЖЯЁՀႠԱＡ𐐀ẞ";
  const std::u32string small = U"ασωάжяёհⴀաａ𐐨ß";
  for (std::size_t i = 0; i < capitals.size(); ++i) EXPECT_EQ(to_lower(capitals[i]), small[i]) << i;
  for (const char32_t c : std::u32string(U"0_@[`{×÷ıĸŉſς猫한")) EXPECT_EQ(to_lower(c), c);
}

}  // namespace
}  // namespace horloge
