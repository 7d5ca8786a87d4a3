// What tells Qwen2, Gemma, Phi and Phi-3 from LLaMA and GPT-NeoX, and what they refuse. Their
// numbers are those of data/golden/models.

#include "horloge/models/decoder.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

// Qwen2 with a window of 3 tokens where the settings say so.
ChangedCheckpoint windowed_qwen2() {
  ChangedCheckpoint qwen = changed("qwen2_tiny", "use_sliding_window", true);
  qwen.config["sliding_window"] = 3;
  return qwen;
}

// In which layers a token gives weight to keys 3 or more tokens back.
std::vector<bool> looks_far(const ChangedCheckpoint& checkpoint) {
  const NoGrad no_grad;
  ModelInput in = input_of(random_ids(1, 6, 44, 3));
  in.trace = true;
  std::vector<bool> far;
  for (const Tensor& weights : checkpoint.load()->forward(in).attention) {
    bool some = false;
    for (std::size_t h = 0; h < 4; ++h)
      for (std::size_t t = 0; t < 6; ++t)
        for (std::size_t s = 0; s + 3 <= t; ++s)
          some = some || weights.array()(0, h, t, s) != real{0};
    far.push_back(some);
  }
  return far;
}

TEST(Qwen2, ItsWindowIsInTheLayersThatAreNamed) {
  ChangedCheckpoint qwen = windowed_qwen2();
  EXPECT_EQ(looks_far(qwen), (std::vector<bool>{true, true}));  // the first 28 have none
  for (const int first : {0, 1, 2}) {
    qwen.config["max_window_layers"] = first;
    EXPECT_EQ(looks_far(qwen), (std::vector<bool>{first > 0, first > 1})) << first;
  }
  qwen.config["layer_types"] = {"sliding_attention", "full_attention"};
  EXPECT_EQ(looks_far(qwen), (std::vector<bool>{false, true}));
  EXPECT_EQ(
      qwen.load()->info.positions,
      "rotary, q and k rotated in pairs (i, i + 2); base 1000000; a window of 3 tokens in 1 of 2 "
      "layers");
  qwen.config["layer_types"] = {"sliding_attention", "sliding_attention"};
  const auto model = qwen.load();
  const Ids prompt = random_ids(2, 4, 44, 4);
  const Ids text = model->generate(prompt, GenerateOptions().with_stop_at_eos(false));
  const NoGrad no_grad;
  for (std::size_t n = 4; n < text.shape()[1]; ++n) {
    const Tensor logits = model->forward(input_of(test::columns(text, 0, n))).logits;
    for (std::size_t b = 0; b < 2; ++b)
      EXPECT_EQ(top_predictions(logits, b, n - 1, 1)[0].id, text(b, n)) << n;
  }
}

TEST(Qwen2, RefusesWindowsThatItCannotPlace) {
  ChangedCheckpoint qwen = windowed_qwen2();
  qwen.config["layer_types"] = {"full_attention"};
  EXPECT_ERROR(qwen.load(), ValueError,
               "layer_types = [\"full_attention\"] is not supported; it has to name each of the 2 "
               "layers");
  qwen.config["layer_types"] = {"full_attention", "linear_attention"};
  EXPECT_ERROR(qwen.load(), ValueError, "each is full_attention or sliding_attention");
  qwen.config["layer_types"] = {"full_attention", "sliding_attention"};
  qwen.config["use_sliding_window"] = false;
  EXPECT_ERROR(qwen.load(), ValueError, "use_sliding_window is not on");
}

TEST(Gemma, ItsSettingsHaveTheMeaningOfItsAuthors) {
  const Ids ids = random_ids(1, 6, 40, 1);
  const Array usual = logits_of(*small_model("gemma_tiny"), ids);
  // The first configs name another function, and no tying.
  ChangedCheckpoint first = changed("gemma_tiny", "hidden_act", "gelu");
  first.config.erase("hidden_activation");
  first.config.erase("tie_word_embeddings");
  EXPECT_TRUE(same(logits_of(*first.load(), ids), usual));
  EXPECT_FALSE(near(logits_of(*changed("gemma_tiny", "hidden_activation", "gelu").load(), ids),
                    usual, 1e-5));
  first.config.erase("head_dim");
  EXPECT_ERROR(first.load(), ValueError, "head_dim is missing");
}

TEST(Gemma, FactorsOfItsNormsAreStoredLessOne) {
  const ChangedCheckpoint gemma("gemma_tiny");
  const auto model = gemma.load();
  const auto* decoder = dynamic_cast<const DecoderModel*>(model.get());
  ASSERT_NE(decoder, nullptr);
  const Array stored = gemma.weights.at("model.norm.weight").to_array();
  for (std::size_t d = 0; d < stored.size(); ++d)
    EXPECT_EQ(decoder->stack.norm->weight.array()(d), stored(d) + real{1});
}

