// Learned against sinusoidal: few sentences, longer ones, and other positions.

#include <map>
#include <set>

#include "common/experiment.h"
#include "course/stage/lesson.h"
#include "curves.h"
#include "reader.h"

using namespace horloge;

// Step: against_sinusoidal
// Trained on this share of the training sentences only.
double train_and_test(const std::string& code, const std::string& language,
                      double share, std::uint64_t seed) {
  const Corpus corpus = read_corpus(language);
  const Split data = split_pairs(corpus, Rng(seed));
  const auto pairs = std::size_t(share * double(data.train.size() / 2));
  const std::vector<Sentence> some(data.train.begin(),
                                   data.train.begin() + 2 * pairs);
  const Reader reader = make_reader(code, corpus.vocab_size, 32, seed);
  train(reader, some, Rng(seed));
  return accuracy(reader, data.test);
}

// Fold: for both codes, three languages and three seeds
void against_sinusoidal(Page& page) {
  Experiment experiment;
  for (const std::string code : {"learned", "sinusoidal"}) {
    page.print("{:<11} {} numbers to learn\n", code,
               make_reader(code, 250, 32, 1).parameter_count());
    for (const std::string language : {"fr", "en", "zh"})
      for (std::uint64_t seed = page.seed() + 1; seed <= page.seed() + 3;
           ++seed)
        experiment.add(code, language, [=] {
          return train_and_test(code, language, 0.2, seed);
        });
  }
  experiment.run_and_print(page);
  const bool learned =
      experiment.mean("learned") > experiment.mean("sinusoidal");
  page.came_out(learned ? "learned" : "sinusoidal");
}

// Step: longer_sentences
// Fold: from_short_to_long(), for readers of Chinese
const std::vector<double> lengths = {6, 7, 8, 9, 10, 11, 12, 13};

std::map<std::size_t, std::vector<Sentence>> known_by_length(
    const std::vector<Sentence>& sentences,
    const std::vector<Sentence>& trained_on) {
  std::set<std::int64_t> known;
  for (const Sentence& sentence : trained_on)
    known.insert(sentence.ids.begin(), sentence.ids.end());
  std::map<std::size_t, std::vector<Sentence>> found;
  for (const Sentence& sentence : sentences)
    if (std::all_of(sentence.ids.begin(), sentence.ids.end(),
                    [&](std::int64_t id) { return known.count(id) == 1; }))
      found[sentence.ids.size()].push_back(sentence);
  return found;
}

// Trained on sentences of up to 8 characters: the percentage for each length.
std::vector<double> from_short_to_long(const std::string& code,
                                       std::uint64_t seed) {
  const Corpus corpus = read_corpus("zh");
  const Split data = split_pairs(corpus, Rng(seed));
  // End fold
  std::vector<Sentence> short_ones, others = data.test;
  for (const Sentence& sentence : data.train)
    (sentence.ids.size() <= 8 ? short_ones : others).push_back(sentence);
  const Reader reader = make_reader(code, corpus.vocab_size, 32, seed);
  train(reader, short_ones, Rng(seed));

  auto tests = known_by_length(others, short_ones);
  std::vector<double> result;
  for (const double length : lengths)
    result.push_back(100 * accuracy(reader, tests[std::size_t(length)]));
  // Fold: for both codes and four seeds
  return result;
}

void longer_sentences(Page& page) {
  const Axes axes{"characters", "% right", lengths, 30, 100};
  std::vector<Curve> curves;
  for (const std::string code : {"learned", "sinusoidal"})
    curves.push_back({code, [=](std::uint64_t seed) {
                        return from_short_to_long(code, seed);
                      }});
  page.came_out(show_means(page, axes, curves, 4)[0].back());
}

// Step: further_on
// Fold: right_further_on(), for a reader of French
// The percentage with the first word at each of these positions.
std::vector<double> right_further_on(const std::string& code,
                                     std::size_t last_start,
                                     const std::vector<double>& positions,
                                     std::uint64_t seed) {
  const Corpus corpus = read_corpus("fr");
  const Split data = split_pairs(corpus, Rng(seed));
  const Reader reader = make_reader(code, corpus.vocab_size, 64, seed);
  // End fold
  Training how;
  how.last_start = last_start;
  train(reader, data.train, Rng(seed), how);
  std::vector<double> result;
  for (const double position : positions)
    result.push_back(100 * accuracy(reader, data.test, std::size_t(position)));
  // Fold: for both codes, with one start and with many
  return result;
}

void further_on(Page& page) {
  Axes axes{"first position", "% right", {}, 30, 100};
  for (int position = 0; position <= 48; position += 2)
    axes.x.push_back(position);
  axes.every = 4;
  std::vector<Curve> curves;
  for (const std::string code : {"learned", "sinusoidal"})
    for (const std::size_t last_start : {0, 20})
      curves.push_back({code + (last_start > 0 ? ", starts vary" : ""),
                        [=](std::uint64_t seed) {
                          return right_further_on(code, last_start, axes.x,
                                                  seed);
                        }});
  show_means(page, axes, curves, 2);
}
