#include "common/sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/text/tokenizer.h"

using namespace horloge;

namespace {

struct Row {
  std::int64_t pair;
  std::string text, doer, other;
};

std::vector<Row> read_rows(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw FileError(fmt::format("[read_corpus] {} cannot be read", path));
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);  // the header
  for (std::size_t number = 2; std::getline(file, line); ++number) {
    std::istringstream columns(line);
    Row row;
    const bool complete = columns >> row.pair && columns.get() == '\t' &&
                          std::getline(columns, row.text, '\t') &&
                          std::getline(columns, row.doer, '\t') &&
                          std::getline(columns, row.other);
    if (!complete || row.text.empty() || row.doer.empty() || row.other.empty())
      throw FileError(
          fmt::format("[read_corpus] {}, line {}: want four columns, pair, "
                      "sentence, doer and other",
                      path, number));
    rows.push_back(std::move(row));
  }
  if (rows.empty())
    throw FileError(fmt::format("[read_corpus] {} holds no sentence", path));
  return rows;
}

// One word, in Chinese one to three characters.
Place find_being(const Ids& sentence, const Ids& being,
                 const std::string& text) {
  const auto at =
      std::search(sentence.begin(), sentence.end(), being.begin(), being.end());
  if (at == sentence.end())
    throw ValueError(
        fmt::format("[read_corpus] a being is not in its sentence: {}", text));
  return {static_cast<std::size_t>(at - sentence.begin()), being.size()};
}

Corpus read(const std::string& language) {
  const auto rows =
      read_rows(fmt::format("{}/sentences/{}.tsv", HORLOGE_DATA_DIR, language));
  std::vector<std::string> texts;
  for (const Row& row : rows) texts.push_back(row.text);
  const WordTokenizer tokenizer(texts);
  Corpus corpus{{}, tokenizer.vocab_size()};
  for (const Row& row : rows) {
    const Ids ids = tokenizer.encode(row.text);
    const auto [first, second] = std::minmax(row.doer, row.other);
    corpus.sentences.push_back(
        {row.text,
         row.doer,
         row.pair,
         ids,
         {find_being(ids, tokenizer.encode(first), row.text),
          find_being(ids, tokenizer.encode(second), row.text)},
         first == row.doer ? 0 : 1});
  }
  return corpus;
}

}  // namespace

// Runs side by side ask for the same corpus again and again.
const Corpus& read_corpus(const std::string& language) {
  static std::mutex one_at_a_time;
  static std::map<std::string, Corpus> known;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  const auto found = known.find(language);
  return found != known.end()
             ? found->second
             : known.emplace(language, read(language)).first->second;
}

Split split_pairs(const Corpus& corpus, Rng rng) {
  std::map<std::int64_t, std::vector<Sentence>> pairs;
  for (const Sentence& sentence : corpus.sentences)
    pairs[sentence.pair].push_back(sentence);
  std::vector<std::int64_t> numbers;
  std::map<std::int64_t, std::set<std::int64_t>> words;  // of each pair
  std::map<std::int64_t, int> left;  // training pairs that hold a word
  for (const auto& [number, pair] : pairs) {
    numbers.push_back(number);
    words[number].insert(pair[0].ids.begin(), pair[0].ids.end());
    for (const std::int64_t id : words[number]) ++left[id];
  }
  Split split;
  for (const std::size_t i : rng.permutation(numbers.size())) {
    const std::int64_t number = numbers[i];
    const bool for_testing =
        split.test.size() < corpus.sentences.size() / 5 &&
        std::all_of(words[number].begin(), words[number].end(),
                    [&](std::int64_t id) { return left[id] > 1; });
    if (for_testing)
      for (const std::int64_t id : words[number]) --left[id];
    auto& part = for_testing ? split.test : split.train;
    part.insert(part.end(), pairs[number].begin(), pairs[number].end());
  }
  return split;
}

Batch make_batch(const std::vector<Sentence>& sentences) {
  const std::size_t B = sentences.size();
  std::size_t T = 0;
  for (const Sentence& sentence : sentences)
    T = std::max(T, sentence.ids.size());
  Batch batch{Ids::from_shape({B, T}), Mask::from_shape({B, T}), Tensor(),
              Ids::from_shape({B})};
  batch.ids.fill(0);
  batch.words.fill(false);
  Array beings = zeros({B, 2, T});
  for (std::size_t b = 0; b < B; ++b) {
    const Sentence& sentence = sentences[b];
    for (std::size_t t = 0; t < sentence.ids.size(); ++t) {
      batch.ids(b, t) = sentence.ids(t);
      batch.words(b, t) = true;
    }
    for (std::size_t c = 0; c < 2; ++c)
      for (std::size_t i = 0; i < sentence.beings[c].count; ++i)
        beings(b, c, sentence.beings[c].first + i) =
            real{1} / static_cast<real>(sentence.beings[c].count);
    batch.doer(b) = sentence.doer_is;
  }
  batch.beings = Tensor(std::move(beings));
  return batch;
}

std::vector<Batch> in_order(const std::vector<Sentence>& sentences,
                            std::size_t batch_size) {
  std::vector<Batch> batches;
  for (auto at = sentences.begin(); at != sentences.end();) {
    const auto left = static_cast<std::size_t>(sentences.end() - at);
    const auto end =
        at + static_cast<std::ptrdiff_t>(std::min(batch_size, left));
    batches.push_back(make_batch({at, end}));
    at = end;
  }
  return batches;
}

std::vector<Batch> shuffled(const std::vector<Sentence>& sentences,
                            std::size_t batch_size, Rng rng) {
  std::vector<Sentence> mixed;
  for (const std::size_t i : rng.permutation(sentences.size()))
    mixed.push_back(sentences[i]);
  return in_order(mixed, batch_size);
}
