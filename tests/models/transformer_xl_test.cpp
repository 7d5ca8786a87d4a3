#include "horloge/models/parts/adaptive.h"
#include "horloge/nn/position/none.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/loss.h"
#include "support/gradients.h"
#include "support/small_models.h"

namespace horloge {
namespace {

using nlohmann::json;

struct XlSizes {
  static constexpr std::size_t V = 40, D = 16;
};

ModelInput input(std::size_t B, std::size_t T, std::uint64_t seed) {
  return input_of(random_ids(B, T, XlSizes::V, seed));
}

Array hidden_of(const ChangedCheckpoint& model, const ModelInput& in) {
  const NoGrad no_grad;
  return model.load()->forward(in).last_hidden.array();
}

TEST(TransformerXL, SaysWhatItIs) {
  const auto model = transformer_xl_with_head().load();
  EXPECT_EQ(model->info.architecture, "Transformer-XL");
  EXPECT_EQ(model->info.positions,
            "relative, added to the scores as each query sees it; remembers 6 tokens");
  EXPECT_EQ(model->info.vocab_size, XlSizes::V);
  EXPECT_TRUE(model->info.causal);
}

TEST(TransformerXL, CachedDecodingGivesTheLogitsOfOnePass) {
  for (const bool same_length : {false, true}) {
    ChangedCheckpoint changed = transformer_xl_with_head();
    changed.config["same_length"] = same_length;
    changed.config["clamp_len"] = 4;
    const auto model = changed.load();
    const NoGrad no_grad;
    ModelInput in = input(2, 9, 1);
    in.mems = model->forward(input(2, 5, 2)).mems;
    const Array whole = model->forward(in).logits.array();
    DecodingCache cache;
    std::vector<Tensor> logits;
    for (std::size_t t = 0; t < 9; ++t) {
      ModelInput next;
      next.ids = Ids::from_shape({2, 1});
      for (std::size_t b = 0; b < 2; ++b) next.ids(b, 0) = in.ids(b, t);
      if (t == 0) next.mems = in.mems;
      next.cache = &cache;
      logits.push_back(model->forward(next).logits);
    }
    EXPECT_EQ(cache.length(), 15U);
    EXPECT_TRUE(near(concat(logits, 1).array(), whole, bound(2e-5, 1e-12)));
  }
}

// Where the window is no longer than the memory, a text in pieces is the text in one: of L layers
// the last place of the last piece feels what is at most L windows before it.
TEST(TransformerXL, APieceSeesThroughItsMemory) {
  ChangedCheckpoint changed = transformer_xl_with_head();
  changed.config["same_length"] = true;
  const auto model = changed.load();
  const NoGrad no_grad;
  const ModelInput whole = input(1, 12, 3);
  const Array want = model->forward(whole).logits.array();
  ModelInput piece;
  for (std::size_t first = 0; first < 12; first += 3) {
    piece.ids = Ids::from_shape({1, 3});
    std::copy_n(whole.ids.data() + first, 3, piece.ids.data());
    const ModelOutput out = model->forward(piece);
    const auto from = static_cast<std::ptrdiff_t>(first);
    EXPECT_TRUE(near(out.logits.array(), slice(Tensor(want), {{}, {from, from + 3}}).array(),
                     bound(2e-5, 1e-12)));
    ASSERT_EQ(out.mems.size(), 2U);
    EXPECT_EQ(out.mems[1].shape(), (Shape{1, 6, XlSizes::D}));
    piece.mems = out.mems;
  }
}

// With W of same_length and one layer, a token feels itself and the W - 1 before it.
TEST(TransformerXL, SameLengthIsAWindow) {
  ChangedCheckpoint changed("transfo_xl_tiny");
  changed.config["same_length"] = true;
  changed.config["mem_len"] = 3;
  changed.config["n_layer"] = 1;
  for (auto it = changed.weights.tensors.begin(); it != changed.weights.tensors.end();)
    it = it->first.rfind("layers.1", 0) == 0 ? changed.weights.tensors.erase(it) : std::next(it);
  ModelInput in = input(1, 8, 4);
  const Array before = hidden_of(changed, in);
  in.ids(0, 2) = (in.ids(0, 2) + 1) % XlSizes::V;
  const Array after = hidden_of(changed, in);
  for (std::size_t t = 0; t < 8; ++t) {
    bool moved = false;
    for (std::size_t d = 0; d < XlSizes::D; ++d) moved = moved || before(0, t, d) != after(0, t, d);
    EXPECT_EQ(moved, t >= 2 && t < 5) << t;
  }
}

TEST(TransformerXL, ClampsFarDistances) {
  const ModelInput in = input(1, 8, 5);
  ChangedCheckpoint xl("transfo_xl_tiny");
  const Array usual = hidden_of(xl, in);
  xl.config["clamp_len"] = 13;  // the farthest, with the memory
  EXPECT_TRUE(same(hidden_of(xl, in), usual));
  xl.config["clamp_len"] = 2;
  EXPECT_FALSE(near(hidden_of(xl, in), usual, 1e-4));
}

// A norm without weights leaves a mean of 0 and a variance of 1, if it comes last.
TEST(TransformerXL, NormalisesBeforeOrAfterItsParts) {
  for (const bool before : {true, false}) {
    ChangedCheckpoint xl = changed("transfo_xl_tiny", "pre_lnorm", before);
    for (auto& [name, tensor] : xl.weights.tensors)
      if (name.find("layer_norm") != name.npos)
        tensor = StoredTensor::from(full({XlSizes::D}, name.find("weight") == name.npos ? 0 : 1));
    const Array y = hidden_of(xl, input(1, 4, 6));
    double sum = 0, squares = 0;
    for (const real value : y) {
      sum += value;
      squares += value * value;
    }
    EXPECT_EQ(std::abs(sum) < 1e-3 && std::abs(squares / (4 * XlSizes::D) - 1) < 1e-3, !before);
  }
}

TEST(TransformerXL, DoesWithoutAMemory) {
  ChangedCheckpoint xl = changed("transfo_xl_tiny", "mem_len", 0);
  ModelInput in = input(1, 4, 6);
  in.trace = true;
  const ModelOutput out = xl.load()->forward(in);
  EXPECT_TRUE(out.mems.empty());
  EXPECT_EQ(out.attention[0].shape(), (Shape{1, 2, 4, 4}));
}

TEST(TransformerXL, SharesItsBiasesUnlessUntied) {
  ChangedCheckpoint xl("transfo_xl_tiny");
  for (const char* bias : {"r_w_bias", "r_r_bias"})
    xl.weights.tensors.at(fmt::format("layers.1.dec_attn.{}", bias)) =
        xl.weights.at(fmt::format("layers.0.dec_attn.{}", bias));
  const ModelInput in = input(2, 5, 7);
  const Array untied = hidden_of(xl, in);
  const std::size_t count = xl.load()->parameter_count();
  xl.config["untie_r"] = false;
  EXPECT_TRUE(same(hidden_of(xl, in), untied));
  EXPECT_EQ(xl.load()->parameter_count(), count - 2 * XlSizes::D);
  for (const std::string bias : {"r_w_bias", "r_r_bias"}) {
    xl.weights.tensors.emplace(bias, xl.weights.at("layers.0.dec_attn." + bias));
    for (const char* layer : {"layers.0.dec_attn.", "layers.1.dec_attn."})
      xl.weights.tensors.erase(layer + bias);
  }
  EXPECT_TRUE(same(hidden_of(xl, in), untied));
}

TEST(TransformerXL, CannotTellOrderWithoutPositions) {
  const auto model = transformer_xl_with_head().load();
  const NoPositions none;
  ModelInput in = input(1, 6, 8), turned = in;
  for (std::size_t t = 0; t < 6; ++t) turned.ids(0, t) = in.ids(0, 5 - t);
  const auto differs = [&](const PositionScheme* scheme, bool causal) {
    in.positions = turned.positions = scheme;
    in.causal = turned.causal = causal;
    return !near(flip(model->forward(turned).logits, {1}).array(),
                 model->forward(in).logits.array(), bound(2e-5, 1e-12));
  };
  EXPECT_FALSE(differs(&none, false));
  EXPECT_TRUE(differs(&none, true));
  EXPECT_TRUE(differs(nullptr, false));
}

TEST(TransformerXL, WritesSegmentsOfOneToken) {
  const auto model = transformer_xl_with_head().load();
  const auto options = GenerateOptions().with_max_new_tokens(4).with_stop_at_eos(false);
  const Ids prompt = random_ids(2, 5, XlSizes::V, 9);
  const Ids text = model->generate(prompt, options);
  ASSERT_EQ(text.shape()[1], 9U);
  ModelInput in = input_of(prompt);
  for (std::size_t n = 5; n < 9; ++n) {
    const ModelOutput out = model->forward(in);
    in.ids = Ids::from_shape({2, 1});
    for (std::size_t b = 0; b < 2; ++b) {
      const std::size_t last = out.logits.shape()[1] - 1;
      EXPECT_EQ(top_predictions(out.logits, b, last, 1)[0].id, text(b, n));
      in.ids(b, 0) = text(b, n);
    }
    in.mems = out.mems;
  }
  EXPECT_ERROR(ChangedCheckpoint("transfo_xl_tiny").load()->generate(prompt), ValueError,
               "this Transformer-XL has no language-model head");
}

TEST(TransformerXL, TiesWordsAndProjections) {
  ChangedCheckpoint xl = transformer_xl_with_head();
  const ModelInput in = input(2, 5, 10);
  const Array tied = xl.load()->forward(in).logits.array();
  const std::size_t count = xl.load()->parameter_count();
  for (std::size_t i = 0; i < 3; ++i)
    xl.weights.tensors.emplace(fmt::format("crit.out_layers.{}.weight", i),
                               xl.weights.at(fmt::format("word_emb.emb_layers.{}.weight", i)));
  for (std::size_t i = 1; i < 3; ++i)
    xl.weights.tensors.emplace(fmt::format("crit.out_projs.{}", i),
                               xl.weights.at(fmt::format("word_emb.emb_projs.{}", i)));
  EXPECT_TRUE(same(xl.load()->forward(in).logits.array(), tied));
  xl.config["tie_word_embeddings"] = false;
  xl.config["tie_projs"] = {false, false, false};
  EXPECT_TRUE(same(xl.load()->forward(in).logits.array(), tied));  // of equal numbers
  EXPECT_EQ(xl.load()->parameter_count(), count + 10 * 16 + 14 * 8 + 16 * 4 + 16 * 8 + 16 * 4);
}

TEST(TransformerXL, NamesWhatItCannotDo) {
  const auto changed = [](const char* key, const json& value) {
    ChangedCheckpoint checkpoint = transformer_xl_with_head();
    checkpoint.config[key] = value;
    return checkpoint.load();
  };
  const std::string who = "[load_pretrained] config.json: ";
  EXPECT_ERROR(changed("attn_type", 1), ValueError, who + "attn_type = 1 is not supported");
  EXPECT_ERROR(changed("sample_softmax", 5), ValueError, who + "sample_softmax = 5 is not supp");
  EXPECT_ERROR(changed("tie_projs", {1}), ValueError,
               who + "tie_projs = [1] must be true or false");
  EXPECT_ERROR(changed("cutoffs", {24, 10}), ValueError,
               who + "the cutoffs must increase within the vocabulary of 40");
  EXPECT_ERROR(changed("cutoffs", {0}), ValueError, who + "cutoffs = [0] is not supported");
  EXPECT_ERROR(changed("div_val", 5), ValueError, who + "d_embed 16 cannot be divided by 5");
  EXPECT_ERROR(changed("vocab_size", 900000000), ValueError, who + "it asks for 8999");
  ChangedCheckpoint nothing_to_see = transformer_xl_with_head();
  nothing_to_see.config["mem_len"] = 0;
  nothing_to_see.config["same_length"] = true;
  EXPECT_ERROR(nothing_to_see.load(), ValueError, who + "mem_len = 0 is not supported");

  const auto model = transformer_xl_with_head().load();
  ModelInput in = input(2, 3, 11);
  in.mems = {Tensor(zeros({2, 6, XlSizes::D}))};
  EXPECT_ERROR(model->forward(in), ShapeError,
               "[TransformerXL] mems must be (B, M, D) = (2, M, 16) for each of 2 layers, got 1");
  in = input(2, 3, 11);
  in.attention_mask = Mask::from_shape({2, 3});
  in.attention_mask->fill(true);
  const Array seen = model->forward(in).logits.array();
  in.attention_mask->fill(false);
  EXPECT_ERROR(model->forward(in), ValueError, "takes neither position_ids nor padding");
  EXPECT_TRUE(same(model->forward(input(2, 3, 11)).logits.array(), seen));
}

AdaptiveOptions three_clusters(std::size_t div_val, std::size_t d_embed) {
  return {9, 6, d_embed, {4, 6}, div_val};
}

TEST(Adaptive, IsADistributionOverAllWords) {
  for (const auto& options :
       {three_clusters(1, 6), three_clusters(1, 4), three_clusters(2, 6), three_clusters(2, 4)}) {
    Rng rng(12);
    const AdaptiveEmbedding words(options, rng);
    const AdaptiveHead head(options, words, {true, {false, true, false}}, rng);
    const Array y = head(Tensor(rng.normal({2, 3, 6}))).array();
    ASSERT_EQ(y.shape()[2], 9U);
    for (std::size_t b = 0; b < 2; ++b)
      for (std::size_t t = 0; t < 3; ++t) {
        double sum = 0;
        for (std::size_t v = 0; v < 9; ++v) sum += std::exp(y(b, t, v));
        EXPECT_NEAR(sum, 1, bound(1e-5, 1e-12));
      }
  }
}

// Word by word: its row of its cluster's table, by its projection.
TEST(Adaptive, FindsEachWordInItsCluster) {
  const auto options = three_clusters(2, 4);
  Rng rng(13);
  const AdaptiveEmbedding words(options, rng);
  const Array y = words(arange(9)).array();
  const std::size_t first[] = {0, 4, 6}, width[] = {4, 2, 1};
  for (std::size_t v = 0; v < 9; ++v) {
    const std::size_t i = v < 4 ? 0 : v < 6 ? 1 : 2;
    for (std::size_t d = 0; d < 6; ++d) {
      double want = 0;
      for (std::size_t e = 0; e < width[i]; ++e)
        want += words.tables[i].array()(v - first[i], e) * words.projections[i].array()(d, e);
      EXPECT_NEAR(y(v, d), want * std::sqrt(6.0), bound(1e-6, 1e-14));
    }
  }
  EXPECT_ERROR(words(Ids{9}), IndexError, "[AdaptiveEmbedding]");
}

// The first cluster's head has a row for each other cluster, in their order.
TEST(Adaptive, GoesThroughTheClusters) {
  const auto options = three_clusters(1, 6);
  Rng rng(14);
  const AdaptiveEmbedding words(options, rng);
  AdaptiveHead head(options, words, {}, rng);
  head.load_state_dict([&] {
    std::vector<NamedTensor> state = head.state_dict();
    for (NamedTensor& entry : state)
      if (entry.name == "cluster_bias") {
        Array bias = zeros({2});
        bias(0) = 50;
        entry.tensor = Tensor(bias);
      }
    return state;
  }());
  const Array y = head(Tensor(rng.normal({1, 6}))).array();
  double second = 0;
  for (std::size_t v = 4; v < 6; ++v) second += std::exp(y(0, v));
  EXPECT_NEAR(second, 1, 1e-5);
}

TEST(Adaptive, HasGradients) {
  for (const std::size_t div_val : {1, 2}) {
    Rng rng(15);
    const AdaptiveOptions options = three_clusters(div_val, 4);
    const AdaptiveEmbedding words(options, rng);
    const AdaptiveHead head(options, words, {}, rng);
    const Tensor x(rng.normal({2, 6}), true);
    EXPECT_TRUE(
        test::gradients_agree([&](const std::vector<Tensor>& in) { return head(in[0]); }, {x}));
    cross_entropy(head(words(Ids{1, 5})), Ids{8, 4}).backward();
    for (const Tensor& table : words.tables) EXPECT_TRUE(table.has_grad());
  }
}

}  // namespace
}  // namespace horloge
