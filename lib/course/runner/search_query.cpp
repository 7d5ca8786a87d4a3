#include "course/runner/search_query.h"

#include <algorithm>

#include "course/content/lines.h"
#include "course/runner/search_words.h"
#include "horloge/core/words.h"

namespace runner {
namespace {

// A word that was typed, and whether nothing but a hyphen stands before it. A
// Chinese character belongs to the one before it.
struct Typed {
  std::string word;
  bool goes_on = false;
};

constexpr std::string_view small_words[] = {
    "a",   "an",  "and",  "are", "as",  "at",   "by",  "do",  "does",
    "for", "how", "i",    "in",  "is",  "it",   "of",  "on",  "or",
    "the", "to",  "what", "vs",  "why", "with", "de",  "des", "du",
    "en",  "et",  "la",   "le",  "les", "un",   "une", "的",  "是"};

bool is_small(const Typed& typed) {
  return std::find(std::begin(small_words), std::end(small_words),
                   typed.word) != std::end(small_words);
}

bool is_chinese(const std::string& word) {
  return static_cast<unsigned char>(word.front()) >= 0xE0;
}

std::vector<Typed> typed_words(std::string_view text) {
  std::vector<Typed> all;
  std::string run;
  const auto end_run = [&] {
    bool first = true;
    for (const std::string& word : search_words(run)) {
      all.push_back({word, !first});
      first = false;
    }
    run.clear();
  };
  // search_words takes apart what a space would, and what a hyphen would.
  for (const char c : text)
    if (c == ' ')
      end_run();
    else
      run += c;
  end_run();
  return all;
}

// "wavelengths" finds "wavelength", too.
std::string without_plural(const std::string& word) {
  const bool plural = word.size() > 4 && word.back() == 's' &&
                      std::string_view("su").find(word[word.size() - 2]) ==
                          std::string_view::npos;
  return plural ? word.substr(0, word.size() - 1) : word;
}

std::string words_together(const std::vector<Typed>& words, std::size_t from,
                           std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i)
    text += (i == from ? "" : " ") + words[i].word;
  return text;
}

class Reader {
 public:
  Reader(std::vector<Typed> words, const std::vector<NameGroup>& names)
      : words_(std::move(words)), names_(names) {}

  std::vector<SearchTerm> terms() {
    std::vector<SearchTerm> terms, small;
    for (std::size_t at = 0; at < words_.size();) {
      SearchTerm term;
      const std::size_t end = end_of_term(at, term);
      const bool is_small_word =
          end == at + 1 && term.names.size() == 1 && is_small(words_[at]);
      (is_small_word ? small : terms).push_back(std::move(term));
      at = end;
    }
    return terms.empty() ? small : terms;
  }

 private:
  std::size_t end_of_term(std::size_t at, SearchTerm& term) const {
    for (std::size_t end = words_.size(); end > at; --end) {
      const NameGroup* const group =
          is_end(end) ? group_of(words_together(words_, at, end)) : nullptr;
      if (group == nullptr) continue;
      const std::string typed = words_together(words_, at, end);
      term.names = {typed};
      for (const std::string& name : *group)
        if (name != typed) term.names.push_back(name);
      return end;
    }
    std::size_t end = at + 1;
    while (end < words_.size() && words_[end].goes_on) ++end;
    term.names = {end == at + 1 ? without_plural(words_[at].word)
                                : words_together(words_, at, end)};
    return end;
  }

  // What hyphens join stays together.
  bool is_end(std::size_t at) const {
    return at == words_.size() || !words_[at].goes_on ||
           is_chinese(words_[at].word);
  }

  const NameGroup* group_of(const std::string& typed) const {
    const std::string one = without_plural(typed);
    for (const NameGroup& group : names_)
      for (const std::string& name : group)
        if (name == typed || name == one) return &group;
    return nullptr;
  }

  std::vector<Typed> words_;
  const std::vector<NameGroup>& names_;
};

}  // namespace

std::vector<NameGroup> read_names(std::string_view text) {
  std::vector<NameGroup> groups;
  for (const std::string& line : content::lines_of(text)) {
    if (line.empty() || line[0] == '#') continue;
    groups.emplace_back();
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t comma = std::min(line.find(',', at), line.size());
      groups.back().push_back(
          horloge::joined(search_words(line.substr(at, comma - at)), " "));
      at = comma + 1;
    }
  }
  return groups;
}

bool is_one_letter_off(std::string_view a, std::string_view b) {
  if (a.size() < b.size()) std::swap(a, b);
  if (a.size() - b.size() > 1) return false;
  const std::size_t same = static_cast<std::size_t>(
      std::mismatch(b.begin(), b.end(), a.begin()).first - b.begin());
  if (same == b.size()) return true;
  const std::string_view rest_a = a.substr(same), rest_b = b.substr(same);
  if (a.size() > b.size()) return rest_a.substr(1) == rest_b;
  return rest_a.substr(1) == rest_b.substr(1) ||
         (rest_a.size() > 1 && rest_a[0] == rest_b[1] &&
          rest_a[1] == rest_b[0] && rest_a.substr(2) == rest_b.substr(2));
}

std::vector<SearchTerm> search_terms(std::string_view typed,
                                     const std::vector<NameGroup>& names,
                                     const std::vector<std::string>& known) {
  std::vector<Typed> words = typed_words(typed);
  for (Typed& one : words) {
    constexpr std::size_t enough = 5;
    if (one.word.size() < enough || is_chinese(one.word)) continue;
    const std::string begin = without_plural(one.word);
    const bool is_known =
        std::any_of(known.begin(), known.end(), [&](const std::string& word) {
          return word.compare(0, begin.size(), begin) == 0;
        });
    if (is_known) continue;
    const auto near =
        std::find_if(known.begin(), known.end(), [&](const std::string& word) {
          return is_one_letter_off(one.word, word);
        });
    if (near != known.end()) one.word = *near;
  }
  return Reader(std::move(words), names).terms();
}

}  // namespace runner
