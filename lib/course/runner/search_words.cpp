#include "course/runner/search_words.h"

#include <cctype>

#include "horloge/text/normal_form.h"
#include "horloge/text/utf8.h"

namespace runner {
namespace {

// The accents that the form D sets apart.
bool is_accent(char32_t code) { return code >= 0x300 && code <= 0x36F; }

bool joins(char32_t code) {
  return code == '-' || code == '_' || code == 0x2010 || code == 0x2011;
}

struct Parts {
  std::vector<std::string> words;
  std::vector<std::string> together;  // what was joined
};

// Reads a text character by character.
class WordReader {
 public:
  void take(const horloge::Utf8Character& character) {
    if (horloge::is_cjk(character.code)) {
      end_all();
      parts_.words.emplace_back(character.bytes);
    } else if (character.code != '_' &&
               horloge::is_word_character(character.code)) {
      word_ += character.bytes;
      together_ += character.bytes;
    } else if (joins(character.code)) {
      end_word();
    } else {
      end_all();
    }
  }

  Parts parts() {
    end_all();
    return std::move(parts_);
  }

 private:
  void end_word() {
    if (!word_.empty()) parts_.words.push_back(word_);
    word_.clear();
  }

  void end_all() {
    const bool was_joined = word_ != together_;
    end_word();
    if (was_joined) parts_.together.push_back(together_);
    together_.clear();
  }

  Parts parts_;
  std::string word_, together_;
};

Parts parts_of(std::string_view text) {
  WordReader reader;
  const std::string plain = without_case_and_accents(text);
  for (const auto& character : horloge::utf8_characters(plain, "find"))
    reader.take(character);
  return reader.parts();
}

std::string plain_run(std::string_view run) {
  const std::string apart =
      horloge::normal_form(run, horloge::NormalForm::nfkd);
  std::string plain;
  for (const auto& [code, bytes] : horloge::utf8_characters(apart, "find"))
    if (!is_accent(code)) plain += horloge::to_utf8(horloge::to_lower(code));
  return plain;
}

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

}  // namespace

// Most of a text is ASCII, which has no accents to set apart.
std::string without_case_and_accents(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_ascii(text[end]) == is_ascii(text[at]))
      ++end;
    if (is_ascii(text[at]))
      for (; at < end; ++at)
        plain += static_cast<char>(
            std::tolower(static_cast<unsigned char>(text[at])));
    else
      plain += plain_run(text.substr(at, end - at));
    at = end;
  }
  return plain;
}

std::vector<std::string> search_words(std::string_view text) {
  return parts_of(text).words;
}

std::string search_text(std::string_view text) {
  const Parts parts = parts_of(text);
  std::string all = " ";
  for (const auto* const words : {&parts.words, &parts.together})
    for (const std::string& word : *words) all += word + " ";
  return all;
}

}  // namespace runner
