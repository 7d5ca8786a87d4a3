// A text as numbers, a model of it, and what counting alone can do.

#include "language.h"

#include <string_view>
#include <unordered_map>

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "course/stage/page.h"
#include "horloge/core/bytes.h"
#include "horloge/nn/generate.h"
#include "horloge/nn/init.h"
#include "horloge/train/clip.h"
#include "numpy_style.h"

using namespace horloge;
using xt::placeholders::_;

// Step: the_next_character
// Fold: prints a few characters, and those to be said
std::string shown_line(const Ids& ids) {
  std::string line;
  for (const char c : king_james().tokenizer.decode(ids)) {
    line += c == '\n' ? '/' : c;
    line += ' ';
  }
  return line;
}

void the_next_character(Page& page) {
  const Text& text = king_james();
  const Windows windows(text.learned, 24, 2, page.seed());
  const Windows::Batch batch = windows.at(0);
  for (std::size_t b = 0; b < 2; ++b) {
    page.print("sees     {}\n", shown_line(xt::view(batch.ids, b)));
    page.print("to say   {}\n\n", shown_line(xt::view(batch.targets, b)));
  }
  page.print("{} characters to learn from, {} held out, {} different ones\n",
             text.learned.size(), text.held_out.size(), text.num_characters());
}

// Step: by_counting
// How often each character followed each context of up to `longest`.
class Counts {
 public:
  Counts(std::string_view text, std::size_t longest) {
    for (std::size_t n = 0; n <= longest; ++n)
      for (std::size_t t = n; t < text.size(); ++t) {
        ++followed_[std::string(text.substr(t - n, n + 1))];
        ++seen_[std::string(text.substr(t - n, n))];
      }
  }

  // What the next shorter context says counts as five sightings.
  double probability(std::string_view context, char next) const {
    const double shorter =
        context.empty() ? 1.0 / 61 : probability(context.substr(1), next);
    const std::string before(context);
    return (count(followed_, before + next) + 5 * shorter) /
           (count(seen_, before) + 5);
  }

  // Fold: count, and the two tables
 private:
  using Table = std::unordered_map<std::string, double>;
  static double count(const Table& table, const std::string& key) {
    const auto found = table.find(key);
    return found == table.end() ? 0 : found->second;
  }

  Table followed_, seen_;
  // End fold
};

// Fold: asks it in the text that was held out
void by_counting(Page& page) {
  const Text& text = king_james();
  const Counts counts(text.tokenizer.decode(text.learned), 5);
  const std::string held_out = text.tokenizer.decode(text.held_out);
  page.print("characters before it    loss    perplexity\n");
  for (std::size_t n = 0; n <= 5; ++n) {
    double loss = 0;
    for (std::size_t t = n; t < held_out.size(); ++t)
      loss -= std::log(counts.probability(
          std::string_view(held_out).substr(t - n, n), held_out[t]));
    loss /= double(held_out.size() - n);
    page.print("{:>20}    {:4.2f}    {:10.2f}\n", n, loss, std::exp(loss));
  }
}

// Step: a_language_model
// Fold: the constructor, which makes the three parts
TransformerOptions layers_of(const ModelSize& size) {
  return TransformerOptions()
      .with_dim_feedforward(4 * size.d_model)
      .with_dropout(0)
      .with_norm(size.norm);
}

FinalNorm final_norm_of(const ModelSize& size) {
  return size.norm == NormPlace::before ? FinalNorm::yes : FinalNorm::no;
}

LanguageModel::LanguageModel(const Text& text, const ModelSize& size, Rng rng)
    : embedding(child("embedding", TokenEmbedding(text.num_characters() + 1,
                                                  size.d_model, rng))),
      encoder(child("encoder",
                    TransformerEncoder(size.num_layers, size.d_model, 4, rng,
                                       layers_of(size), final_norm_of(size)))),
      to_words(child("to_words",
                     Linear(size.d_model, text.num_characters() + 1, rng))) {
  if (size.small_start) init::gpt(*this, size.d_model, rng);
}

// End fold
Tensor LanguageModel::operator()(const Ids& ids,
                                 const PositionScheme& positions,
                                 const AttentionMasks& masks) const {
  return to_words(encoder(embed(ids), positions, masks));
}

Tensor LanguageModel::embed(const Ids& ids) const {
  const std::size_t d_model = embedding.weight.shape()[1];
  return std::sqrt(real(d_model)) * embedding(ids);
}

// Fold: counts the numbers to learn, and asks a new model
void a_language_model(Page& page) {
  const LanguageModel model(king_james(), ModelSize(), Rng(page.seed() + 1));
  page.print("embedding        {:>7}\n", model.embedding.parameter_count());
  for (const TransformerEncoderLayer& layer : model.encoder.layers)
    page.print("a layer          {:>7}\n", layer.parameter_count());
  page.print("the last norm    {:>7}\n", model.encoder.norm->parameter_count());
  page.print("to_words         {:>7}\n", model.to_words.parameter_count());
  page.print("together         {:>7}\n\n", model.parameter_count());
  page.print("perplexity before training: {:.1f}\n",
             std::exp(held_out_loss(model, Task(), 64)));
}

