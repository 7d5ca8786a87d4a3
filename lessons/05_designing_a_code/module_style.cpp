// A model that is trained on short texts and tested on longer ones, with the
// library's modules.

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "numpy_style.h"
#include "three_back.h"

using namespace horloge;

// Step: a_task
constexpr std::size_t V = 8, D = 32, trained_length = 16;

// Fold: settings of the layers
TransformerOptions small() {
  return TransformerOptions()
      .with_dim_feedforward(64)
      .with_dropout(0)
      .with_norm(NormPlace::before);
}

// End fold
class ThreeBack : public Module {
 public:
  explicit ThreeBack(Rng rng)
      : embedding(child("embedding", TokenEmbedding(V, D, rng))),
        encoder(child("encoder", TransformerEncoder(2, D, 1, rng, small()))),
        to_words(child("to_words", Linear(D, V, rng))) {}

  // ids (B, T), positions (T, D) -> a score for each word (B, T, V)
  Tensor operator()(const Ids& ids, const Array& positions) const {
    return to_words(encoder(embedding(ids) + Tensor(positions)));
  }

  TokenEmbedding embedding;
  TransformerEncoder encoder;
  Linear to_words;
};

// Fold: trains a model, and asks it in new texts
ThreeBack train(const Way& way, Rng rng) {
  ThreeBack model(rng.stream(1));
  AdamWOptions settings;
  settings.betas = {0.9, 0.98};
  AdamW optimizer(model.parameters(), settings);
  const Schedule lr = linear_with_warmup(0.01, 20, 600);
  Rng texts = rng.stream(2);
  for (std::size_t step = 0; step < 600; ++step) {
    stage::stop_if_interrupted();
    const std::size_t first = texts.below(way.last_start + 1);
    const Ids ids = texts.integers({16, trained_length}, 0, V);
    const Array positions = rows_for(way.code, first, trained_length, D);
    const Tensor loss = cross_entropy(model(ids, positions), three_back(ids));
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(lr(step));
    optimizer.step();
  }
  return model;
}

std::vector<double> test(const ThreeBack& model, const Way& way, std::size_t T,
                         std::size_t first = 0) {
  const NoGrad no_grad;
  const Ids ids = Rng(99).integers({200, T}, 0, V);  // 200 new texts
  return right_by_place(model(ids, rows_for(way.code, first, T, D)).array(),
                        three_back(ids));
}

void a_task(Page& page) {
  const Ids text = Rng(page.seed()).integers({1, trained_length}, 0, V);
  page.print("text    ");
  for (const std::int64_t word : text) page.print(" {}", word);
  page.print("\nanswers ");
  for (const std::int64_t word : three_back(text))
    page.print(" {}", word < 0 ? "." : std::to_string(word));
  page.print("\nnumbers to learn  {}\n", ThreeBack(Rng(1)).parameter_count());

  const Way way = {"sinusoidal", "sinusoidal"};
  const ThreeBack model = train(way, Rng(page.seed() + 1));
  page.print("{:.1f} % right in new texts of 16 words\n",
             100 * mean(test(model, way, 16), 3, 16));
}

// Step: longer_than_trained
Result train_and_test(const Way& way, Rng rng) {
  const ThreeBack model = train(way, rng);
  const std::vector<double> by_place = test(model, way, 64);
  return {
      {mean(test(model, way, 8), 3, 8), mean(test(model, way, 16), 3, 16),
       mean(test(model, way, 24), 16, 24), mean(test(model, way, 32), 16, 32),
       mean(by_place, 16, 64), mean(test(model, way, 16, 48), 3, 16)},
      by_place};
}

// Fold: tries five codes, with three seeds each
void longer_than_trained(Page& page) {
  const std::vector<Way> ways = {{"none", "none"},
                                 {"index", "index"},
                                 {"fraction", "fraction"},
                                 {"binary", "binary"},
                                 {"sinusoidal", "sinusoidal"}};
  const std::vector<Result> results = compare(page, ways, train_and_test);
  show_by_length(page, ways, results);
  const std::vector<double>& right = results.back().by_length;
  page.came_out({100 * right[2], 100 * right[3], 100 * right[4]});
}

// Step: place_by_place
void place_by_place(Page& page) {
  const std::vector<Way> ways = {{"index", "index"},
                                 {"sinusoidal", "sinusoidal"}};
  show_by_place(page, ways, compare(page, ways, train_and_test));
}

// Step: two_remedies
void two_remedies(Page& page) {
  const std::vector<Way> ways = {{"as before", "sinusoidal"},
                                 {"fast hands only", "fast"},
                                 {"random start", "sinusoidal", 48}};
  const std::vector<Result> results = compare(page, ways, train_and_test);
  show_by_length(page, ways, results);
  const bool fast = results[1].by_length[4] > results[2].by_length[4];
  page.came_out(fast ? "fast hands only" : "random start");
}

// Step: same_with_modules
void same_with_modules(Page& page) {
  const Array by_hand = shift_matrix(3, 64);
  const Array by_library = sinusoidal_shift(3, 64);

  // A layer whose weight is M(3) moves every row on by three places.
  Rng rng(page.seed());
  Linear three_on(64, 64, rng, Bias::no);
  three_on.load_state_dict({{"weight", Tensor(by_hand)}});
  const SinusoidalPositions positions(503, 64);
  const Array rows = xt::view(positions.pe.array(), 0);  // (503, 64)
  const Array moved =
      three_on(Tensor(xt::view(rows, xt::range(0, 500)))).array();

  // From row 0 the whole table, step by step.
  Array row = position_row(0, 64);
  double worst = 0;
  for (std::size_t pos = 0; pos < 500; ++pos) {
    worst = std::max(worst, largest_difference(row, xt::view(rows, pos)));
    row = Array(xt::linalg::dot(shift_matrix(1, 64), row));
  }
  // Fold: prints the largest differences
  page.print("M(3), by hand and by the library: {:.1e}\n",
             largest_difference(by_hand, by_library));
  page.print("table moved on by a layer:        {:.1e}\n",
             largest_difference(moved, xt::view(rows, xt::range(3, 503))));
  page.print("500 steps from row 0, by hand:    {:.1e}\n", worst);
  // End fold
}
