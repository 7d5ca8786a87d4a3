// A small model that fills in blanks, and what training does to its rows.

#include <map>
#include <mutex>
#include <tuple>

#include "blanks.h"
#include "common/modules.h"
#include "course/stage/lesson.h"
#include "horloge/core/parallel.h"
#include "horloge/projection/tsne.h"
#include "looking.h"
#include "numpy_style.h"
#include "tables.h"

using namespace horloge;

struct Plan;
class FillTheBlank;

// Models of these plans, trained side by side. What an earlier step has
// trained is not trained again.
std::vector<FillTheBlank> trained(Page& page, const std::vector<Plan>& plans);

namespace {

TransformerEncoder small_encoder(std::size_t d_model, Rng& rng) {
  const auto options = TransformerOptions()
                           .with_dim_feedforward(2 * d_model)
                           .with_dropout(0)
                           .with_norm(NormPlace::before);
  return {3, d_model, 4, rng, options, FinalNorm::yes};
}

void show_classes(Page& page, const std::string& title, const Array& points) {
  const ClassedWords known = classed_words();
  Scatter picture = points_of(points);
  picture.groups = known.classes;
  picture.group_names = known.class_names;
  picture.title = title;
  page.show(picture);
}

}  // namespace

// Step: fill_the_blank
// Fold: the model: an embedding, three layers, and a bias for each word
enum class Join { none, sum, concat };

struct Plan {
  Join join;
  std::size_t words, places;  // how many numbers for each
  std::uint64_t seed;
};

class FillTheBlank : public Module {
 public:
  FillTheBlank(const Plan& plan, Rng rng)
      : plan(plan),
        embedding(child("embedding", TokenEmbedding(english().vocabulary.size(),
                                                    plan.words, rng))),
        encoder(child("encoder", small_encoder(d_model(), rng))),
        bias(parameter("bias", zeros({english().vocabulary.size()}))),
        pe(sinusoidal_table(32, plan.places)) {
    for (real& w : embedding.weight.mutable_array())
      w /= std::sqrt(real(plan.words));
  }

  std::size_t d_model() const {
    return plan.words + (plan.join == Join::concat ? plan.places : 0);
  }

  // ids (B, T) -> (B, T, D)
  Tensor input(const Ids& ids) const;

  // B sentences with blanks -> scores of all words (B, T, V)
  Tensor operator()(const Blanks& batch) const;

  Plan plan;
  TokenEmbedding embedding;
  TransformerEncoder encoder;
  Tensor bias;  // (V)
  Tensor pe;    // (32, P), fixed
};

// End fold
Tensor FillTheBlank::input(const Ids& ids) const {
  const std::size_t B = ids.shape(0), T = ids.shape(1), P = plan.places;
  const Tensor x = embedding(ids) * std::sqrt(real(plan.words));
  const Tensor p = slice(pe, {{0, std::ptrdiff_t(T)}});  // (T, P)
  if (plan.join == Join::sum) return x + p;
  if (plan.join == Join::concat) return concat({x, expand(p, {B, T, P})}, 2);
  return x;
}

Tensor FillTheBlank::operator()(const Blanks& batch) const {
  AttentionMasks masks;
  masks.key_mask = batch.words;  // not at padding
  const Tensor y = encoder(input(batch.ids), masks);
  // The matrix once more: a word fits if its row points where y does.
  const auto W = std::ptrdiff_t(plan.words);
  return linear(slice(y, {{}, {}, {0, W}}), embedding.weight, bias);
}

// Fold: trains it, and takes the two words that score highest in a blank
FillTheBlank train(const Plan& plan) {
  constexpr std::size_t steps = 600;
  const Rng rng(plan.seed);
  FillTheBlank model(plan, rng.stream(1));
  AdamWOptions settings;
  settings.weight_decay = 0.3;
  settings.betas = {0.9, 0.98};
  AdamW optimizer(model.parameters(), settings);
  const Schedule lr = linear_with_warmup(0.01, 50, steps);
  for (std::size_t step = 0; step < steps; ++step) {
    stage::stop_if_interrupted();
    const Blanks batch = training_batch(24, rng.stream(2, step));
    const Tensor loss = cross_entropy(model(batch), batch.answers);
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(lr(step));
    optimizer.step();
  }
  return model;
}

