// How parameters start: PyTorch's definitions, and a whole model as GPT-2 starts.

#include "horloge/nn/init.h"

#include "horloge/nn/embedding.h"
#include "horloge/nn/position/fire.h"
#include "horloge/nn/position/learned.h"
#include "horloge/nn/transformer.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/matmul.h"
#include "support/arrays.h"

namespace horloge {
namespace {

using init::Nonlinearity;

struct Moments {
  double mean = 0, deviation = 0, least = 0, most = 0;
};

Moments moments(const Tensor& x) {
  Moments m;
  m.least = m.most = x.data()[0];
  double squares = 0;
  for (const real v : x.array()) {
    m.mean += v / static_cast<double>(x.size());
    squares += static_cast<double>(v) * v / static_cast<double>(x.size());
    m.least = std::fmin(m.least, v);
    m.most = std::fmax(m.most, v);
  }
  m.deviation = std::sqrt(squares - m.mean * m.mean);
  return m;
}

template <class Fill>
Moments drawn(const Shape& shape, const Fill& fill) {
  Rng rng(3);
  const Tensor x(zeros(shape));
  fill(x, rng);
  return moments(x);
}

TEST(Init, FillsWithOneNumber) {
  const Tensor x(ones({2, 3}), true);
  init::constant(x, 0.5);
  EXPECT_TRUE(same(x.array(), full({2, 3}, real{0.5})));
  init::ones(x);
  EXPECT_TRUE(same(x.array(), ones({2, 3})));
  init::zeros(x);
  EXPECT_TRUE(same(x.array(), zeros({2, 3})));
  EXPECT_TRUE(x.requires_grad());
}

TEST(Init, DrawsWhatTheGeneratorWould) {
  Rng a(7), b(7);
  const Tensor x(zeros({3, 4}));
  init::uniform(x, a, -2, 5);
  EXPECT_TRUE(same(x.array(), b.uniform({3, 4}, -2, 5)));
  init::normal(x, a, 1, 0.5);
  EXPECT_TRUE(same(x.array(), b.normal({3, 4}, 1, 0.5)));
}

// The standard deviation of a standard normal number that is known to lie within ±1 is 0.5396;
// within ±0.1 the number is nearly uniform, 0.1 / sqrt 3.
TEST(Init, TruncatesWithoutHeapingUpAtTheEnds) {
  const auto cut = [](double low, double high, double mean = 0) {
    return drawn({20000}, [&](const Tensor& x, Rng& rng) {
      init::trunc_normal(x, rng, mean, 1, low, high);
    });
  };
  const Moments wide = cut(-1, 1), narrow = cut(-0.1, 0.1), beside = cut(1, 1.5);
  EXPECT_NEAR(wide.deviation, 0.5396, 0.01);
  EXPECT_NEAR(wide.mean, 0, 0.02);
  EXPECT_NEAR(narrow.deviation, 0.1 / std::sqrt(3.0), 0.001);
  EXPECT_GE(wide.least, -1);
  EXPECT_LE(wide.most, 1);
  EXPECT_NEAR(beside.mean, 1.2264, 0.01);  // (p(1) - p(1.5)) / (P(1.5) - P(1)), less at the far end
  EXPECT_GE(beside.least, 1);
  EXPECT_LE(beside.most, 1.5);
  EXPECT_ERROR(cut(1, 1), ValueError, "low 1 must be below high 1");
  EXPECT_ERROR(cut(5, 9), ValueError, "the mean 0 is more than two standard deviations of 1 away");
}

TEST(Init, CountsFansAsPyTorchDoes) {
  EXPECT_EQ(init::fans({5, 3}).in, 3U);
  EXPECT_EQ(init::fans({5, 3}).out, 5U);
  EXPECT_EQ(init::fans({5, 3, 2, 4}).in, 24U);
  EXPECT_EQ(init::fans({5, 3, 2, 4}).out, 40U);
  EXPECT_ERROR(init::fans({5}), ShapeError, "[init::fans] needs a matrix (O, I), got (5,)");
}

TEST(Init, HasPyTorchsGains) {
  EXPECT_EQ(init::gain(Nonlinearity::linear), 1);
  EXPECT_EQ(init::gain(Nonlinearity::sigmoid), 1);
  EXPECT_EQ(init::gain(Nonlinearity::tanh), 5.0 / 3);
  EXPECT_EQ(init::gain(Nonlinearity::relu), std::sqrt(2.0));
  EXPECT_EQ(init::gain(Nonlinearity::leaky_relu, 2), std::sqrt(0.4));
  EXPECT_EQ(init::gain(Nonlinearity::selu), 0.75);
}

TEST(Init, XavierLooksAtBothSides) {
  const auto uniform =
      drawn({50, 100}, [](const Tensor& x, Rng& rng) { init::xavier_uniform(x, rng, 3); });
  EXPECT_LE(uniform.most, 3 * std::sqrt(6.0 / 150));
  EXPECT_GT(uniform.most, 3 * std::sqrt(6.0 / 150) * 0.99);
  EXPECT_LT(uniform.least, -3 * std::sqrt(6.0 / 150) * 0.99);
  const auto normal =
      drawn({50, 100}, [](const Tensor& x, Rng& rng) { init::xavier_normal(x, rng); });
  EXPECT_NEAR(normal.deviation, std::sqrt(2.0 / 150), 0.005);
}

TEST(Init, ProjectionsOfAttentionStartAsXavierHasThemToTheBit) {
  Rng a(5), b(5);
  const MultiHeadAttention attention(12, 2, a);
  (void)Linear(12, 12, b);  // out_proj is drawn first
  (void)Dropout(0, b);
  const double bound = std::sqrt(6.0 / (4 * 12));
  EXPECT_TRUE(
      test::same_bits(attention.in_proj_weight.array(), b.uniform({36, 12}, -bound, bound)));
}

TEST(Init, KaimingLooksAtOneSide) {
  using init::FanMode;
  using init::KaimingOptions;
  const auto deviation = [](const KaimingOptions& options) {
    return drawn({50, 200},
                 [&](const Tensor& x, Rng& rng) { init::kaiming_normal(x, rng, options); })
        .deviation;
  };
  EXPECT_NEAR(deviation({}), std::sqrt(2.0 / 200), 0.003);
  EXPECT_NEAR(deviation(KaimingOptions().with_mode(FanMode::out)), std::sqrt(2.0 / 50), 0.006);
  EXPECT_NEAR(deviation(KaimingOptions().with_slope(3)), std::sqrt(0.2 / 200), 0.001);
  EXPECT_NEAR(deviation(KaimingOptions().with_nonlinearity(Nonlinearity::tanh)),
              5.0 / 3 / std::sqrt(200.0), 0.003);

  Rng a(5), b(5);
  const Linear layer(200, 50, a, Bias::no);
  const Tensor same_start(zeros({50, 200}));
  init::kaiming_uniform(same_start, b, KaimingOptions().with_slope(std::sqrt(5.0)));
  EXPECT_TRUE(test::near(same_start.array(), layer.weight.array(), 1e-8));
}

// Words, learned positions, three layers, and a head that is tied or not.
class SmallGpt : public Module {
 public:
  static constexpr std::size_t V = 65, D = 48, L = 3;

