#include "horloge/text/tokenizers/text_pattern.h"

#include "horloge/core/error.h"
#include "horloge/core/words.h"
#include "horloge/text/tokenizers/regex.h"
#include "horloge/text/utf8.h"

namespace horloge {

TextPattern read_pattern(const PartSettings& settings) {
  const auto pattern = settings.part("pattern");
  if (!pattern) settings.fail("pattern", "is missing");
  const char* const kind = pattern->has("Regex") ? "Regex" : "String";
  const std::string text = pattern->text(kind);
  pattern->finish();
  if (text.empty()) settings.fail("pattern", "must not be empty");
  if (kind == std::string_view("String"))
    return [text](std::string_view in) { return spans_of(in, text); };
  try {
    return [regex = Regex(text)](std::string_view in) { return regex.spans(in); };
  } catch (const ValueError& e) {
    settings.fail("pattern", "must be a regular expression: " + without_who(e.what()));
  }
}

std::string read_mark(const PartSettings& settings) {
  std::string mark = settings.text("replacement");
  const auto first = first_utf8_character(mark);
  if (!first || first->bytes.size() != mark.size()) settings.refuse("replacement");
  return mark;
}

}  // namespace horloge
