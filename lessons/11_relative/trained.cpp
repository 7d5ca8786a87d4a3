// Three tokens back: clipped vectors, T5 and Transformer-XL beside rotary
// positions; and what T5's numbers have become.

#include <memory>

#include "common/modules.h"
#include "common/side_by_side.h"
#include "common/three_back.h"
#include "course/stage/lesson.h"
#include "horloge/nn/heads.h"
#include "horloge/nn/position/t5_bias.h"
#include "shaw.h"

using namespace horloge;

constexpr std::size_t V = 8, D = 32, H = 4, trained_length = 16, seeds = 5;

// Step: longer_than_trained
ClippedVectors::ClippedVectors(std::size_t k, std::size_t head_dim, Rng& rng)
    : weight(parameter("weight", rng.normal({2 * k + 1, head_dim}, 0, 0.02))) {}

// What each query makes of each distance: q (B, T, H K) -> (B, H, T, S).
Tensor ClippedVectors::bias_from(const Tensor& q,
                                 const AttentionPositions& at) const {
  const std::size_t K = weight.shape()[1], heads = q.shape()[2] / K;
  const Tensor each =  // (B, H, T, 2k + 1)
      matmul(split_heads(q, heads), transpose(weight, 0, 1));

  const auto k = std::int64_t(weight.shape()[0] / 2);
  const Ids distances = relative_positions(at);  // (T, S)
  Ids rows = Ids::from_shape(
      {q.shape()[0], heads, distances.shape(0), distances.shape(1)});
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const std::int64_t distance = distances.data()[n % distances.size()];
    rows.data()[n] = std::clamp(distance, -k, k) + k;
  }
  return gather(each, -1, rows) * real(1 / std::sqrt(double(K)));
}

// Fold: trains with four schemes, five times each, and asks in new texts
class ThreeBack : public Module {
 public:
  ThreeBack(std::shared_ptr<PositionScheme> positions, Rng rng)
      : embedding(child("embedding", TokenEmbedding(V, D, rng))),
        encoder(child("encoder",
                      TransformerEncoder(2, D, H, rng,
                                         TransformerOptions()
                                             .with_dim_feedforward(64)
                                             .with_dropout(0)
                                             .with_norm(NormPlace::before)))),
        to_words(child("to_words", Linear(D, V, rng))),
        scheme(child("scheme", std::move(positions))) {}

  // ids (B, T) -> a score for each symbol (B, T, V)
  Tensor operator()(const Ids& ids, const AttentionMasks& masks) const {
    return to_words(encoder(embedding(ids), *scheme, masks));
  }

  TokenEmbedding embedding;
  TransformerEncoder encoder;
  Linear to_words;
  std::shared_ptr<PositionScheme> scheme;
};

AttentionMasks mask(bool causal) {
  return causal ? AttentionMasks::causal() : AttentionMasks();
}

std::shared_ptr<PositionScheme> scheme_of(const std::string& name, bool causal,
                                          Rng rng) {
  if (name == "clipped") return std::make_shared<ClippedVectors>(8, D / H, rng);
  const auto options = PositionOptions().with_d_model(D).with_num_heads(H);
  return make_positions(name, options.with_causal(causal), rng);
}

ThreeBack trained_model(const std::string& name, bool causal,
                        std::uint64_t seed) {
  const ThreeBack model(scheme_of(name, causal, Rng(seed).stream(3)),
                        Rng(seed).stream(1));
  constexpr std::size_t updates = 600;
  Rng rng = Rng(seed).stream(2);
  AdamW optimizer(model.parameters(), AdamWOptions().with_betas(0.9, 0.98));
  const Schedule lr = linear_with_warmup(0.01, updates / 30, updates);
  for (std::size_t step = 0; step < updates; ++step) {
    stage::stop_if_interrupted();
    const Ids ids = rng.integers({16, trained_length}, 0, V);
    const Tensor loss =
        cross_entropy(model(ids, mask(causal)), three_back(ids));
    optimizer.zero_grad();
    loss.backward();
    optimizer.set_lr(lr(step));
    optimizer.step();
  }
  return model;
}

double ask(const ThreeBack& model, bool causal, std::size_t T) {
  stage::stop_if_interrupted();
  const NoGrad no_grad;
  const std::size_t texts = 100 * 64 / std::max<std::size_t>(T, 64);
  const Ids ids = Rng(99).integers({texts, T}, 0, V);
  return right_from(T > trained_length ? trained_length : 0,
                    model(ids, mask(causal)).array(), three_back(ids));
}

