// Real sentences, one after the other: trained at 32 words, read to 512.

#include "common/sentences.h"
#include "common/side_by_side.h"
#include "common/three_back.h"
#include "course/stage/lesson.h"
#include "horloge/ops/loss.h"
#include "model.h"

using namespace horloge;

constexpr std::size_t learned_at = 32, read_words = 8192, reading_seeds = 5;

// What a model has to say: at each position the next word.   n + 1 ids -> (1,
// n)
struct English {
  std::vector<Sentence> train, test;
  std::size_t vocab_size;  // with the full stop
};

const English& english() {
  static const English all = [] {
    const Corpus& corpus = read_corpus("en");
    const Split split = split_pairs(corpus, Rng(7));
    return English{split.train, split.test, corpus.vocab_size + 1};
  }();
  return all;
}

// n sentences' words, drawn at random; a full stop after each.
Ids running_text(const std::vector<Sentence>& sentences, std::size_t n,
                 Rng& rng) {
  const auto stop = std::int64_t(english().vocab_size - 1);
  std::vector<std::int64_t> words;
  std::size_t first = rng.below(8);  // a text may begin within a sentence
  while (words.size() < first + n) {
    const Ids& ids = sentences[rng.below(sentences.size())].ids;
    words.insert(words.end(), ids.begin(), ids.end());
    words.push_back(stop);
  }
  Ids text = Ids::from_shape({n});
  for (std::size_t t = 0; t < n; ++t) text(t) = words[first + t];
  return text;
}

// A text cut into pieces of T words, each with the words that follow them.
Texts next_words(const Ids& text, std::size_t T) {
  const std::size_t B = (text.size() - 1) / T;
  Texts pieces{Ids::from_shape({B, T}), Ids::from_shape({B, T})};
  for (std::size_t i = 0; i < B * T; ++i) {
    pieces.ids.data()[i] = text(i);
    pieces.answers.data()[i] = text(i + 1);
  }
  return pieces;
}

const std::vector<std::size_t>& lengths() {
  static const std::vector<std::size_t> all = {32, 64, 128, 512};
  return all;
}

// What came of one training.
struct Reading {
  Shares whole, in_window;  // perplexities, for each length
  Shares by_place;          // in texts of 128, means of 8 positions
};

// Step: longer_than_trained
double perplexity(const SmallModel& model, const Texts& texts,
                  const AttentionMasks& masks) {
  return std::exp(cross_entropy(model(texts.ids, masks), texts.answers).item());
}

// Fold: trains a model on pieces of 32 words, and reads new sentences with it
Shares nats_by_place(const SmallModel& model) {
  Rng rng(99);
  const Texts texts =
      next_words(running_text(english().test, read_words + 1, rng), 128);
  const Tensor scores = model(texts.ids, AttentionMasks::causal());
  Shares means;
  for (std::size_t first = 0; first < 128; first += 8) {
    Ids answers = texts.answers;
    for (std::size_t b = 0; b < answers.shape(0); ++b)
      for (std::size_t t = 0; t < 128; ++t)
        if (t < first || t >= first + 8) answers(b, t) = -100;
    means.push_back(cross_entropy(scores, answers).item());
  }
  return means;
}

Reading read(const std::string& name, std::uint64_t seed) {
  const SmallModel model(english().vocab_size, scheme_of(name, seed),
                         Rng(seed).stream(1));
  Rng rng = Rng(seed).stream(2);
  train(model, AttentionMasks::causal(), 400, 0.005, [&] {
    return next_words(running_text(english().train, 16 * learned_at + 1, rng),
                      learned_at);
  });
  const NoGrad no_grad;
  Reading reading;
  for (const std::size_t T : lengths()) {
    Rng same(99);
    const Texts texts =
        next_words(running_text(english().test, read_words + 1, same), T);
    reading.whole.push_back(perplexity(model, texts, AttentionMasks::causal()));
    reading.in_window.push_back(
        perplexity(model, texts, window(T, learned_at)));
  }
  reading.by_place = nats_by_place(model);
  return reading;
}

