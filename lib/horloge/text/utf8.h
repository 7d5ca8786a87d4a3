#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace horloge {

/// One character of a text: its code point, and the bytes that encode it.
struct Utf8Character {
  char32_t code;
  std::string_view bytes;
};

/// The character that a text begins with; none if the text is empty or begins with bytes that
/// RFC 3629 does not allow. All decoding goes through here.
std::optional<Utf8Character> first_utf8_character(std::string_view text);

/// The characters of a text, whose bytes they refer to. Strict: ValueError `[who] byte 5 of the
/// text …` for a byte that cannot start a character, a truncated or overlong encoding, a surrogate,
/// or a code point above U+10FFFF.
std::vector<Utf8Character> utf8_characters(std::string_view text, const char* who);

/// The bytes that encode a code point.
std::string to_utf8(char32_t code);

/// White space in any script, the zero-width kinds and the byte order mark among it.
bool is_white_space(char32_t code);

/// Chinese characters, and the Japanese syllables that are written between them without spaces.
bool is_cjk(char32_t code);

/// ' and the typographic ’.
bool is_apostrophe(char32_t code);

/// What a word is made of: letters, marks and numbers of any script but CJK, the joiners that some
/// scripts need within a word, and the underscore.
bool is_word_character(char32_t code);

/// The lower-case form of a letter in any script, by Unicode's simple mapping: one code point
/// becomes one code point, whatever its neighbours. So Σ becomes σ at the end of a word too, and İ
/// becomes i.
char32_t to_lower(char32_t code);

}  // namespace horloge
