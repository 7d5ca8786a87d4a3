#include "horloge/text/tokenizers/characters.h"

#include <utf8proc.h>

#include <algorithm>
#include <iterator>

namespace horloge {
namespace {

utf8proc_category_t category_of(char32_t code) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

bool is_between(utf8proc_category_t category, utf8proc_category_t first, utf8proc_category_t last) {
  return first <= category && category <= last;
}

struct CodeRange {
  char32_t first, last;
};

}  // namespace

bool is_unicode_space(char32_t code) {
  return (code >= 0x09 && code <= 0x0D) || code == 0x85 ||
         is_between(category_of(code), UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZP);
}

bool is_punctuation(char32_t code) {
  const bool ascii_symbol = code == U'$' || code == U'+' || (code >= U'<' && code <= U'>') ||
                            code == U'^' || code == U'`' || code == U'|' || code == U'~';
  return ascii_symbol || is_between(category_of(code), UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO);
}

bool is_word_letter(char32_t code) {
  if (code == 0x200C || code == 0x200D) return true;    // the two joiners
  if (code >= 0x24B6 && code <= 0x24E9) return true;    // letters in circles
  if (code >= 0x1F130 && code <= 0x1F189) return true;  // and in squares, near enough
  const auto category = category_of(code);
  return is_between(category, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NL) ||
         category == UTF8PROC_CATEGORY_PC;
}

bool is_numeric(char32_t code) {
  return is_between(category_of(code), UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO);
}

bool is_control_character(char32_t code) {
  if (code == U'\t' || code == U'\n' || code == U'\r') return false;
  return is_between(category_of(code), UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_CO);
}

bool is_mark(char32_t code) {
  return is_between(category_of(code), UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME);
}

bool is_nonspacing_mark(char32_t code) { return category_of(code) == UTF8PROC_CATEGORY_MN; }

bool is_ideograph(char32_t code) {
  static constexpr CodeRange blocks[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xF900, 0xFAFF},
                                         {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F},
                                         {0x2B920, 0x2CEAF}, {0x2F800, 0x2FA1F}};
  return std::any_of(std::begin(blocks), std::end(blocks),
                     [=](const CodeRange& b) { return b.first <= code && code <= b.last; });
}

}  // namespace horloge
