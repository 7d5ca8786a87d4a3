#include "horloge/models/language_model.h"

#include "horloge/core/error.h"
#include "horloge/ops/loss.h"
#include "support/arrays.h"
#include "support/checkpoints.h"

namespace horloge {
namespace {

using test::array_of;
using test::random_ids;
using test::same;
using test::small_checkpoint;
using testing::ElementsAre;

// A model that says after id n most likely comes n + 1.
Tensor counting(const Ids& ids) {
  const std::size_t B = ids.shape()[0], T = ids.shape()[1];
  Array logits = zeros({B, T, 10});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t) logits(b, t, (ids(b, t) + 1) % 10) = 1;
  return Tensor(logits);
}

Ids ids_of(std::initializer_list<std::int64_t> numbers, std::size_t rows) {
  Ids ids = Ids::from_shape({rows, numbers.size() / rows});
  std::copy(numbers.begin(), numbers.end(), ids.begin());
  return ids;
}

ModelInfo ending_with(std::vector<std::int64_t> eos_ids) {
  ModelInfo info;
  info.eos_ids = std::move(eos_ids);
  return info;
}

TEST(Greedy, TakesTheMostLikely) {
  GenerateOptions options;
  options.max_new_tokens = 3;
  EXPECT_EQ(greedy(ids_of({5, 1, 2, 8}, 2), {}, options, counting),
            ids_of({5, 1, 2, 3, 4, 2, 8, 9, 0, 1}, 2));
  options.max_new_tokens = 0;
  EXPECT_EQ(greedy(ids_of({5, 1}, 1), {}, options, counting), ids_of({5, 1}, 1));
}

TEST(Greedy, StopsWhenAllTextsHaveEnded) {
  GenerateOptions options;
  options.max_new_tokens = 9;
  EXPECT_EQ(greedy(ids_of({1, 3}, 2), ending_with({4, 5}), options, counting),
            ids_of({1, 2, 3, 4, 3, 4, 4, 4}, 2));
  options.stop_at_eos = false;
  EXPECT_EQ(greedy(ids_of({1}, 1), ending_with({4}), options, counting),
            ids_of({1, 2, 3, 4, 5, 6, 7, 8, 9, 0}, 1));
}

TEST(Greedy, PadsATextThatHasEnded) {
  ModelInfo info = ending_with({4, 5});
  info.padding_id = 0;
  GenerateOptions options;
  options.max_new_tokens = 9;
  EXPECT_EQ(greedy(ids_of({1, 3}, 2), info, options, counting),
            ids_of({1, 2, 3, 4, 3, 4, 0, 0}, 2));
}

TEST(Greedy, TellsEachTokenAsItComes) {
  GenerateOptions options;
  options.max_new_tokens = 3;
  std::vector<Ids> heard;
  options.on_token = [&](const Ids& ids) { heard.push_back(ids); };
  greedy(ids_of({1, 3}, 2), ending_with({4, 5}), options, counting);
  EXPECT_EQ(heard, (std::vector<Ids>{ids_of({2, 4}, 2), ids_of({3, 4}, 2), ids_of({4, 4}, 2)}));
}

TEST(Greedy, NeedsATokenToBeginWith) {
  EXPECT_ERROR(greedy(Ids::from_shape({1, 0}), {}, {}, counting), ValueError,
               "[generate] needs at least one token");
}

TEST(LanguageModel, GeneratesWhatOnePassAfterTheOtherGives) {
  const auto model = load_pretrained(small_checkpoint("llama_gqa_tiny"));
  GenerateOptions options;
  options.max_new_tokens = 6;
  options.stop_at_eos = false;
  const Ids prompt = random_ids(2, 4, 64, 1);
  Ids all = prompt;
  for (std::size_t n = 0; n < 6; ++n) {
    ModelInput in;
    in.ids = all;
    const Array logits = model->forward(in).logits.array();
    Ids longer = Ids::from_shape({std::size_t{2}, all.shape()[1] + 1});
    for (std::size_t b = 0; b < 2; ++b) {
      for (std::size_t t = 0; t < all.shape()[1]; ++t) longer(b, t) = all(b, t);
      longer(b, all.shape()[1]) = top_predictions(Tensor(logits), b, all.shape()[1] - 1, 1)[0].id;
    }
    all = longer;
  }
  EXPECT_EQ(model->generate(prompt, options), all);
}

// A text goes on in the same way whether or not padding stands before it.
TEST(LanguageModel, DoesNotCountPaddingOnTheLeft) {
  const auto model = load_pretrained(small_checkpoint("llama_tiny"));
  ASSERT_EQ(model->info.padding_id, 0);
  GenerateOptions options;
  options.max_new_tokens = 5;
  options.stop_at_eos = false;
  const Ids alone = model->generate(ids_of({24, 3, 56}, 1), options);
  const Ids padded = model->generate(ids_of({0, 0, 24, 3, 56, 9, 8, 7, 6, 5}, 2), options);
  for (std::size_t t = 0; t < 8; ++t) EXPECT_EQ(padded(0, t + 2), alone(0, t)) << t;
}

TEST(LanguageModel, PredictsTheNextPlace) {
  const auto model = load_pretrained(small_checkpoint("gpt2_tiny"));
  ModelInput in;
  in.ids = random_ids(2, 3, 96, 2);
  const Tensor logits = model->forward(in).logits;
  const Ids labels = ids_of({1, 2, 3, 4, -100, 6}, 2);
  Array before = empty({4, 96});
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t v = 0; v < 96; ++v) before(row, v) = logits.array()(row / 2, row % 2, v);
  Ids next = Ids::from_shape({4});
  next(0) = 2, next(1) = 3, next(2) = -100, next(3) = 6;
  EXPECT_NEAR(language_model_loss(*model, logits, labels).item(),
              cross_entropy(Tensor(before), next).item(), 1e-6);
  EXPECT_ERROR(language_model_loss(*model, logits, ids_of({1, 2}, 1)), ShapeError,
               "labels must be (B, T) = (2, 3)");
}

TEST(TopPredictions, AreSortedProbabilities) {
  const Tensor logits(array_of({1, 2, 4}, {9, 9, 9, 9, 0, 2, 1, 2}));
  const auto best = top_predictions(logits, 0, 1, 3);
  ASSERT_EQ(best.size(), 3U);
  EXPECT_EQ(best[0].id, 1);
  EXPECT_EQ(best[1].id, 3);
  EXPECT_EQ(best[2].id, 2);
  const double sum = 1 + std::exp(1.0) + 2 * std::exp(2.0);
  EXPECT_NEAR(best[0].probability, std::exp(2.0) / sum, 1e-12);
  EXPECT_NEAR(best[2].probability, std::exp(1.0) / sum, 1e-12);
  EXPECT_EQ(top_predictions(logits, 0, 0, 99).size(), 4U);
  EXPECT_ERROR(top_predictions(logits, 0, 2, 1), IndexError, "no position 2 of sequence 0");
}

}  // namespace
}  // namespace horloge
