#include "horloge/text/tokenizers/normalizer.h"

#include <map>
#include <utility>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/text/normal_form.h"
#include "horloge/text/tokenizers/byte_letters.h"
#include "horloge/text/tokenizers/characters.h"
#include "horloge/text/tokenizers/charsmap.h"
#include "horloge/text/tokenizers/text_pattern.h"
#include "horloge/text/tokenizers/text_work.h"
#include "horloge/text/utf8.h"

namespace horloge {
namespace {

template <class Change>
std::string changed(std::string_view text, Change&& change) {
  std::string out;
  out.reserve(text.size());
  for (const Utf8Character& c : utf8_characters(text, "Normalizer")) change(c, out);
  return out;
}

std::string without(std::string_view text, bool (*unwanted)(char32_t)) {
  return changed(text, [&](const Utf8Character& c, std::string& out) {
    if (!unwanted(c.code)) out += c.bytes;
  });
}

std::string in_lower_case(std::string_view text) {
  return changed(text, [](const Utf8Character& c, std::string& out) {
    if (c.code == 0x130)
      out += "i\u0307";  // the one letter whose lower case is two characters
    else
      out += to_utf8(to_lower(c.code));
  });
}

std::string stripped(std::string_view text, bool left, bool right) {
  const auto characters = utf8_characters(text, "Normalizer");
  std::size_t from = 0, to = characters.size();
  while (left && from < to && is_unicode_space(characters[from].code)) ++from;
  while (right && from < to && is_unicode_space(characters[to - 1].code)) --to;
  std::string out;
  for (; from < to; ++from) out += characters[from].bytes;
  return out;
}

std::string cleaned(std::string_view text) {
  return changed(text, [](const Utf8Character& c, std::string& out) {
    if (c.code == 0 || c.code == 0xFFFD || is_control_character(c.code)) return;
    if (is_unicode_space(c.code))
      out += ' ';
    else
      out += c.bytes;
  });
}

std::string with_ideographs_apart(std::string_view text) {
  return changed(text, [](const Utf8Character& c, std::string& out) {
    const bool alone = is_ideograph(c.code);
    if (alone) out += ' ';
    out += c.bytes;
    if (alone) out += ' ';
  });
}

Normalizer read_replace(const PartSettings& settings) {
  const TextPattern pattern = read_pattern(settings);
  const std::string content = settings.text("content");
  return [=](const std::string& text) {
    std::string out;
    for (const TextSpan& span : pattern(text)) {
      if (span.matches)
        out += content;
      else
        out.append(text, span.begin, span.end - span.begin);
      need_modest_growth(text.size(), out.size());
    }
    return out;
  };
}

Normalizer read_sequence(const PartSettings& settings) {
  std::vector<Normalizer> steps;
  for (const PartSettings& step : settings.parts("normalizers"))
    steps.push_back(read_normalizer(step));
  return [=](std::string text) {
    const std::size_t before = text.size();
    const TextWork work(before);
    for (const Normalizer& step : steps) {
      TextWork::need(1 + text.size());
      text = step(std::move(text));
      need_modest_growth(before, text.size());
    }
    return text;
  };
}

Normalizer read_bert(const PartSettings& settings) {
  BertNormalizerOptions options;
  options.clean_text = settings.flag("clean_text", true);
  options.handle_chinese_chars = settings.flag("handle_chinese_chars", true);
  options.lowercase = settings.flag("lowercase", true);
  options.strip_accents = settings.flag("strip_accents", options.lowercase);
  return bert_normalizer(options);
}

Normalizer read_strip(const PartSettings& settings) {
  const bool left = settings.flag("strip_left", true), right = settings.flag("strip_right", true);
  return [=](const std::string& text) { return stripped(text, left, right); };
}

Normalizer read_prepend(const PartSettings& settings) {
  const std::string prefix = settings.text("prepend");
  constexpr std::size_t longest = 100;  // it is put before every part of a text
  if (prefix.size() > longest) settings.refuse("prepend");
  return [=](const std::string& text) { return text.empty() ? text : prefix + text; };
}

template <NormalForm form>
Normalizer to_form(const PartSettings&) {
  return [](const std::string& text) { return normal_form(text, form); };
}

Normalizer lowercase(const PartSettings&) { return in_lower_case; }

Normalizer strip_accents(const PartSettings&) {
  return [](const std::string& text) { return without(text, is_mark); };
}

Normalizer byte_level(const PartSettings&) { return to_byte_letters; }

}  // namespace

void need_modest_growth(std::size_t before, std::size_t after) {
  constexpr std::size_t always = std::size_t{1} << 16U, most_times = 100;
  if (after > always + most_times * before)
    throw ValueError("[Normalizer] this text becomes too long by the tokenizer's rules");
}

Normalizer bert_normalizer(const BertNormalizerOptions& options) {
  return [=](std::string text) {
    if (options.clean_text) text = cleaned(text);
    if (options.handle_chinese_chars) text = with_ideographs_apart(text);
    if (options.strip_accents)
      text = without(normal_form(text, NormalForm::nfd), is_nonspacing_mark);
    if (options.lowercase) text = in_lower_case(text);
    return text;
  };
}

Normalizer read_normalizer(const PartSettings& settings) {
  static const std::map<std::string, Normalizer (*)(const PartSettings&)> kinds = {
      {"BertNormalizer", read_bert},
      {"ByteLevel", byte_level},
      {"Lowercase", lowercase},
      {"NFC", to_form<NormalForm::nfc>},
      {"NFD", to_form<NormalForm::nfd>},
      {"NFKC", to_form<NormalForm::nfkc>},
      {"NFKD", to_form<NormalForm::nfkd>},
      {"Precompiled", read_charsmap},
      {"Prepend", read_prepend},
      {"Replace", read_replace},
      {"Sequence", read_sequence},
      {"Strip", read_strip},
      {"StripAccents", strip_accents}};
  const auto found = kinds.find(settings.text("type"));
  if (found == kinds.end()) settings.refuse("type");
  Normalizer normalizer = found->second(settings);
  settings.finish();
  return normalizer;
}

}  // namespace horloge
