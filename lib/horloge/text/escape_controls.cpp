#include "horloge/text/escape_controls.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include "horloge/text/utf8.h"

namespace horloge {
namespace {

// What a terminal obeys instead of drawing it, or draws nothing for. The two joiners are letters'
// business: several scripts and emoji need them.
bool is_hidden(char32_t code) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code))) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return code != 0x200C && code != 0x200D;
    default:
      return false;
  }
}

std::string escaped(char32_t code) {
  const auto number = static_cast<std::uint32_t>(code);
  switch (code) {
    case U'\n':
      return "\\n";
    case U'\r':
      return "\\r";
    case U'\t':
      return "\\t";
    default:
      if (number < 0x80) return fmt::format("\\x{:02x}", number);
      return number > 0xFFFF ? fmt::format("\\U{:08x}", number) : fmt::format("\\u{:04x}", number);
  }
}

// Takes the first character off a text, and adds it to another one.
void move_character(std::string_view& from, std::string& to) {
  const auto character = first_utf8_character(from);
  if (!character)
    to += fmt::format("\\x{:02x}", static_cast<unsigned char>(from.front()));
  else if (is_hidden(character->code))
    to += escaped(character->code);
  else
    to += character->bytes;
  from.remove_prefix(character ? character->bytes.size() : 1);
}

}  // namespace

std::string escape_controls(std::string_view text) {
  std::string all;
  all.reserve(text.size());
  while (!text.empty()) move_character(text, all);
  return all;
}

std::string excerpt(std::string_view text, std::size_t most) {
  std::string beginning;
  std::string_view rest = text;
  for (std::size_t i = 0; i < most && !rest.empty(); ++i) move_character(rest, beginning);
  if (rest.empty()) return beginning;
  return beginning + fmt::format("… ({} bytes)", text.size());
}

}  // namespace horloge
