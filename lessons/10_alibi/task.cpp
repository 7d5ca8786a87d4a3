// Three tokens back: what ALiBi learns of a task that asks for a distance.

#include "task.h"

#include "common/side_by_side.h"
#include "course/stage/lesson.h"
#include "horloge/nn/position/by_name.h"

using namespace horloge;

constexpr std::int64_t words = 8;

// Eight symbols at random; the ninth, if there is one, is always the first.
Ids random_texts(const Trial& trial, const Shape& shape, Rng& rng) {
  Ids ids = rng.integers(shape, 0, words);
  for (std::size_t b = 0; trial.marked && b < shape[0]; ++b) ids(b, 0) = words;
  return ids;
}

AttentionMasks mask_of(const Trial& trial) {
  return trial.causal ? AttentionMasks::causal() : AttentionMasks();
}

Trial trial(const std::string& name, bool causal, std::size_t updates) {
  const auto scheme = [name](std::uint64_t seed) {
    return scheme_of(name, seed);
  };
  return {"  " + name, scheme, causal, updates};
}

SmallModel trained_model(const Trial& trial, std::uint64_t seed) {
  const SmallModel model(words + 1, trial.scheme(seed), Rng(seed).stream(1));
  Rng rng = Rng(seed).stream(2);
  train(model, mask_of(trial), trial.updates, 0.01, [&]() -> Texts {
    const Ids ids = random_texts(trial, {16, 16}, rng);
    return {ids, three_back(ids)};
  });
  return model;
}

Shares ask(const SmallModel& model, const Trial& trial) {
  const NoGrad no_grad;
  Shares right;
  for (const std::size_t T : {16, 24, 32, 64}) {
    Rng rng(99);
    const Ids ids = random_texts(trial, {100, T}, rng);  // 100 new texts
    right.push_back(right_from(
        T > 16 ? 16 : 0, model(ids, mask_of(trial)).array(), three_back(ids)));
  }
  return right;
}

Shares try_all(Page& page, const std::vector<Trial>& trials,
               std::size_t seeds) {
  std::vector<Shares> shares(trials.size() * seeds);
  side_by_side(page, shares, [&](std::size_t i) {
    const Trial& trial = trials[i / seeds];
    return ask(trained_model(trial, page.seed() + 1 + i % seeds), trial);
  });
  Shares means(4);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const auto first = shares.begin() + std::ptrdiff_t(i * seeds);
    print_shares(page, trials[i].name, {first, first + std::ptrdiff_t(seeds)},
                 22);
  }
  for (std::size_t s = shares.size() - seeds; s < shares.size(); ++s)
    for (std::size_t l = 0; l < means.size(); ++l)
      means[l] += 100 * shares[s][l] / double(seeds);
  return means;
}

void print_lengths(Page& page) {
  page.print("{:<22}{:>13}{:>39}\n", "", "",
             "positions from 16 on, in texts of");
  page.print("{:<22}{:>13}{:>13}{:>13}{:>13}\n", "% right", "16 tokens", "24",
             "32", "64");
}

// Step: three_words_back
void three_words_back(Page& page) {
  Shares of_alibi;
  print_lengths(page);
  for (const bool causal : {false, true}) {
    page.print("{}\n", causal ? "causal" : "every token sees every token");
    of_alibi = try_all(page,
                       {trial("none", causal), trial("sinusoidal", causal),
                        trial("rotary", causal), trial("alibi", causal)},
                       5);
  }
  page.came_out(of_alibi.back());
}
