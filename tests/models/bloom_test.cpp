#include "horloge/models/decoder.h"
#include "horloge/ops/layout.h"
#include "support/arrays.h"
#include "support/checkpoints.h"

namespace horloge {
namespace {

TEST(Bloom, SaysWhatItIs) {
  const auto model = small_model("bloom_tiny");
  EXPECT_EQ(model->info.architecture, "BLOOM");
  EXPECT_EQ(model->info.positions, "ALiBi, added to the scores");
  EXPECT_EQ(model->info.sizes.num_layers, 2U);
  EXPECT_EQ(model->info.sizes.d_model, 32U);
  EXPECT_EQ(model->info.sizes.num_heads, 4U);
  EXPECT_EQ(model->info.sizes.num_kv_heads, 4U);
  EXPECT_EQ(model->info.sizes.head_dim, 8U);
}

TEST(Bloom, ReadsItsOldNamesOfSettings) {
  const ModelInput in = input_of(random_ids(2, 6, 88, 1));
  ChangedCheckpoint old("bloom_tiny");
  const auto rename = [&](const char* now, const char* before) {
    old.config[before] = old.config[now];
    old.config.erase(now);
  };
  rename("hidden_size", "n_embed");
  rename("n_head", "num_attention_heads");
  rename("n_layer", "num_hidden_layers");
  old.config["offset_alibi"] = 100;
  old.config["masked_softmax_fusion"] = true;
  old.config["n_inner"] = nullptr;
  EXPECT_TRUE(same(logits_of(*old.load(), in), logits_of(*small_model("bloom_tiny"), in)));
}

// Padding on the left moves no word: positions count what is no padding.
TEST(Bloom, CountsItsPositionsWithoutPadding) {
  const auto model = small_model("bloom_tiny");
  const Ids ids = random_ids(1, 5, 88, 2);
  const Array plain = logits_of(*model, input_of(ids));
  ModelInput padded = input_of(Ids::from_shape({1, 8}));
  padded.ids.fill(3);
  padded.attention_mask = Mask::from_shape({1, 8});
  for (std::size_t j = 0; j < 8; ++j) {
    (*padded.attention_mask)(0, j) = j >= 3;
    if (j >= 3) padded.ids(0, j) = ids(0, j - 3);
  }
  const Array behind = slice(Tensor(logits_of(*model, padded)), {{}, {3}}).array();
  EXPECT_TRUE(near(behind, plain, bound(2e-5, 1e-12)));
  // A hole in the middle is passed over as well.
  (*padded.attention_mask)(0, 5) = false;
  EXPECT_FALSE(near(slice(Tensor(logits_of(*model, padded)), {{}, {3}}).array(), plain, 1e-3));
}

// Only the distance counts, however far the text has come.
TEST(Bloom, FeelsDistancesAlone) {
  const auto model = small_model("bloom_tiny");
  ModelInput in = input_of(random_ids(1, 6, 88, 3));
  const Array usual = logits_of(*model, in);
  in.position_ids = positions_from(40, 6);
  EXPECT_TRUE(near(logits_of(*model, in), usual, bound(1e-4, 1e-11)));
  in.position_ids = Ids(2 * positions_from(0, 6));
  EXPECT_FALSE(near(logits_of(*model, in), usual, 1e-3));
}

TEST(Bloom, CanAddToItsNorms) {
  const ModelInput in = input_of(random_ids(1, 6, 88, 4));
  const auto model = load_changed("bloom_tiny", "apply_residual_connection_post_layernorm", true);
  EXPECT_FALSE(near(logits_of(*model, in), logits_of(*small_model("bloom_tiny"), in), 1e-3));
}

TEST(Bloom, GeneratesBehindPadding) {
  const auto model = load_changed("bloom_tiny", "pad_token_id", 3);
  const Ids prompt = random_ids(1, 4, 88, 5) + 3;  // no padding, and no end
  const auto options = GenerateOptions().with_max_new_tokens(5).with_stop_at_eos(false);
  const Ids alone = model->generate(prompt % 88, options);
  Ids padded = Ids::from_shape({1, 6});
  padded.fill(3);
  for (std::size_t t = 0; t < 4; ++t) padded(0, t + 2) = alone(0, t);
  const Ids behind = model->generate(padded, options);
  for (std::size_t t = 0; t < 9; ++t) EXPECT_EQ(behind(0, t + 2), alone(0, t)) << t;
}

TEST(Bloom, GeneratesUnderAnotherScheme) {
  const auto model = small_model("bloom_tiny");
  const PositionScheme nowhere;
  GenerateOptions with, without;
  with.max_new_tokens = without.max_new_tokens = 6;
  with.stop_at_eos = without.stop_at_eos = false;
  without.positions = &nowhere;
  int different = 0;
  for (std::uint64_t seed = 6; seed < 16; ++seed) {
    const Ids prompt = random_ids(1, 6, 88, seed);
    ModelInput in = input_of(model->generate(prompt, without));
    in.positions = &nowhere;
    const Tensor logits(logits_of(*model, in));
    for (std::size_t t = 6; t < 12; ++t)
      EXPECT_EQ(top_predictions(logits, 0, t - 1, 1)[0].id, in.ids(0, t));
    if (model->generate(prompt, with) != in.ids) ++different;
  }
  EXPECT_GT(different, 0);
}

}  // namespace
}  // namespace horloge