// Step: in_one_pass
// Fold: next, the model with what it keeps of earlier characters
Tensor LanguageModel::next(const Ids& ids, const PositionScheme& positions,
                           DecodingCache& cache) const {
  const std::size_t T = ids.shape(1), S = cache.length() + T;
  cache.layers.resize(encoder.layers.size());
  const PositionContext context(positions, consecutive_positions(T, S));
  Tensor x = positions.embed(embed(ids), context.at.queries);
  for (std::size_t i = 0; i < encoder.layers.size(); ++i)
    x = encoder.layers[i](
        x, {&context, AttentionMasks::causal(), &cache.layers[i]});
  return to_words((*encoder.norm)(x));
}

// End fold
void in_one_pass(Page& page) {
  const Text& text = king_james();
  const LanguageModel model(text, ModelSize(), Rng(page.seed() + 1));
  const auto rotary = positions_named("rotary", 64);
  const NoGrad no_grad;
  constexpr std::size_t T = 64;
  const Ids ids = xt::view(text.held_out, xt::newaxis(), xt::range(0, T));
  const auto passes = [&](const Ids& some) {
    return model(some, *rotary, AttentionMasks::causal()).array();
  };
  const Array at_once = passes(ids);  // (1, T, V)
  Array by_prefix = at_once, kept = at_once;
  DecodingCache cache;
  for (std::size_t t = 0; t < T; ++t) {
    const Array seen = passes(xt::view(ids, xt::all(), xt::range(0, t + 1)));
    xt::view(by_prefix, 0, t) = xt::view(seen, 0, t);
    const Ids one = xt::view(ids, xt::all(), xt::range(t, t + 1));
    const Array next = model.next(one, *rotary, cache).array();
    xt::view(kept, 0, t) = xt::view(next, 0, 0);
  }
  // Fold: prints how many passes and rows it takes, and how the scores differ
  page.print("scores for {} positions passes    rows     differ by up to\n", T);
  page.print("all at once                  1    {:>4}\n", T);
  page.print("one by one, each anew       {}    {:>4}     {:.0e}\n", T,
             T * (T + 1) / 2, largest_difference(at_once, by_prefix));
  page.print("one by one, keys kept       {}    {:>4}     {:.0e}\n", T, T,
             largest_difference(at_once, kept));
}

// End of steps
const Text& king_james() {
  static const Text text = [] {
    const Bytes file =
        map_file(HORLOGE_DATA_DIR "/text/king_james.txt", "lesson");
    const std::string all(file.view);
    CharTokenizer tokenizer({all},
                            TokenizerOptions().with_special_tokens(false));
    const Ids ids = tokenizer.encode(all);
    const std::size_t N = ids.size() * 9 / 10;
    return Text{tokenizer, xt::view(ids, xt::range(0, N)),
                xt::view(ids, xt::range(N, _))};
  }();
  return text;
}

std::shared_ptr<PositionScheme> positions_named(const std::string& name,
                                                std::size_t d_model) {
  Rng rng(1);
  return make_positions(
      name, PositionOptions().with_d_model(d_model).with_num_heads(4), rng);
}

Tensor loss_of(const LanguageModel& model, const Task& task,
               const PositionScheme& positions, const Windows::Batch& texts,
               Rng blanks) {
  if (task.causal)
    return cross_entropy(model(texts.ids, positions, AttentionMasks::causal()),
                         texts.targets);
  Ids seen = texts.ids, hidden = texts.ids;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (blanks.uniform() < 0.15)
      seen.flat(i) = king_james().blank();
    else
      hidden.flat(i) = -100;  // not asked
  return cross_entropy(model(seen, positions, AttentionMasks()), hidden);
}

void learn(const LanguageModel& model, const Task& task, const Schedule& lr,
           std::uint64_t updates, const Shape& windows, std::uint64_t seed,
           const std::function<void(std::uint64_t updates)>& after) {
  const auto positions =
      positions_named(task.positions, model.embedding.weight.shape()[1]);
  const Windows batches(king_james().learned, windows[1], windows[0], seed);
  AdamW optimizer(model.parameters(), AdamWOptions().with_betas(0.9, 0.98));
  for (std::uint64_t step = 0; step < updates; ++step) {
    stage::stop_if_interrupted();
    const Tensor loss = loss_of(model, task, *positions, batches.at(step),
                                Rng(seed, 5, std::uint32_t(step)));
    optimizer.zero_grad();
    loss.backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.set_lr(lr(step));
    optimizer.step();
    if (after) after(step + 1);
  }
}

double held_out_loss(const LanguageModel& model, const Task& task,
                     std::size_t T) {
  const NoGrad no_grad;
  const auto positions =
      positions_named(task.positions, model.embedding.weight.shape()[1]);
  const Windows::Batch batch = Windows(king_james().held_out, T, 256, 7).at(0);
  return loss_of(model, task, *positions, batch, Rng(99)).item();
}
