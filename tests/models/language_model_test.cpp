#include "horloge/models/language_model.h"

#include "horloge/ops/loss.h"
#include "support/arrays.h"
#include "support/checkpoints.h"

namespace horloge {
namespace {

Ids ids_of(std::initializer_list<std::int64_t> numbers, std::size_t rows) {
  Ids ids = Ids::from_shape({rows, numbers.size() / rows});
  std::copy(numbers.begin(), numbers.end(), ids.begin());
  return ids;
}

TEST(LanguageModel, EndsItsTextsAsItsConfigSays) {
  ChangedCheckpoint checkpoint("gpt2_tiny");
  const auto options = GenerateOptions().with_max_new_tokens(20).with_stop_at_eos(false);
  const Ids prompt = ids_of({5, 17}, 1);
  const Ids all = checkpoint.load()->generate(prompt, options);
  const std::int64_t first = all(0, 2);
  const auto* const other =
      std::find_if(all.data() + 2, all.data() + 22, [=](std::int64_t id) { return id != first; });
  ASSERT_NE(other, all.data() + 22);
  checkpoint.config["eos_token_id"] = first;
  const auto model = checkpoint.load();
  EXPECT_EQ(model->generate(prompt).size(), 3U);
  EXPECT_EQ(model->generate(prompt, options), all);
  // The options have the last word.
  EXPECT_EQ(generate(*model, prompt, GenerateOptions().with_eos_ids({*other})).size(),
            static_cast<std::size_t>(other + 1 - all.data()));
}

TEST(LanguageModel, SamplesWithItsCacheAsWithout) {
  const auto model = small_model("llama_gqa_tiny");
  const auto options = GenerateOptions()
                           .with_max_new_tokens(12)
                           .with_stop_at_eos(false)
                           .with_sampling(SamplingOptions().with_top_k(20).with_temperature(1.5))
                           .with_seed(3);
  const Ids prompt = random_ids(2, 4, 64, 1);
  const auto whole = [&](const Ids& ids) { return model->forward(input_of(ids)).logits; };
  const Ids text = model->generate(prompt, options);
  EXPECT_EQ(generate(whole, prompt, options), text);
  EXPECT_NE(model->generate(prompt, options.with_seed(4)), text);
}

TEST(LanguageModel, GeneratesWhatOnePassAfterTheOtherGives) {
  const auto model = small_model("llama_gqa_tiny");
  const auto options = GenerateOptions().with_max_new_tokens(6).with_stop_at_eos(false);
  const Ids prompt = random_ids(2, 4, 64, 1);
  Ids all = prompt;
  for (std::size_t n = 0; n < 6; ++n) {
    const Array logits = model->forward(input_of(all)).logits.array();
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
  const auto model = small_model("llama_tiny");
  ASSERT_EQ(model->info.padding_id, 0);
  const auto options = GenerateOptions().with_max_new_tokens(5).with_stop_at_eos(false);
  const Ids alone = model->generate(ids_of({24, 3, 56}, 1), options);
  const Ids padded = model->generate(ids_of({0, 0, 24, 3, 56, 9, 8, 7, 6, 5}, 2), options);
  for (std::size_t t = 0; t < 8; ++t) EXPECT_EQ(padded(0, t + 2), alone(0, t)) << t;
}

TEST(LanguageModel, PredictsTheNextPlace) {
  const auto model = small_model("gpt2_tiny");
  const ModelInput in = input_of(random_ids(2, 3, 96, 2));
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
