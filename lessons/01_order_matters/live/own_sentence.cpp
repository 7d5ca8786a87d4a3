#include "own_sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "doer_training.h"
#include "horloge/core/error.h"
#include "horloge/core/words.h"

using horloge::Ids;
using horloge::ValueError;

namespace {

struct Being {
  std::string name;
  Place place;
};

std::vector<std::string> texts_of(const Corpus& corpus) {
  std::vector<std::string> texts;
  for (const Sentence& sentence : corpus.sentences)
    texts.push_back(sentence.text);
  return texts;
}

// Each being does something in one sentence of its pair.
std::vector<std::string> doers_of(const Corpus& corpus) {
  std::set<std::string> doers;
  for (const Sentence& sentence : corpus.sentences) doers.insert(sentence.doer);
  return {doers.begin(), doers.end()};
}

// The longest being that begins at word t; no name if there is none.
Being being_at(const std::vector<std::pair<std::string, Ids>>& beings,
               const Ids& ids, std::size_t t) {
  Being longest{"", {t, 0}};
  for (const auto& [name, words] : beings)
    if (words.size() > longest.place.count && t + words.size() <= ids.size() &&
        std::equal(words.begin(), words.end(), ids.begin() + std::ptrdiff_t(t)))
      longest = {name, {t, words.size()}};
  return longest;
}

void check_known(const horloge::WordTokenizer& tokenizer,
                 const std::string& text) {
  std::vector<std::string> unknown;
  for (const std::string& word : tokenizer.tokens(text))
    if (!tokenizer.vocabulary().contains(word))
      unknown.push_back("\"" + word + "\"");
  if (unknown.size() == 1)
    throw ValueError(fmt::format(
        "{} is not among the words that the model has read", unknown[0]));
  if (!unknown.empty())
    throw ValueError(
        fmt::format("{} are not among the words that the model has read",
                    horloge::joined(unknown)));
}

}  // namespace

OwnSentences::OwnSentences(const Corpus& corpus)
    : tokenizer(texts_of(corpus)), beings_(doers_of(corpus)) {}

Sentence OwnSentences::read(const std::string& text) const {
  if (text.find_first_not_of(" \t\n\r") == std::string::npos)
    throw ValueError("there is no word in this sentence");
  if (text.size() > 1000 ||
      tokenizer.tokens(text).size() > DoerModel::max_seq_len)
    throw ValueError(fmt::format("the model reads {} words at most",
                                 DoerModel::max_seq_len));
  check_known(tokenizer, text);
  Sentence sentence{text, "", 0, tokenizer.encode(text), {}, 0};
  std::vector<std::pair<std::string, Ids>> names;
  for (const std::string& name : beings_)
    names.emplace_back(name, tokenizer.encode(name));
  std::vector<Being> found;
  for (std::size_t t = 0; t < sentence.ids.size();) {
    const Being being = being_at(names, sentence.ids, t);
    if (!being.name.empty()) found.push_back(being);
    t += std::max<std::size_t>(being.place.count, 1);
  }
  if (found.size() != 2) {
    std::vector<std::string> which;
    for (const Being& being : found) which.push_back(being.name);
    throw ValueError(
        found.empty()
            ? "it takes two beings, and there is none in this sentence"
            : fmt::format("it takes two beings, and in this sentence I find {}",
                          horloge::joined(which)));
  }
  std::sort(found.begin(), found.end(),
            [](const Being& a, const Being& b) { return a.name < b.name; });
  for (std::size_t c = 0; c < 2; ++c) sentence.beings[c] = found[c].place;
  return sentence;
}
