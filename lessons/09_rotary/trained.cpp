// Rotary against sinusoidal positions, and a trained clock that is stretched.

#include <memory>

#include "common/modules.h"
#include "common/side_by_side.h"
#include "common/three_back.h"
#include "course/stage/lesson.h"
#include "stretching.h"

using namespace horloge;

constexpr std::size_t V = 8, D = 32, H = 4, trained_length = 16, seeds = 5;

// Step: longer_than_trained
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
  // Fold: two layers of four heads
  explicit ThreeBack(Rng rng)
      : embedding(child("embedding", TokenEmbedding(V, D, rng))),
        encoder(child("encoder", TransformerEncoder(2, D, H, rng, small()))),
        to_words(child("to_words", Linear(D, V, rng))) {}

  // End fold
  // ids (B, T) at `first` and on -> a score for each symbol (B, T, V)
  Tensor operator()(const Ids& ids, const PositionScheme& scheme,
                    const AttentionMasks& masks, std::size_t first = 0) const {
    const Ids at = positions_from(first, ids.shape(1));
    Tensor x = scheme.embed(embedding(ids), at);        // sinusoidal adds here
    const PositionContext positions(scheme, {at, at});  // rotary turns in there
    for (const TransformerEncoderLayer& layer : encoder.layers)
      x = layer(x, positions, masks);
    return to_words(x);
  }

  // Fold: its parts
  TokenEmbedding embedding;
  TransformerEncoder encoder;
  Linear to_words;
  // End fold
};

// Fold: trains models, and asks them in new texts
AttentionMasks mask(bool causal) {
  return causal ? AttentionMasks::causal() : AttentionMasks();
}

// Each token sees itself and the `width` - 1 tokens before it.
AttentionMasks window(std::size_t T, std::size_t width) {
  Mask sees = Mask::from_shape({T, T});
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t s = 0; s < T; ++s) sees(t, s) = s <= t && t < s + width;
  return AttentionMasks().with_mask(sees);
}

void learn(const ThreeBack& model, const PositionScheme& scheme, bool causal,
           const Shape& texts, std::size_t updates, double rate, Rng rng) {
  AdamW optimizer(model.parameters(), AdamWOptions().with_betas(0.9, 0.98));
  const Schedule lr = linear_with_warmup(rate, updates / 30, updates);
  for (std::size_t step = 0; step < updates; ++step) {
    stage::stop_if_interrupted();
    const Ids ids = rng.integers(texts, 0, V);
    const Tensor loss =
        cross_entropy(model(ids, scheme, mask(causal)), three_back(ids));
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(lr(step));
    optimizer.step();
  }
}

double ask(const ThreeBack& model, const PositionScheme& scheme,
           const AttentionMasks& masks, std::size_t T, std::size_t first = 0) {
  const NoGrad no_grad;
  const Ids ids = Rng(99).integers({100, T}, 0, V);  // 100 new texts
  return right_from(T > trained_length ? trained_length : 0,
                    model(ids, scheme, masks, first).array(), three_back(ids));
}

std::shared_ptr<PositionScheme> scheme_of(const std::string& name) {
  Rng rng(1);
  return make_positions(
      name, PositionOptions().with_d_model(D).with_num_heads(H), rng);
}

ThreeBack trained_model(const std::string& name, bool causal,
                        std::uint64_t seed) {
  const ThreeBack model(Rng(seed).stream(1));
  learn(model, *scheme_of(name), causal, {16, trained_length}, 600, 0.01,
        Rng(seed).stream(2));
  return model;
}

// What a trained model gets right: with its own mask, and, if it is causal, in
// a window of 16 tokens, the same as any other text of 16.
struct Asked {
  Shares right, in_window;
};

Asked ask_all(const std::string& name, bool causal, std::uint64_t seed) {
  const auto scheme = scheme_of(name);
  const ThreeBack model = trained_model(name, causal, seed);
  Asked all;
  for (const std::size_t T : {16, 24, 32, 64}) {
    all.right.push_back(ask(model, *scheme, mask(causal), T));
    all.in_window.push_back(ask(model, *scheme, window(T, 16), T));
  }
  all.right.push_back(ask(model, *scheme, mask(causal), 16, 48));
  all.in_window.push_back(ask(model, *scheme, window(16, 16), 16, 48));
  return all;
}

