#pragma once

// Kinds of characters as the reference tokenizers have them, which is not how the rest of the
// library does: a zero-width space is no white space here.

namespace horloge {

/// Unicode's White_Space.
bool is_unicode_space(char32_t code);

/// A mark of punctuation in any script, or one of ASCII's symbols, such as $ and +.
bool is_punctuation(char32_t code);

/// A letter, mark, decimal digit, letter-like number or connecting mark: \w.
bool is_word_letter(char32_t code);

/// A number in any script: digits, Ⅷ, ½.
bool is_numeric(char32_t code);

/// A control or format character, or one for private use; tab and the line breaks are none.
bool is_control_character(char32_t code);

bool is_mark(char32_t code);
bool is_nonspacing_mark(char32_t code);

/// An ideograph, which BERT takes for a word; the Japanese syllables are none.
bool is_ideograph(char32_t code);

}  // namespace horloge
