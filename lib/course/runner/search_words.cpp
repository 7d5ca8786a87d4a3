#include "course/runner/search_words.h"

#include "horloge/text/normal_form.h"
#include "horloge/text/utf8.h"

namespace runner {
namespace {

// The accents that the form D sets apart.
bool is_accent(char32_t code) { return code >= 0x300 && code <= 0x36F; }

bool joins(char32_t code) {
  return code == '-' || code == '_' || code == 0x2010 || code == 0x2011;
}

bool is_in_a_word(char32_t code) {
  return code != '_' &&
         (horloge::is_word_character(code) || horloge::is_cjk(code));
}

}  // namespace

std::string without_case_and_accents(std::string_view text) {
  const std::string apart =
      horloge::normal_form(text, horloge::NormalForm::nfkd);
  std::string plain;
  for (const auto& [code, bytes] : horloge::utf8_characters(apart, "find"))
    if (!is_accent(code)) plain += horloge::to_utf8(horloge::to_lower(code));
  return plain;
}

std::vector<std::string> search_words(std::string_view text) {
  const std::string plain = without_case_and_accents(text);
  std::vector<std::string> words;
  std::string word, together;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(word);
    word.clear();
  };
  const auto end_all = [&] {
    const bool was_joined = word != together;
    end_word();
    if (was_joined) words.push_back(together);
    together.clear();
  };
  for (const auto& [code, bytes] : horloge::utf8_characters(plain, "find")) {
    if (is_in_a_word(code)) {
      word += bytes;
      together += bytes;
    } else if (joins(code)) {
      end_word();
    } else {
      end_all();
    }
  }
  end_all();
  return words;
}

bool begins_with(const std::string& word, const std::string& wanted) {
  if (word.compare(0, wanted.size(), wanted) == 0) return true;
  const auto first = horloge::first_utf8_character(wanted);
  return first && horloge::is_cjk(first->code) &&
         word.find(wanted) != std::string::npos;
}

}  // namespace runner
