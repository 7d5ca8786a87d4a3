// Who does what? English sentences, read as a whole.

#include "common/modules.h"
#include "common/sentences.h"
#include "reader.h"
#include "task.h"

using namespace horloge;

namespace {

constexpr std::size_t order_length = 16;  // no sentence has more words

// A score for each being, that it is the doer.   -> (B, 2)
Tensor doer_scores(const Reader& reader, const PositionScheme& scheme,
                   const Batch& batch, std::size_t first) {
  const Tensor x = reader.read(
      batch.ids, scheme, AttentionMasks().with_key_mask(batch.words), first);
  const Tensor beings = matmul(batch.beings, x);  // (B, 2, D)
  return reshape(reader.to_answers(beings), {batch.ids.shape(0), 2});
}

double doers_found(const Reader& reader, const PositionScheme& scheme,
                   const std::vector<Sentence>& sentences, std::size_t first) {
  const NoGrad no_grad;
  double right = 0;
  for (const Batch& batch : in_order(sentences, 32)) {
    const Tensor scores = doer_scores(reader, scheme, batch, first);
    for (std::size_t b = 0; b < batch.doer.size(); ++b) {
      const bool second = scores.array()(b, 1) > scores.array()(b, 0);
      right += second == (batch.doer(b) == 1) ? 1 : 0;
    }
  }
  return 100 * right / double(sentences.size());
}

std::vector<Outcome> find_the_doer(const Trial& trial) {
  const Corpus& corpus = read_corpus("en");
  const Rng rng(trial.seed);
  const Split split = split_pairs(corpus, rng.stream(4));
  const Reader reader(corpus.vocab_size, 1, rng.stream(1));
  const auto scheme =
      contender(trial.scheme, 16 * order_length, false, rng.stream(3));
  std::vector<Batch> epoch;
  train(reader, *scheme, trial.updates, 0.003, [&](std::size_t update) {
    if (epoch.empty())
      epoch = shuffled(split.train, 32, rng.stream(2, std::uint32_t(update)));
    const Batch batch = epoch.back();
    epoch.pop_back();
    return cross_entropy(doer_scores(reader, *scheme, batch, 0), batch.doer);
  });
  Outcome outcome{trial.scheme, {}};
  // Where every text goes from 0 to 1 there is no later position.
  for (const std::size_t end : order_task().lengths)
    if (end == order_length || trial.scheme != "scaled_index")
      outcome.values.push_back(
          doers_found(reader, *scheme, split.test, end - order_length));
  return {outcome};
}

}  // namespace

// A longer "length" is a later position here: the sentence ends where such a
// text would.
Task order_task() {
  return {"order",
          "Who does what?",
          "% right",
          true,
          {order_length, 2 * order_length, 4 * order_length, 16 * order_length},
          300,
          find_the_doer};
}
