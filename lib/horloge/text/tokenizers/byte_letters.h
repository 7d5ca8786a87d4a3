#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace horloge {

/// A letter for each byte, so that a vocabulary of byte sequences can be written as text (GPT-2's
/// `bytes_to_unicode`): those that can be seen stand for themselves, the others for the letters
/// from U+0100 on. A space is Ġ.
std::string to_byte_letters(std::string_view bytes);

/// "Ġthe" -> " the"; none for a text with any other letter.
std::optional<std::string> from_byte_letters(std::string_view letters);

}  // namespace horloge
