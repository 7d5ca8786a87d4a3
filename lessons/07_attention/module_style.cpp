// The same with the library's modules, and a head that is trained.

#include <array>
#include <chrono>

#include "common/modules.h"
#include "course/stage/lesson.h"
#include "numpy_style.h"
#include "positions.h"
#include "previous_word.h"
#include "tables.h"

using namespace horloge;

// Step: what_it_costs
// Fold: takes the best time of three
double milliseconds(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = Clock::now();
    work();
    const std::chrono::duration<double, std::milli> took = Clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

// End fold
void what_it_costs(Page& page) {
  constexpr std::size_t D = 64;
  Rng rng(page.seed() + 8);
  page.print("heads   columns of each   parameters\n");
  for (const std::size_t num_heads : {1, 2, 4, 8})
    page.print("{:5}{:18}{:13}\n", num_heads, D / num_heads,
               MultiHeadAttention(D, num_heads, rng).parameter_count());

  // Fold: counts products and takes the time for longer and longer texts
  page.print(
      "\n    T   projections   q·k and w·v        weights   milliseconds\n");
  const MultiHeadAttention attention(D, 4, rng);
  const NoGrad no_grad;
  for (const std::size_t T : {32, 128, 512, 2048}) {
    const Tensor x(rng.normal({1, T, D}));
    page.print("{:5}{:14}{:14}{:15}   {:.2f}\n", T, 4 * T * D * D,
               2 * T * T * D, 4 * T * T, milliseconds([&] { attention(x); }));
  }
}

// Step: beside_a_recurrent
class Recurrent : public Module {
 public:
  Recurrent(std::size_t D, Rng& rng)
      : input(child("input", Linear(D, D, rng))),
        memory(child("memory", Linear(D, D, rng))) {}

  // x (B, T, D) -> (B, T, D)
  Tensor operator()(const Tensor& x) const {
    const std::vector<Tensor> words = chunk(input(x), x.shape()[1], 1);
    std::vector<Tensor> h = {tanh(words[0])};  // each (B, 1, D)
    for (std::size_t t = 1; t < words.size(); ++t)
      h.push_back(tanh(words[t] + memory(h[t - 1])));
    return concat(h, 1);
  }

  Linear input, memory;
};

// Fold: counts the products of one text, and takes the time of a step
void beside_a_recurrent(Page& page) {
  constexpr std::size_t B = 8, D = 64;
  Rng rng(page.seed() + 9);
  const Recurrent recurrent(D, rng);
  const MultiHeadAttention attention(D, 4, rng);
  page.print("         recurrent                  attention\n");
  page.print("    T     products   milliseconds    products   milliseconds\n");
  for (const std::size_t T : {32, 128, 512, 1024}) {
    const Tensor x(rng.normal({B, T, D}));
    const Array dy = rng.normal({B, T, D});
    page.print("{:5}{:13}   {:<12.1f}{:12}   {:.1f}\n", T, 2 * T * D * D,
               milliseconds([&] { recurrent(x).backward(dy); }),
               4 * T * D * D + 2 * T * T * D,
               milliseconds([&] { attention(x).backward(dy); }));
  }
}

// Step: train_it
// Fold: PreviousWord, the model: words, positions, one head, a linear layer
class PreviousWord : public Module {
 public:
  PreviousWord(bool knows_positions, Rng rng)
      : embedding(child("embedding", TokenEmbedding(V, D, rng))),
        positions(child("positions", SinusoidalPositions(64, D))),
        attention(child(
            "attention",
            MultiHeadAttention(
                D, 1, rng, MultiHeadAttentionOptions().with_bias(Bias::no)))),
        to_words(child("to_words", Linear(D, V, rng))),
        knows_positions(knows_positions) {}

  Tensor input(const Ids& ids) const {
    const Tensor x = embedding(ids);
    return knows_positions ? positions(x) : x;  // (B, T, D)
  }

  // ids (B, T) -> a score for each word that may stand before, (B, T, V)
  Tensor operator()(const Ids& ids) const {
    return to_words(attention(input(ids)));
  }

  static constexpr std::size_t V = 16, D = 32;
  TokenEmbedding embedding;
  SinusoidalPositions positions;
  MultiHeadAttention attention;
  Linear to_words;
  bool knows_positions;
};

// End fold
PreviousWord train(Page& page, bool knows_positions, Rng rng) {
  PreviousWord model(knows_positions, rng.stream(1));
  Adam optimizer(model.parameters());
  const Schedule lr = linear_with_warmup(0.02, 50, 400);
  Rng sentences = rng.stream(2);
  for (std::size_t step = 0; step < 400; ++step) {
    if (step % 20 == 0) page.progress(fmt::format("step {} of 400", step));
    stage::stop_if_interrupted();
    const Ids ids = sentences.integers({32, 12}, 0, PreviousWord::V);
    const Tensor loss = cross_entropy(model(ids), words_before(ids));
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(lr(step));
    optimizer.step();
  }
  return model;
}

// Fold: shows the task, trains twice, tests on 12 words and on 24
void train_it(Page& page) {
  const Ids sentence = Rng(page.seed()).integers({1, 12}, 0, PreviousWord::V);
  page.print("sentence    {}\nto be said  {}\nparameters  {}\n\n",
             numbers(sentence, 0), numbers(words_before(sentence), 0),
             PreviousWord(true, Rng(page.seed())).parameter_count());
  for (const bool knows_positions : {false, true}) {
    const PreviousWord model = train(page, knows_positions, Rng(page.seed()));
    page.print("{}\n", knows_positions ? "positions" : "no positions");
    for (const std::size_t T : {12, 24}) {
      const NoGrad no_grad;
      const Ids ids =
          Rng(page.seed()).stream(3).integers({200, T}, 0, PreviousWord::V);
      const Tensor x = model.input(ids);
      const Array weights =
          model.attention.with_weights(x, x, x).weights.array();
      const double right =
          100 * share_right(model(ids).array(), words_before(ids));
      page.print(
          "   {} words  {:5.1f} % right, weight on the word before {:.2f}\n", T,
          right, weight_before(weights));
      if (knows_positions && T == 24) page.came_out(right);
    }
  }
}

// Step: look_at_the_head
// Fold: made_by_hand(T), the weights of the head that we built
Array made_by_hand(std::size_t T) {
  const Array p = sinusoidal_table(T, 32);
  const Array M = sinusoidal_shift(-1, 32);  // M PE(t) = PE(t - 1)
  const Array q = 64 * xt::linalg::dot(p, xt::transpose(M));
  return scaled_dot_product_attention(q, p, xt::eye<real>(T), everyone(T, T));
}

// End fold
void look_at_the_head(Page& page) {
  const PreviousWord model = train(page, true, Rng(page.seed()));
  // Fold: prints the four terms of its scores, draws both maps
  const NoGrad no_grad;
  const Ids ids = Rng(page.seed()).integers({1, 12}, 0, PreviousWord::V);
  const Tensor x = model.input(ids);
  const Array weights = model.attention.with_weights(x, x, x).weights.array();
  // A module keeps W as (out, in).
  const Array W = xt::transpose(model.attention.in_proj_weight.array());
  const Array content = xt::view(model.embedding(ids).array(), 0);
  const auto terms = multiplied_out(content, sinusoidal_table(12, 32),
                                    xt::view(W, xt::all(), xt::range(0, 32)),
                                    xt::view(W, xt::all(), xt::range(32, 64)));
  const char* const names[] = {"content · content", "content · position",
                               "position · content", "position · position"};
  for (std::size_t i = 0; i < 4; ++i)
    page.print("{:<21}size {:.1f}\n", names[i], spread(terms[i]));

  page.show(attention_map("learned", xt::view(weights, 0, 0), {}, {}));
  page.show(attention_map("made by hand", made_by_hand(12), {}, {}));
  for (const std::size_t T : {12, 24}) {
    const Array before = xt::diagonal(made_by_hand(T), -1);
    page.print("made by hand, {} words: weight on the word before {:.2f}\n", T,
               xt::mean(before)());
  }
}