std::string guesses(const FillTheBlank& model, const std::string& text) {
  const NoGrad no_grad;
  const Blanks batch = one_blank(text);
  const auto words = words_of(text);
  const auto t = std::find(words.begin(), words.end(), "_") - words.begin();
  const Array scores = xt::view(model(batch).array(), 0, t);
  std::string line;
  for (const std::size_t id : largest_first(scores, 2))
    line += (line.empty() ? "" : ", ") + english().vocabulary.token(id);
  return line;
}

void fill_the_blank(Page& page) {
  const auto models = trained(page, {{Join::none, 32, 32, page.seed()},
                                     {Join::sum, 32, 32, page.seed()}});
  page.print("numbers to learn: {}\n\n", models[1].parameter_count());
  page.print("{:28}{:24}{}\n", "", "without positions", "with positions");
  for (const std::string text :
       {"the _ eats the mouse", "the cat _ the mouse",
        "the mouse was _ by the cat", "_ cat eats the mouse",
        "the cat eats _ mouse"})
    page.print("{:<28}{:<24}{}\n", text, guesses(models[0], text),
               guesses(models[1], text));
}

// Step: rows_after_training
// The rows of the words whose class we know.
Array rows_of(const FillTheBlank& model) {
  const ClassedWords known = classed_words();
  return xt::view(model.embedding.weight.array(), xt::keep(known.ids));
}

// Fold: compares the rows before and after, and draws them
void rows_after_training(Page& page) {
  const Plan plan{Join::sum, 32, 32, page.seed()};
  const ClassedWords known = classed_words();
  const Array before = rows_of(FillTheBlank(plan, Rng(plan.seed).stream(1)));
  const Array after = rows_of(trained(page, {plan})[0]);
  page.print("                                      before   after\n");
  page.print("nearest row is of the same class      {:4.0f} % {:5.0f} %\n",
             100 * nearest_of_same_class(before, known.classes),
             100 * nearest_of_same_class(after, known.classes));
  page.print("its distance, mean distance = 1       {:6.2f} {:7.2f}\n",
             nearest_to_mean(before), nearest_to_mean(after));
  page.print("rows with the same nearest row as before      {:5.0f} %\n",
             100 * kept_neighbours(before, after));
  show_classes(page, "Rows after training, PCA", pca_project(after, 2));
}

// Step: rows_by_tsne
void rows_by_tsne(Page& page) {
  const Plan plan{Join::sum, 32, 32, page.seed()};
  const Array rows = rows_of(trained(page, {plan})[0]);
  const Array points = tsne(rows).points;
  show_classes(page, "Rows after training, t-SNE, perplexity 30", points);
}

// Step: sum_or_concat_trained
void sum_or_concat_trained(Page& page) {
  const std::vector<std::pair<std::string, Plan>> ways = {
      {"words alone   32", {Join::none, 32, 32, 0}},
      {"sum           32", {Join::sum, 32, 32, 0}},
      {"side by side  24 + 8", {Join::concat, 24, 8, 0}},
      {"side by side  32 + 16", {Join::concat, 32, 16, 0}}};
  const std::size_t seeds = 2;
  std::vector<Plan> plans;
  for (auto [name, plan] : ways)
    for (std::size_t i = 0; i < seeds; ++i) {
      plan.seed = page.seed() + i;
      plans.push_back(plan);
    }
  const std::vector<FillTheBlank> models = trained(page, plans);

  // Fold: prints the mean over two seeds
  page.print("{:<24}{:>10}{:>10}{:>13}\n", "", "numbers", "loss",
             "words right");
  for (std::size_t way = 0; way < ways.size(); ++way) {
    double loss = 0, right = 0;
    for (std::size_t i = 0; i < seeds; ++i) {
      const TestResult result = fill_test_blanks(models[way * seeds + i]);
      loss += result.loss / seeds;
      right += result.right / seeds;
    }
    page.print("{:<24}{:>10}{:10.2f}{:11.1f} %\n", ways[way].first,
               models[way * seeds].parameter_count(), loss, 100 * right);
  }
  // End fold
}