void longer_than_trained(Page& page) {
  std::vector<Asked> asked(4 * seeds);
  side_by_side(page, asked, [&](std::size_t i) {
    return ask_all(i / seeds % 2 == 0 ? "sinusoidal" : "rotary", i >= 2 * seeds,
                   page.seed() + 1 + i % seeds);
  });
  const auto rows = [&](std::size_t i, Shares Asked::*shares) {
    std::vector<Shares> all;
    for (std::size_t s = 0; s < seeds; ++s)
      all.push_back(asked[i * seeds + s].*shares);
    return all;
  };
  page.print("{:<14}{:>13}{:>39}{:>13}\n", "", "from 0 on",
             "positions from 16 on, in texts of", "from 48 on");
  page.print("{:<14}{:>13}{:>13}{:>13}{:>13}{:>13}\n", "% right", "16 tokens",
             "24", "32", "64", "16 tokens");
  for (const std::size_t i : {0, 2}) {
    const auto sinusoidal = rows(i, &Asked::right);
    const auto rotary = rows(i + 1, &Asked::right);
    page.print("{}\n", i == 0 ? "every token sees every token" : "causal");
    print_shares(page, "  sinusoidal", sinusoidal);
    print_shares(page, "  rotary", rotary);
    print_shares(page, "  difference", differences(rotary, sinusoidal));
  }
  print_shares(page, "  last 16 only", rows(3, &Asked::in_window));
  const auto causal = rows(3, &Asked::right);
  page.came_out({mean_percent(causal, 1), mean_percent(causal, 2),
                 mean_percent(causal, 3)});
}

// Step: a_stretched_model
// Fold: reads with stretched clocks, as trained and after 30 more steps
// The rotary models with a causal mask, trained once.
const std::vector<std::vector<NamedTensor>>& causal_models(Page& page) {
  static const std::vector<std::vector<NamedTensor>> models = [&] {
    std::vector<std::vector<NamedTensor>> all(seeds);
    side_by_side(page, all, [&](std::size_t i) {
      return trained_model("rotary", true, page.seed() + 1 + i).state_dict();
    });
    return all;
  }();
  return models;
}

void a_stretched_model(Page& page) {
  const std::vector<Stretching> ways = stretchings(D / H, trained_length, 4);
  const auto& models = causal_models(page);
  std::vector<Shares> shares(ways.size() * seeds);
  side_by_side(page, shares, [&](std::size_t i) {
    const RotaryPositions scheme(D / H, ways[i / seeds].options);
    ThreeBack model{Rng(1)};
    model.load_state_dict(models[i % seeds]);
    Shares right = {ask(model, scheme, mask(true), 16),
                    ask(model, scheme, mask(true), 64)};
    learn(model, scheme, true, {4, 64}, 30, 0.003,
          Rng(page.seed() + 1 + i % seeds).stream(3));
    right.push_back(ask(model, scheme, mask(true), 16));
    right.push_back(ask(model, scheme, mask(true), 64));
    return right;
  });
  // Fold: prints the table
  page.print("{:<14}{:>26}{:>26}\n", "", "as they were trained",
             "after 30 more steps");
  page.print("{:<14}{:>13}{:>13}{:>13}{:>13}\n", "% right", "16 tokens", "64",
             "16 tokens", "64");
  double most = 0;
  for (std::size_t w = 0; w < ways.size(); ++w) {
    const auto first = shares.begin() + std::ptrdiff_t(w * seeds);
    const std::vector<Shares> of_seeds{first, first + seeds};
    print_shares(page, ways[w].name, of_seeds);
    if (mean_percent(of_seeds, 1) > most) page.came_out(ways[w].name);
    most = std::max(most, mean_percent(of_seeds, 1));
  }
}