  SmallGpt(Rng& rng, bool tied)
      : words(child("words", TokenEmbedding(V, D, rng, 0))),
        positions(child("positions", LearnedPositions(32, D, rng))),
        fire(child("fire", FirePositions(4, rng))),
        blocks(child("blocks", TransformerEncoder(L, D, 4, rng, options(), FinalNorm::yes))),
        head(tied ? parameter("head.weight", words.weight)
                  : child("head", Linear(D, V, rng, Bias::no)).weight) {}
  Tensor operator()(const Ids& ids) const {
    return linear(blocks(words(ids), positions, AttentionMasks::causal()), head);
  }
  static TransformerOptions options() {
    return TransformerOptions().with_dim_feedforward(4 * D).with_norm(NormPlace::before);
  }

  TokenEmbedding words;
  LearnedPositions positions;
  FirePositions fire;
  TransformerEncoder blocks;
  Tensor head;
};

TEST(InitGpt, SetsEveryParameterByItsKind) {
  constexpr std::size_t D = SmallGpt::D, L = SmallGpt::L;
  Rng rng(1);
  const SmallGpt model(rng, false);
  const Array fire = model.fire.hidden.weight.array();
  init::ones(model.blocks.layers[0].linear1.bias);
  init::zeros(model.blocks.norm->weight);
  init::gpt(model, D, rng);
  const double deviation = 1 / std::sqrt(3.0 * D), small = deviation / std::sqrt(2.0 * L);
  const auto& layer = model.blocks.layers[1];
  const auto is_near = [](const Tensor& x, double want) {
    EXPECT_NEAR(moments(x).deviation, want, 0.06 * want) << to_string(x.shape());
    EXPECT_NEAR(moments(x).mean, 0, 0.06 * want);
  };
  for (const Tensor& x : {model.words.weight, model.positions.weight,
                          layer.self_attn.in_proj_weight, layer.linear1.weight, model.head})
    is_near(x, deviation);
  is_near(layer.self_attn.out_proj.weight, small);
  is_near(layer.linear2.weight, small);
  EXPECT_TRUE(same(model.blocks.layers[0].linear1.bias.array(), zeros({4 * D})));
  EXPECT_TRUE(same(model.blocks.norm->weight.array(), ones({D})));
  EXPECT_TRUE(same(model.fire.hidden.weight.array(), fire));
  for (std::size_t d = 0; d < D; ++d) EXPECT_EQ(model.words.weight.array()(0, d), real{0});
}

TEST(InitGpt, HasOptions) {
  constexpr std::size_t D = SmallGpt::D;
  Rng rng(1);
  const SmallGpt model(rng, false);
  init::gpt(model, D, rng, init::GptOptions().with_deviation(0.02).with_scale_residuals(false));
  EXPECT_NEAR(moments(model.blocks.layers[2].linear2.weight).deviation, 0.02, 0.001);
  EXPECT_ERROR((init::gpt(model, 0, rng), 0), ValueError, "[init::gpt] d_model 0 must not be 0");
}

TEST(InitGpt, ATiedHeadStartsNearAGuess) {
  constexpr std::size_t D = SmallGpt::D, V = SmallGpt::V;
  Rng rng(2);
  SmallGpt model(rng, true);
  const Ids ids = rng.integers({4, 32}, 1, V), next = rng.integers({4, 32}, 1, V);
  model.eval();
  EXPECT_GT(cross_entropy(model(ids), next).item(), 10);  // as its parts start by themselves
  init::gpt(model, D, rng);
  EXPECT_NEAR(cross_entropy(model(ids), next).item(), std::log(V), 0.6);
}

}  // namespace
}  // namespace horloge
