// Which token stood three positions earlier? The task of lessons 5 and 9.

#include "common/three_back.h"
#include "horloge/ops/loss.h"
#include "reader.h"
#include "right.h"
#include "task.h"

using namespace horloge;

namespace {

constexpr std::size_t back_words = 8, back_length = 16;

std::vector<Outcome> look_back(const Trial& trial, bool causal) {
  const Rng rng(trial.seed);
  const Reader reader(back_words, back_words, rng.stream(1));
  const auto lengths = three_back_task(causal).lengths;
  const auto scheme =
      contender(trial.scheme, lengths.back(), causal, rng.stream(3));
  const auto masks = causal ? AttentionMasks::causal() : AttentionMasks();
  Rng texts = rng.stream(2);
  train(reader, *scheme, trial.updates, 0.005, [&](std::size_t) {
    const Ids ids = texts.integers({16, back_length}, 0, back_words);
    return cross_entropy(reader(ids, *scheme, masks), three_back(ids));
  });
  // In longer texts the tokens beyond the trained length are asked for.
  Outcome outcome{trial.scheme, {}};
  Rng others = rng.stream(5);
  const NoGrad no_grad;
  for (const std::size_t T : lengths) {
    const Ids ids = others.integers({2048 / T, T}, 0, back_words);
    const Tensor scores = reader(ids, *scheme, masks);
    outcome.values.push_back(100 * right_from(T > back_length ? back_length : 0,
                                              scores.array(), three_back(ids)));
  }
  return {outcome};
}

}  // namespace

Task three_back_task(bool causal) {
  return {causal ? "three_back" : "three_back_both_ways",
          causal ? "Three tokens back, each sees those before it"
                 : "Three tokens back, every token sees every token",
          "% right",
          true,
          {back_length, 2 * back_length, 4 * back_length, 16 * back_length},
          600,
          [causal](const Trial& trial) { return look_back(trial, causal); }};
}
