#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace horloge {

/// One character of a text: its code point, and the bytes that spell it.
struct Utf8Character {
  char32_t code;
  std::string_view bytes;
};

/// The characters of a text, whose bytes they refer to. Strict, as RFC 3629 wants it: ValueError
/// `[who] byte 5 of the text …` for a byte that begins no character, a character cut off, one
/// spelled longer than need be, a surrogate, or one above U+10FFFF.
std::vector<Utf8Character> utf8_characters(std::string_view text, const char* who);

/// The bytes that spell a code point.
std::string to_utf8(char32_t code);

/// White space of any script, and the byte order mark.
bool is_white_space(char32_t code);

/// Chinese characters, and the Japanese syllables that are written between them without spaces.
bool is_cjk(char32_t code);

/// ' and the typographic ’.
bool is_apostrophe(char32_t code);

/// What belongs to a word: letters, digits and marks of any script, the underscore. All but white
/// space, CJK, punctuation and symbols.
bool is_word_character(char32_t code);

/// The small form of a capital letter in ASCII, Latin-1, Latin Extended-A and Latin Extended
/// Additional: French, and most languages of Europe. All else is left as it is.
char32_t to_lower(char32_t code);

}  // namespace horloge
