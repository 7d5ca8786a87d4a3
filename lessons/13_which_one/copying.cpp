// Say it again: a list of tokens, a sign, and the same list once more (Huang et
// al. 2025). Of different tokens, or of two over and over.

#include "common/copies.h"
#include "horloge/ops/loss.h"
#include "reader.h"
#include "right.h"
#include "task.h"

using namespace horloge;

namespace {

constexpr std::size_t copy_length = 10, longest_copy = 16 * copy_length;

std::vector<Outcome> copy(const Trial& trial, bool distinct) {
  const Rng rng(trial.seed);
  const std::size_t words = 2 + (distinct ? longest_copy : 2);
  const Reader reader(words, words, rng.stream(1));
  const auto scheme =
      contender(trial.scheme, 2 * longest_copy + 1, true, rng.stream(3));
  const auto masks = AttentionMasks::causal();
  Rng lists = rng.stream(2);
  train(reader, *scheme, trial.updates, 0.003, [&](std::size_t) {
    std::vector<std::size_t> n(32);
    for (std::size_t& one : n) one = 1 + lists.below(copy_length);
    const Copies some = copies(n, longest_copy, distinct, lists);
    return cross_entropy(reader(some.ids, *scheme, masks), some.answers);
  });
  Outcome outcome{trial.scheme, {}};
  Rng others = rng.stream(5);
  const NoGrad no_grad;
  for (const std::size_t length : copying_task(distinct).lengths) {
    double right = 0;
    constexpr std::size_t parts = 10;
    for (std::size_t part = 0; part < parts; ++part) {
      const Copies some = copies(std::vector<std::size_t>(10, length),
                                 longest_copy, distinct, others);
      const Tensor scores = reader(some.ids, *scheme, masks);
      right += share_all_right(scores.array(), some.answers) / parts;
    }
    outcome.values.push_back(100 * right);
  }
  return {outcome};
}

}  // namespace

Task copying_task(bool distinct) {
  return {distinct ? "copy_distinct" : "copy_repeating",
          distinct ? "Copies of lists of different tokens"
                   : "Copies of lists of two tokens",
          "% without fault",
          true,
          {copy_length, 2 * copy_length, 4 * copy_length, longest_copy},
          distinct ? 2000U : 1000U,
          [distinct](const Trial& trial) { return copy(trial, distinct); }};
}