TEST(Phi, SaysWhatTurnsAndRefusesTheRest) {
  ChangedCheckpoint phi("phi_tiny");
  const std::string turning =
      "rotary, the first 4 dimensions of q and k rotated in pairs (i, i + 2); base 10000";
  EXPECT_EQ(phi.load()->info.positions, turning);
  EXPECT_EQ(phi.load()->info.trained_len, 32U);
  phi.config.erase("partial_rotary_factor");
  EXPECT_EQ(phi.load()->info.positions, turning);
  EXPECT_ERROR(changed("phi_tiny", "qk_layernorm", true).load(), ValueError,
               "qk_layernorm = true is not supported; only false is");
  EXPECT_ERROR(changed("phi_tiny", "num_key_value_heads", 2).load(), ValueError,
               "num_key_value_heads = 2 is not supported; it must divide the 3 query heads");
  phi.config["architectures"] = {"PhiModel"};
  rename(phi.weights, [](const std::string& name) {
    return name.rfind("lm_head", 0) == 0 ? std::string() : test::replaced(name, "model.", "");
  });
  EXPECT_FALSE(phi.load()->forward(input_of(random_ids(1, 4, 44, 1))).logits.defined());
}

TEST(Phi3, ItsFusedMatricesAreTakenApart) {
  ChangedCheckpoint phi("phi3_tiny");
  const Ids ids = random_ids(1, 7, 44, 2);
  const Array usual = logits_of(*phi.load(), ids);
  phi.config["sliding_window"] = 3;
  EXPECT_FALSE(near(logits_of(*phi.load(), ids), usual, 1e-3));
  EXPECT_THAT(phi.load()->info.positions, HasSubstr("base 10000; a window of 3 tokens"));

  ChangedCheckpoint narrow("phi3_tiny");
  narrow.weights.tensors.insert_or_assign("model.layers.1.mlp.gate_up_proj.weight",
                                          StoredTensor::from(zeros({39, 24})));
  EXPECT_ERROR(narrow.load(), ShapeError,
               "model.layers.1.mlp.gate_up_proj.weight has shape (39, 24), but the config asks for "
               "(40, 24)");
  rename(narrow.weights, [](const std::string& name) {
    return name.find("gate_up") == name.npos ? name : std::string();
  });
  EXPECT_ERROR(narrow.load(), ValueError, "layers.0.mlp.gate_up_proj.weight (40, 24) is missing; ");
  ChangedCheckpoint longer = changed("phi3_tiny", "rope_scaling",
                                     {{"type", "longrope"}, {"long_factor", {1.0, 1.0, 1.0}}});
  EXPECT_ERROR(longer.load(), ValueError, "rope_scaling type \"longrope\" has no short_factor");
}

// Up to the trained length as without; past it, with one factor for all, as by linear scaling,
// whose numbers are Hugging Face's.
TEST(Phi3, LongropeIsLinearScalingWhereAllFactorsAreOne) {
  ChangedCheckpoint phi("phi3_tiny"), linear("phi3_tiny");
  const Ids short_text = random_ids(1, 8, 44, 2), long_text = random_ids(1, 9, 44, 3);
  const Array usual = logits_of(*phi.load(), short_text);
  linear.config["rope_scaling"] = {{"type", "linear"}, {"factor", 4.0}};
  phi.config["original_max_position_embeddings"] = 8;
  phi.config["rope_scaling"] = {{"type", "longrope"},
                                {"short_factor", {1.0, 1.0, 1.0}},
                                {"long_factor", {4.0, 4.0, 4.0}},
                                {"attention_factor", 1.0}};
  EXPECT_TRUE(near(logits_of(*phi.load(), short_text), usual, bound(1e-5, 1e-12)));
  EXPECT_TRUE(near(logits_of(*phi.load(), long_text), logits_of(*linear.load(), long_text),
                   bound(1e-5, 1e-12)));
  EXPECT_FALSE(near(logits_of(*linear.load(), short_text), usual, 1e-3));
  phi.config["rope_scaling"].erase("attention_factor");  // the usual one makes scores larger
  EXPECT_FALSE(near(logits_of(*phi.load(), short_text), usual, 1e-3));
  EXPECT_THAT(phi.load()->info.positions, HasSubstr(", longrope scaling by 4"));
  phi.config["rope_scaling"]["short_factor"] = {1.0, "x"};
  EXPECT_ERROR(phi.load(), ValueError, "must be a list of numbers");
}

}  // namespace
}  // namespace horloge
