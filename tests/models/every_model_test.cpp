// What holds for every model of lib/horloge/models: word order comes from positions alone, a cache
// changes nothing, and no size in a config fills the memory.

#include <set>

#include "horloge/nn/position/by_name.h"
#include "horloge/nn/position/none.h"
#include "horloge/ops/layout.h"
#include "support/arrays.h"
#include "support/small_models.h"

namespace horloge {
namespace {

using nlohmann::json;

bool has_decoder(const LanguageModel& model) { return model.info.decoder_start_id.has_value(); }

// (B, T) or (B, T, D) with the places in another order.
template <class A>
A reordered(const A& x, const std::vector<std::size_t>& order) {
  const std::size_t T = x.shape()[1], rows = x.shape()[0], width = x.size() / (rows * T);
  A y = x;
  for (std::size_t b = 0; b < rows; ++b)
    for (std::size_t t = 0; t < T; ++t)
      std::copy_n(x.data() + (b * T + order[t]) * width, width, y.data() + (b * T + t) * width);
  return y;
}

/// A scheme for the model, of random parameters: as they start, some do nothing yet.
std::shared_ptr<PositionScheme> scheme_for(const LanguageModel& model, const std::string& name) {
  const auto options = PositionOptions()
                           .with_d_model(model.info.sizes.d_model)
                           .with_num_heads(model.info.sizes.num_heads)
                           .with_head_dim(model.info.sizes.head_dim)
                           .with_max_seq_len(24)
                           .with_causal(true);
  Rng rng(7);
  const auto scheme = make_positions(name, options, rng);
  for (const auto& [parameter, value] : scheme->named_parameters()) {
    Tensor handle = value;
    handle.mutable_array() = rng.normal(value.shape());
  }
  return scheme;
}

// Of an encoder and a decoder both read the same words, so that both must follow the order.
ModelInput whole_input(const LanguageModel& model, const Ids& ids) {
  ModelInput in;
  in.ids = ids;
  if (has_decoder(model)) in.decoder_ids = ids;
  return in;
}

TEST(EveryModel, HasNoOrderWithoutPositions) {
  const NoPositions none;
  const std::vector<std::size_t> order = {3, 0, 5, 1, 4, 2};
  std::set<std::string> architectures;
  for (const auto& [name, checkpoint] : every_model()) {
    SCOPED_TRACE(name);
    const auto model = checkpoint.load();
    architectures.insert(model->info.architecture);
    const Ids ids = random_ids(2, 6, model->info.vocab_size, 3);
    const auto follows = [&](const PositionScheme* positions, bool causal, double tolerance) {
      const NoGrad no_grad;
      const auto run = [&](const Ids& words) {
        ModelInput in = whole_input(*model, words);
        in.positions = positions;
        in.causal = causal;
        const ModelOutput out = model->forward(in);
        return (out.logits.defined() ? out.logits : out.last_hidden).array();
      };
      return bool(near(run(reordered(ids, order)), reordered(run(ids), order), tolerance));
    };
    EXPECT_TRUE(follows(&none, false, bound(3e-5, 1e-12)));
    EXPECT_FALSE(follows(nullptr, false, 1e-4));  // its own positions
    // A causal mask is an order of its own, and so is a window.
    const bool windowed = model->info.architecture == "ModernBERT";
    EXPECT_EQ(follows(&none, true, 1e-4), !model->info.causal && !has_decoder(*model) && !windowed);
  }
  EXPECT_THAT(
      architectures,
      testing::ElementsAre("BERT", "BLOOM", "DeepSeek-V3", "DistilBERT", "GPT-2", "GPT-J",
                           "GPT-NeoX", "Gemma", "Gemma 2", "Gemma 3", "LLaMA", "Llama 4", "Mistral",
                           "ModernBERT", "OLMo 2", "Phi", "Phi-3", "Qwen2", "Qwen3", "RoBERTa",
                           "RoFormer", "SmolLM3", "T5", "T5 encoder", "Transformer-XL", "gpt-oss"));
}

/// What the model says of the ids, in pieces of these lengths one after the other with a cache.
Array by_pieces(const LanguageModel& model, const Ids& ids, const PositionScheme* positions,
                const std::vector<std::size_t>& lengths) {
  const NoGrad no_grad;
  DecodingCache cache;
  std::vector<Tensor> hidden;
  std::size_t first = 0;
  for (const std::size_t length : lengths) {
    ModelInput in = whole_input(model, ids);
    (has_decoder(model) ? *in.decoder_ids : in.ids) = columns(ids, first, length);
    in.positions = positions;
    in.cache = &cache;
    hidden.push_back(model.forward(in).last_hidden);
    first += length;
  }
  return concat(hidden, 1).array();
}

bool decodes(const LanguageModel& model) { return model.info.causal || has_decoder(model); }

TEST(EveryModel, DecodesFromItsCacheUnderEveryScheme) {
  for (const auto& [name, checkpoint] : every_model()) {
    const auto model = checkpoint.load();
    if (!decodes(*model)) continue;
    const Ids ids = random_ids(2, 9, model->info.vocab_size, 1);
    std::vector<std::string> schemes = position_names();
    schemes.emplace_back("its own");
    for (const std::string& scheme_name : schemes) {
      SCOPED_TRACE(name + " under " + scheme_name);
      const auto scheme = scheme_name == "its own" ? nullptr : scheme_for(*model, scheme_name);
      if (scheme_name == "scaled_index") {  // each further token would move all before it
        EXPECT_ERROR(by_pieces(*model, ids, scheme.get(), {4, 5}), ValueError,
                     "[ScaledIndexPositions] positions must be 0 to ");
        continue;
      }
      const Array whole = by_pieces(*model, ids, scheme.get(), {9});
      for (const std::vector<std::size_t>& lengths :
           {std::vector<std::size_t>(9, 1), {4, 1, 1, 3}, {8, 1}})
        EXPECT_TRUE(near(by_pieces(*model, ids, scheme.get(), lengths), whole, bound(5e-5, 1e-11)));
      ModelInput in = whole_input(*model, ids);
      in.positions = scheme.get();
      EXPECT_TRUE(near(model->forward(in).last_hidden.array(), whole, bound(5e-5, 1e-11)));
    }
  }
}

TEST(EveryModel, WritesWhatOnePassAfterTheOtherGives) {
  GenerateOptions options;
  options.max_new_tokens = 5;
  options.stop_at_eos = false;
  for (const auto& [name, checkpoint] : every_model()) {
    const auto model = checkpoint.load();
    if (!decodes(*model) || model->info.architecture == "Transformer-XL") continue;
    const Ids prompt = random_ids(2, 4, model->info.vocab_size, 2);
    for (const std::string& scheme_name : position_names()) {
      if (scheme_name == "scaled_index") continue;
      SCOPED_TRACE(name + " under " + scheme_name);
      const auto scheme = scheme_for(*model, scheme_name);
      options.positions = scheme.get();
      const Ids text = model->generate(prompt, options);
      const std::size_t begin = has_decoder(*model) ? 1 : 4;
      ASSERT_EQ(text.shape()[1], begin + 5);
      const NoGrad no_grad;
      for (std::size_t n = begin; n < begin + 5; ++n) {
        ModelInput in = whole_input(*model, prompt);
        (has_decoder(*model) ? *in.decoder_ids : in.ids) = columns(text, 0, n);
        in.positions = scheme.get();
        const Tensor logits = model->forward(in).logits;
        for (std::size_t b = 0; b < 2; ++b)
          EXPECT_EQ(top_predictions(logits, b, n - 1, 1)[0].id, text(b, n)) << n;
      }
    }
  }
}

// Up to the trained length a cache changes nothing. Past it the angles of all tokens change with
// each that comes, and what the layers made of the earlier ones stays as it was.
TEST(DynamicScaling, DecodesAsOnePassUpToTheTrainedLength) {
  test::ChangedCheckpoint llama("llama_tiny");
  llama.config["max_position_embeddings"] = 4;
  llama.config["rope_scaling"] = {{"rope_type", "dynamic"}, {"factor", 2.0}};
  const auto model = llama.load();
  const Ids ids = random_ids(1, 6, 100, 4);
  for (std::size_t T = 2; T <= 6; ++T) {
    const Ids so_far = columns(ids, 0, T);
    const Array cached = by_pieces(*model, so_far, nullptr, std::vector<std::size_t>(T, 1));
    const Array at_once = by_pieces(*model, so_far, nullptr, {T});
    EXPECT_EQ(bool(near(cached, at_once, T > 4 ? 1e-3 : bound(5e-5, 1e-11))), T <= 4) << T;
  }
}

// Whatever number a config gets wrong, the model is made or one sentence says why it is not.
TEST(EveryModel, NoSizeFillsTheMemory) {
  for (const auto& [name, checkpoint] : every_model())
    for (const auto& setting : checkpoint.config.items()) {
      if (!setting.value().is_number()) continue;
      for (const double size : {1e15, 1e9, 65536.0 * 8192}) {
        SCOPED_TRACE(name + ": " + setting.key() + " = " + json(size).dump());
        test::ChangedCheckpoint changed = checkpoint;
        changed.config[setting.key()] = static_cast<std::int64_t>(size);
        try {
          changed.load();
        } catch (const Error& e) {
          EXPECT_LT(std::string(e.what()).size(), 200U) << e.what();
        } catch (const std::exception& e) {
          ADD_FAILURE() << e.what();
        }
      }
    }
}

}  // namespace
}  // namespace horloge