// Step: mixed_in
// A linear layer learns to tell the position from what stands there, and is
// then tried on words that it has not seen.
double place_read_off(const WordsAtPlaces& seen, const WordsAtPlaces& fresh) {
  Rng rng(1);
  Linear reader(seen.x.shape(1), 16, rng);
  AdamW optimizer(reader.parameters());
  for (std::size_t step = 0; step < 200; ++step) {
    stage::stop_if_interrupted();
    const Tensor loss = cross_entropy(reader(Tensor(seen.x)), seen.place);
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(0.05 * (1 - step / 200.0));
    optimizer.step();
  }
  const Array scores = reader(Tensor(fresh.x)).array();
  return xt::mean<double>(
      xt::equal(largest_of_each_row(scores), fresh.place))();
}

// Fold: takes what stands at each word, layer by layer; prints both models
// What stands at each word: at the start and after each layer.
std::vector<WordsAtPlaces> layer_by_layer(const FillTheBlank& model,
                                          const Blanks& batch) {
  const NoGrad no_grad;
  AttentionMasks masks;
  masks.key_mask = batch.words;
  Tensor x = model.input(batch.ids);
  std::vector<WordsAtPlaces> found = {words_at_places(x, batch)};
  for (const TransformerEncoderLayer& layer : model.encoder.layers) {
    x = layer(x, masks);
    found.push_back(words_at_places(x, batch));
  }
  return found;
}

void mixed_in(Page& page) {
  const Blanks seen = side_by_side(english().sentences.train);
  const Blanks fresh = side_by_side(english().sentences.test);
  page.print("{:24}start  layer 1  layer 2  layer 3\n", "");
  for (const Join join : {Join::none, Join::sum}) {
    const Plan plan{join, 32, 32, page.seed()};
    const FillTheBlank model = trained(page, {plan})[0];
    const auto a = layer_by_layer(model, seen);
    const auto b = layer_by_layer(model, fresh);
    page.print("{}\n",
               join == Join::none ? "without positions" : "with positions");
    std::string read_off, share;
    for (std::size_t l = 0; l < a.size(); ++l) {
      const double right = 100 * place_read_off(a[l], b[l]);
      if (join == Join::sum) page.came_out(right);  // the last one counts
      read_off += fmt::format(" {:6.0f} %", right);
      share += fmt::format(" {:6.0f} %", 100 * share_of_place(a[l]));
    }
    page.print("   position read off {}\n   share of variance {}\n", read_off,
               share);
  }
}

// End of steps
std::vector<FillTheBlank> trained(Page& page, const std::vector<Plan>& plans) {
  using Key = std::tuple<Join, std::size_t, std::size_t, std::uint64_t>;
  static std::map<Key, FillTheBlank> kept;
  const auto key = [](const Plan& plan) {
    return Key{plan.join, plan.words, plan.places, plan.seed};
  };
  std::vector<Plan> missing;
  for (const Plan& plan : plans)
    if (kept.count(key(plan)) == 0) missing.push_back(plan);
  std::mutex finished;
  std::size_t count = 0;
  parallel_for(missing.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const FillTheBlank model = train(missing[i]);
      const std::lock_guard<std::mutex> lock(finished);
      kept.emplace(key(missing[i]), model);
      page.progress(fmt::format("trained {}/{}", ++count, missing.size()));
    }
  });
  std::vector<FillTheBlank> models;
  for (const Plan& plan : plans) models.push_back(kept.at(key(plan)));
  return models;
}