const std::vector<std::string>& reading_schemes() {
  static const std::vector<std::string> all = {"none", "sinusoidal", "rotary",
                                               "alibi"};
  return all;
}

// Of each scheme and seed, trained once.
const std::vector<Reading>& readings(Page& page) {
  static const std::vector<Reading> all = [&] {
    std::vector<Reading> each(reading_schemes().size() * reading_seeds);
    english();
    side_by_side(page, each, [&](std::size_t i) {
      return read(reading_schemes()[i / reading_seeds],
                  page.seed() + 1 + i % reading_seeds);
    });
    return each;
  }();
  return all;
}

// The mean of each length, and its standard deviation over the seeds.
void print_perplexities(Page& page, const std::string& name,
                        const std::vector<Shares>& of_seeds) {
  page.print("{:<16}", name);
  const auto n = double(of_seeds.size());
  for (std::size_t l = 0; l < lengths().size(); ++l) {
    double mean = 0, squares = 0;
    for (const Shares& one : of_seeds) mean += one[l] / n;
    for (const Shares& one : of_seeds)
      squares += std::pow(one[l] - mean, 2) / n;
    page.print(" {:6.1f} ± {:4.1f}", mean, std::sqrt(squares));
  }
  page.print("\n");
}

std::vector<Shares> of_seeds(const std::vector<Reading>& all,
                             std::size_t scheme, Shares Reading::*numbers) {
  std::vector<Shares> some;
  for (std::size_t s = 0; s < reading_seeds; ++s)
    some.push_back(all[scheme * reading_seeds + s].*numbers);
  return some;
}

Shares means(const std::vector<Shares>& of_seeds) {
  Shares mean(of_seeds[0].size());
  for (const Shares& one : of_seeds)
    for (std::size_t i = 0; i < mean.size(); ++i)
      mean[i] += one[i] / double(of_seeds.size());
  return mean;
}

void print_header(Page& page) {
  page.print("{:<16}", "perplexity at");
  for (const std::size_t T : lengths()) page.print("{:>14}", T);
  page.print("  words\n");
}

// End fold
void longer_than_trained(Page& page) {
  const std::vector<Reading>& all = readings(page);
  print_header(page);
  for (std::size_t i = 0; i < reading_schemes().size(); ++i)
    print_perplexities(page, reading_schemes()[i],
                       of_seeds(all, i, &Reading::whole));
  print_perplexities(page, "alibi - rotary",
                     differences(of_seeds(all, 3, &Reading::whole),
                                 of_seeds(all, 2, &Reading::whole)));
  const Shares rotary = means(of_seeds(all, 2, &Reading::whole));
  page.came_out({rotary[0], rotary[2], rotary[3]});
}

// Step: by_place
void by_place(Page& page) {
  const std::vector<Reading>& all = readings(page);
  // Fold: draws the loss at each position of texts of 128 words
  Lines figure;
  figure.title = "the loss at each position of texts of 128 words";
  figure.x_label = "position";
  figure.y_label = "nats a word";
  for (std::size_t i = 1; i < reading_schemes().size(); ++i) {
    Lines::Line line{reading_schemes()[i], {}, {}};
    const Shares mean = means(of_seeds(all, i, &Reading::by_place));
    for (std::size_t p = 0; p < 16; ++p) {
      line.x.push_back(8 * double(p) + 3.5);
      line.y.push_back(mean[p]);
    }
    figure.lines.push_back(line);
  }
  page.show(figure);
  // End fold
}

// Step: what_it_reads
void what_it_reads(Page& page) {
  const std::vector<Reading>& all = readings(page);
  page.print("each word sees the last 32 only\n");
  print_header(page);
  for (std::size_t i = 0; i < reading_schemes().size(); ++i)
    print_perplexities(page, reading_schemes()[i],
                       of_seeds(all, i, &Reading::in_window));
  const double rotary = means(of_seeds(all, 2, &Reading::in_window)).back();
  const double alibi = means(of_seeds(all, 3, &Reading::in_window)).back();
  page.came_out(rotary < alibi - 0.5   ? "better"
                : rotary > alibi + 0.5 ? "worse"
                                       : "about as good");
}
