// What the library asks of utf8proc, answered by the browser, which knows
// Unicode anyway: its tables would be a third of the download.

#include <utf8proc.h>

#include <cstdlib>

// unicode.js has these.
extern "C" {
int unicode_category(int code);
int unicode_lower(int code);
int unicode_joined(int one, int other);
int unicode_normal_form(const utf8proc_uint8_t* text, int size, int form);
void unicode_take_normal_form(utf8proc_uint8_t* to);
}

namespace {

// How many bytes a character has, from its first; 0 for none.
int length_of(utf8proc_uint8_t first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

bool is_valid(utf8proc_int32_t code, int length) {
  constexpr utf8proc_int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  return code >= least[length] && code <= 0x10FFFF &&
         (code < 0xD800 || code > 0xDFFF);
}

}  // namespace

extern "C" {

utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t* text,
                                  utf8proc_ssize_t size,
                                  utf8proc_int32_t* code) {
  *code = -1;
  if (size == 0) return 0;
  const int length = length_of(text[0]);
  if (length == 0 || (size > 0 && size < length))
    return UTF8PROC_ERROR_INVALIDUTF8;
  utf8proc_int32_t read = length == 1 ? text[0] : text[0] & (0x7F >> length);
  for (int i = 1; i < length; ++i) {
    if ((text[i] & 0xC0) != 0x80) return UTF8PROC_ERROR_INVALIDUTF8;
    read = read << 6 | (text[i] & 0x3F);
  }
  if (!is_valid(read, length)) return UTF8PROC_ERROR_INVALIDUTF8;
  *code = read;
  return length;
}

utf8proc_ssize_t utf8proc_encode_char(utf8proc_int32_t code,
                                      utf8proc_uint8_t* to) {
  if (code < 0 || code > 0x10FFFF) return 0;
  const int length = code < 0x80      ? 1
                     : code < 0x800   ? 2
                     : code < 0x10000 ? 3
                                      : 4;
  if (length == 1) {
    to[0] = static_cast<utf8proc_uint8_t>(code);
    return 1;
  }
  for (int i = length - 1; i > 0; --i, code >>= 6)
    to[i] = static_cast<utf8proc_uint8_t>(0x80 | (code & 0x3F));
  to[0] = static_cast<utf8proc_uint8_t>((0xF00 >> length) | code);
  return length;
}

utf8proc_category_t utf8proc_category(utf8proc_int32_t code) {
  return static_cast<utf8proc_category_t>(unicode_category(code));
}

utf8proc_int32_t utf8proc_tolower(utf8proc_int32_t code) {
  return unicode_lower(code);
}

// The browser puts marks in order; code that asks for their class need not.
const utf8proc_property_t* utf8proc_get_property(utf8proc_int32_t) {
  static const utf8proc_property_t property{};
  return &property;
}

// Of longer graphemes, such as families of emoji, two characters do not say
// all; the library asks about short ones.
utf8proc_bool utf8proc_grapheme_break_stateful(utf8proc_int32_t one,
                                               utf8proc_int32_t other,
                                               utf8proc_int32_t*) {
  return unicode_joined(one, other) == 0;
}

// The text is UTF-8; the caller has seen to that.
utf8proc_ssize_t utf8proc_map(const utf8proc_uint8_t* text,
                              utf8proc_ssize_t size, utf8proc_uint8_t** to,
                              utf8proc_option_t options) {
  const int form = ((options & UTF8PROC_COMPOSE) != 0 ? 0 : 1) +
                   ((options & UTF8PROC_COMPAT) != 0 ? 2 : 0);
  const int length = unicode_normal_form(text, static_cast<int>(size), form);
  *to = static_cast<utf8proc_uint8_t*>(
      std::malloc(static_cast<std::size_t>(length) + 1));
  if (*to == nullptr) return UTF8PROC_ERROR_NOMEM;
  unicode_take_normal_form(*to);
  (*to)[length] = 0;
  return length;
}

const char* utf8proc_errmsg(utf8proc_ssize_t) {
  return "there is not enough memory";
}

}  // extern "C"