void longer_than_trained(Page& page) {
  const std::vector<std::string> names = {"rotary", "clipped", "t5",
                                          "transformer_xl"};
  std::vector<Shares> shares(2 * names.size() * seeds);
  side_by_side(page, shares, [&](std::size_t i) {
    const bool causal = i >= names.size() * seeds;
    const ThreeBack model = trained_model(names[i / seeds % names.size()],
                                          causal, page.seed() + 1 + i % seeds);
    Shares right;
    for (const std::size_t T : {16, 24, 32, 64, 256})
      right.push_back(ask(model, causal, T));
    return right;
  });
  page.print("{:<14}{:>13}   {}\n", "", "",
             "positions from 16 on, in texts of");
  page.print("{:<14}{:>13}{:>13}{:>13}{:>13}{:>13}\n", "% right", "16 tokens",
             "24", "32", "64", "256");
  for (const bool causal : {false, true}) {
    const auto row = [&](std::size_t name) {
      const auto first =
          shares.begin() +
          std::ptrdiff_t(((causal ? names.size() : 0) + name) * seeds);
      return std::vector<Shares>(first, first + seeds);
    };
    page.print("{}\n", causal ? "causal" : "every token sees every token");
    print_shares(page, "  rotary", row(0));
    print_shares(page, "  vectors", row(1));
    print_shares(page, "  T5", row(2));
    print_shares(page, "  Tr.-XL", row(3));
    print_shares(page, "  T5 - rotary", differences(row(2), row(0)));
    print_shares(page, "  XL - rotary", differences(row(3), row(0)));
    if (!causal)
      page.came_out({mean_percent(row(2), 1), mean_percent(row(2), 3),
                     mean_percent(row(2), 4)});
  }
}

// Step: what_it_learned
// The numbers of the last trained distance, 15, for all that are further.
Array filled(const Array& weight, const T5BiasOptions& options) {
  Array more = weight;
  for (const std::int64_t way : {-1, 1})
    for (std::int64_t distance = trained_length; distance <= 128; ++distance) {
      const auto known = way * std::int64_t(trained_length - 1);
      xt::view(more, t5_bucket(way * distance, options)) =
          xt::view(weight, t5_bucket(known, options));
    }
  return more;
}

// Fold: draws the trained numbers, changes them, and asks again
Lines learned_numbers(const Array& weight, const T5BiasOptions& options) {
  Lines lines;
  lines.title = "T5's trained numbers, both ways";
  lines.x_label = "key minus query";
  for (std::size_t h = 0; h < H; ++h) {
    lines.lines.push_back({fmt::format("head {}", h), {}, {}});
    for (std::int64_t d = -30; d <= 30; ++d) {
      lines.lines[h].x.push_back(double(d));
      lines.lines[h].y.push_back(double(weight(t5_bucket(d, options), h)));
    }
  }
  return lines;
}

void what_it_learned(Page& page) {
  constexpr std::size_t ways = 4;
  std::vector<Array> learned(2 * seeds);
  std::vector<std::vector<Shares>> shares(2 * ways, std::vector<Shares>(seeds));
  side_by_side(page, learned, [&](std::size_t i) {
    const bool causal = i >= seeds;
    const auto options = T5BiasOptions().with_bidirectional(!causal);
    const ThreeBack model =
        trained_model("t5", causal, page.seed() + 1 + i % seeds);
    Tensor weight = model.scheme->parameters()[0];
    const Array as_it_is = weight.array();
    for (std::size_t way = 0; way < ways; ++way) {
      const Array far = way % 2 == 1 ? filled(as_it_is, options) : as_it_is;
      weight.mutable_array() = way >= 2 ? Array(3 * far) : far;
      for (const std::size_t T : {16, 32, 64, 256})
        shares[(causal ? ways : 0) + way][i % seeds].push_back(
            ask(model, causal, T));
    }
    return as_it_is;
  });
  page.show(learned_numbers(learned[0], {}));
  page.print("{:<14}{:>13}{:>13}{:>13}{:>13}\n", "% right", "16 tokens", "32",
             "64", "256");
  for (std::size_t i = 0; i < 2 * ways; ++i) {
    if (i % ways == 0)
      page.print("{}\n", i == 0 ? "every token sees every token" : "causal");
    const std::vector<std::string> names = {"  as it is", "  filled",
                                            "  times 3", "  both"};
    print_shares(page, names[i % ways], shares[i]);
  }
  const auto gain = [&](std::size_t way) {  // at 64 tokens
    return mean_percent(shares[way], 2) - mean_percent(shares[0], 2);
  };
  page.came_out(std::max(gain(1), gain(2)) < 1 ? "neither"
                : gain(1) > gain(2)            ? "filled"
                                               : "times 3");
}
