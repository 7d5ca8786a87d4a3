#include "blanks.h"

#include <algorithm>

#include "horloge/core/shape.h"
#include "horloge/ops/loss.h"
#include "horloge/text/tokenizer.h"
#include "tables.h"

using namespace horloge;

namespace {

constexpr std::int64_t nothing_asked = -100;  // what cross_entropy leaves out

Reader read_english() {
  const Corpus corpus = read_corpus("en");
  std::vector<std::string> texts;
  for (const Sentence& sentence : corpus.sentences)
    texts.push_back(sentence.text);
  return {WordTokenizer(texts).vocabulary(), split_pairs(corpus, Rng(0))};
}

void make_blank(Blanks& batch, std::size_t b, std::size_t t) {
  batch.answers(b, t) = batch.ids(b, t);
  batch.ids(b, t) = blank;
}

}  // namespace

const Reader& english() {
  static const Reader reader = read_english();
  return reader;
}

Blanks side_by_side(const std::vector<Sentence>& sentences) {
  const std::size_t B = sentences.size();
  std::size_t T = 0;
  for (const Sentence& sentence : sentences)
    T = std::max(T, sentence.ids.size());
  Blanks batch{Ids::from_shape({B, T}), Mask::from_shape({B, T}),
               Ids::from_shape({B, T})};
  batch.ids.fill(Vocabulary::padding_id);
  batch.words.fill(false);
  batch.answers.fill(nothing_asked);
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < sentences[b].ids.size(); ++t) {
      batch.ids(b, t) = sentences[b].ids(t);
      batch.words(b, t) = true;
    }
  return batch;
}

Blanks training_batch(std::size_t batch_size, Rng rng) {
  const std::vector<Sentence>& all = english().sentences.train;
  std::vector<Sentence> chosen;
  for (std::size_t b = 0; b < batch_size; ++b)
    chosen.push_back(all[rng.below(all.size())]);
  Blanks batch = side_by_side(chosen);
  for (std::size_t b = 0; b < batch_size; ++b)
    for (std::size_t t = 0; t < chosen[b].ids.size(); ++t)
      if (rng.below(6) == 0) make_blank(batch, b, t);
  return batch;
}

std::vector<Blanks> test_batches() {
  std::vector<Blanks> batches;
  for (const Sentence& sentence : english().sentences.test) {
    const std::size_t T = sentence.ids.size();
    batches.push_back(side_by_side(std::vector<Sentence>(T, sentence)));
    for (std::size_t t = 0; t < T; ++t) make_blank(batches.back(), t, t);
  }
  return batches;
}

TestResult fill_test_blanks(const std::function<Tensor(const Blanks&)>& model) {
  const NoGrad no_grad;
  double loss = 0, right = 0, count = 0;
  for (const Blanks& batch : test_batches()) {
    const Tensor scores = model(batch);  // (T, T, V): copy t asks for word t
    const std::size_t T = scores.shape()[1], V = scores.shape()[2];
    loss +=
        static_cast<double>(T) * cross_entropy(scores, batch.answers).item();
    for (std::size_t t = 0; t < T; ++t) {
      const real* row = scores.data() + (t * T + t) * V;
      right += std::max_element(row, row + V) - row == batch.answers(t, t);
    }
    count += static_cast<double>(T);
  }
  return {loss / count, right / count};
}

WordsAtPlaces words_at_places(const Tensor& x, const Blanks& batch) {
  const auto [B, T, D] = dims<3>(x.shape(), "[words_at_places] x (B, T, D)");
  const auto N = static_cast<std::size_t>(
      std::count(batch.words.begin(), batch.words.end(), true));
  WordsAtPlaces out{empty({N, D}), Ids::from_shape({N})};
  std::size_t n = 0;
  for (std::size_t i = 0; i < B * T; ++i) {
    if (!batch.words.data()[i]) continue;
    std::copy_n(x.data() + i * D, D, out.x.data() + n * D);
    out.place(n++) = static_cast<std::int64_t>(i % T);
  }
  return out;
}

double share_of_place(const WordsAtPlaces& words) {
  const std::size_t N = words.x.shape(0), D = words.x.shape(1);
  const auto places = static_cast<std::size_t>(*std::max_element(
                          words.place.begin(), words.place.end())) +
                      1;
  double between = 0, all = 0;
  std::vector<double> count(places), sum(places);
  for (std::size_t d = 0; d < D; ++d) {
    std::fill(count.begin(), count.end(), 0);
    std::fill(sum.begin(), sum.end(), 0);
    double total = 0, squares = 0;
    for (std::size_t n = 0; n < N; ++n) {
      const double value = words.x(n, d);
      const auto place = static_cast<std::size_t>(words.place(n));
      ++count[place];
      sum[place] += value;
      total += value;
      squares += value * value;
    }
    const double of_mean = total * total / static_cast<double>(N);
    all += squares - of_mean;
    between -= of_mean;
    for (std::size_t p = 0; p < places; ++p)
      if (count[p] > 0) between += sum[p] * sum[p] / count[p];
  }
  return between / all;
}

Blanks one_blank(const std::string& text) {
  const std::vector<std::string> words = words_of(text);
  Sentence sentence{};
  sentence.ids = Ids::from_shape({words.size()});
  for (std::size_t t = 0; t < words.size(); ++t)
    sentence.ids(t) =
        words[t] == "_" ? blank : english().vocabulary.id(words[t]);
  return side_by_side({sentence});
}

ClassedWords classed_words() {
  ClassedWords out;
  std::vector<std::int64_t> ids;
  for (const Group& group : read_groups("words/classes.tsv")) {
    for (const std::string& word : group.words) {
      out.words.push_back(word);
      out.classes.push_back(out.class_names.size());
      ids.push_back(english().vocabulary.id(word));
    }
    out.class_names.push_back(group.name);
  }
  out.ids = Ids::from_shape({ids.size()});
  std::copy(ids.begin(), ids.end(), out.ids.begin());
  return out;
}
