#include "horloge/models/likelihood.h"

#include "horloge/nn/position/none.h"
#include "support/arrays.h"
#include "support/checkpoints.h"

namespace horloge {
namespace {

Ids text_of(std::size_t T, std::size_t vocab_size, std::uint64_t seed) {
  Ids ids = random_ids(1, T, vocab_size, seed);
  ids.reshape({T});
  return ids;
}

// -ln p of ids(t) at place `at` of ids begin … end - 1, by the definition of softmax.
double nats_at(const LanguageModel& model, const Ids& ids, std::size_t begin, std::size_t end,
               std::size_t at, std::int64_t wanted, const PositionScheme* positions) {
  ModelInput in;
  in.positions = positions;
  in.ids = Ids::from_shape({1, end - begin});
  std::copy(ids.data() + begin, ids.data() + end, in.ids.data());
  const Array logits = test::logits_of(model, in);
  double sum = 0;
  for (std::size_t v = 0; v < logits.shape()[2]; ++v) sum += std::exp(double{logits(0, at, v)});
  return std::log(sum) - logits(0, at, static_cast<std::size_t>(wanted));
}

// Each token by itself: those of the first window have all others before them; each further window
// begins with the last window / 2 tokens of the one before.
double one_by_one(const LanguageModel& model, const Ids& ids, std::size_t window,
                  const PositionScheme* positions = nullptr) {
  const std::size_t step = window - window / 2;
  double sum = 0;
  for (std::size_t t = 1; t < ids.size(); ++t) {
    const std::size_t begin = t < window ? 0 : ((t - window) / step + 1) * step;
    sum += nats_at(model, ids, begin, t, t - begin - 1, ids(t), positions);
  }
  return sum;
}

TEST(Likelihood, IsThatOfEachTokenGivenThoseBeforeIt) {
  const NoPositions none;
  for (const char* name : {"gpt2_tiny", "llama_gqa_tiny", "bloom_tiny"}) {
    SCOPED_TRACE(name);
    const auto model = small_model(name);
    for (const std::size_t T : {2U, 7U, 8U, 9U, 30U})
      for (const std::size_t window : {2U, 7U, 8U, 40U})
        for (const PositionScheme* positions : {static_cast<const PositionScheme*>(nullptr),
                                                static_cast<const PositionScheme*>(&none)}) {
          const Ids ids = text_of(T, 60, T);
          const Likelihood found = likelihood(
              *model, ids, LikelihoodOptions().with_window(window).with_positions(positions));
          EXPECT_EQ(found.tokens, T - 1);
          EXPECT_EQ(found.read, T);
          const double want = one_by_one(*model, ids, window, positions);
          EXPECT_NEAR(found.nll, want, bound(2e-4, 1e-10)) << T << " in " << window;
          EXPECT_NEAR(found.perplexity() / std::exp(want / static_cast<double>(T - 1)), 1,
                      bound(1e-4, 1e-10));
        }
  }
}

TEST(Likelihood, ReadsNoMoreThanTheModelHasPositions) {
  const auto model = small_model("gpt2_tiny");
  EXPECT_EQ(likelihood_window(*model), 32U);
  EXPECT_EQ(likelihood_window(*small_model("bloom_tiny")), 2048U);
  const Ids ids = text_of(75, 96, 4);
  EXPECT_NEAR(likelihood(*model, ids).nll, one_by_one(*model, ids, 32), bound(3e-4, 1e-10));
}

TEST(Likelihood, TellsHowFarItIsAndStopsWhenAsked) {
  const auto model = small_model("gpt2_tiny");
  const Ids ids = text_of(20, 96, 4);
  std::vector<std::size_t> read;
  const auto options = LikelihoodOptions().with_window(8).with_on_window(
      [&](const Likelihood& so_far) { read.push_back(so_far.read); });
  const Likelihood all = likelihood(*model, ids, options);
  EXPECT_THAT(read, ElementsAre(8, 12, 16, 20));
  const Likelihood part =
      likelihood(*model, ids, options.with_stop_if([&] { return read.size() > 5; }));
  EXPECT_EQ(part.read, 12U);
  EXPECT_EQ(part.tokens, 11U);
  EXPECT_LT(part.nll, all.nll);
}

// Token 3 opens and closes the text; 1 is the mask.
TEST(Likelihood, OfAMaskedModelIsThatOfEachTokenGivenAllOthers) {
  const auto model = small_model("bert_tiny");
  for (const std::size_t T : {3U, 8U, 32U}) {
    Ids ids = text_of(T, 80, T) + 5;
    ids(0) = ids(T - 1) = 3;
    double want = 0;
    for (std::size_t t = 1; t + 1 < T; ++t) {
      Ids masked = ids;
      masked(t) = 1;
      want += nats_at(*model, masked, 0, T, t, ids(t), nullptr);
    }
    const auto options = LikelihoodOptions().with_mask_id(1).with_special_ids({3});
    const Likelihood found = likelihood(*model, ids, options);
    EXPECT_EQ(found.tokens, T - 2);
    EXPECT_NEAR(found.nll, want, bound(2e-4, 1e-10));
  }
}

TEST(Likelihood, NamesWhatHasNone) {
  const auto gpt2 = small_model("gpt2_tiny");
  const auto bert = small_model("bert_tiny");
  const Ids ids = text_of(5, 60, 1);
  const auto masked = LikelihoodOptions().with_mask_id(1);
  EXPECT_ERROR(likelihood(*gpt2, text_of(1, 60, 1)), ValueError, "needs a second token");
  EXPECT_ERROR(likelihood(*gpt2, ids, LikelihoodOptions().with_window(1)), ValueError,
               "window must be 2 or more");
  EXPECT_ERROR(likelihood(*gpt2, random_ids(1, 5, 60, 1)), ShapeError, "[likelihood] ids (T)");
  EXPECT_ERROR(likelihood(*bert, ids), ValueError, "BERT fills in masked tokens; it needs");
  EXPECT_ERROR(likelihood(*bert, text_of(33, 60, 1), masked), ValueError,
               "BERT reads 32 tokens at most, and these are 33");
  EXPECT_ERROR(likelihood(*bert, text_of(0, 60, 1), masked), ValueError, "no token to predict");
  ChangedCheckpoint bare = changed("gpt2_tiny", "architectures", {"GPT2Model"});
  EXPECT_ERROR(likelihood(*bare.load(), ids), ValueError, "this GPT-2 has no language-model head");
  ChangedCheckpoint broken("gpt2_tiny");
  auto& norm = broken.weights.tensors.at("transformer.ln_f.bias");
  Array bias = norm.to_array();
  bias(0) = static_cast<real>(test::nan);
  norm = StoredTensor::from(bias);
  EXPECT_ERROR(likelihood(*broken.load(), ids), ValueError, "is not a number (NaN)");
}

}  // namespace
}  // namespace horloge
