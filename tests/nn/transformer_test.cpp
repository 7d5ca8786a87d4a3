// The layers of torch.nn's Transformer: names, gradients, dropout. Their numbers are compared with
// PyTorch's in the golden cases.

#include "horloge/nn/transformer.h"

#include "horloge/nn/activations.h"
#include "horloge/ops/arithmetic.h"
#include "support/modules.h"

namespace horloge {
namespace {

TEST(TransformerEncoderLayer, NamesAreTorchs) {
  Rng rng(1);
  const auto options = TransformerOptions().with_dim_feedforward(6);
  EXPECT_THAT(names_and_shapes(TransformerEncoderLayer(4, 2, rng, options)),
              testing::UnorderedElementsAre(
                  "self_attn.in_proj_weight (12, 4)", "self_attn.in_proj_bias (12,)",
                  "self_attn.out_proj.weight (4, 4)", "self_attn.out_proj.bias (4,)",
                  "linear1.weight (6, 4)", "linear1.bias (6,)", "linear2.weight (4, 6)",
                  "linear2.bias (4,)", "norm1.weight (4,)", "norm1.bias (4,)", "norm2.weight (4,)",
                  "norm2.bias (4,)"));
  const TransformerEncoder encoder(2, 4, 2, rng, options, FinalNorm::yes);
  const auto names = names_and_shapes(encoder);
  EXPECT_THAT(names, testing::Contains("layers.1.self_attn.in_proj_weight (12, 4)"));
  EXPECT_EQ(names.back(), "norm.bias (4,)");
  EXPECT_EQ(names.size(), 2 * 12 + 2U);
}

TEST(TransformerLayers, Gradients) {
  for (const NormPlace place : {NormPlace::after, NormPlace::before, NormPlace::kept}) {
    Rng rng(1);
    const auto options = TransformerOptions()
                             .with_dim_feedforward(6)
                             .with_dropout(0)
                             .with_activation(gelu_erf)
                             .with_norm(place);
    const TransformerEncoderLayer encoder(4, 2, rng, options);
    const auto masks = AttentionMasks::causal();
    EXPECT_TRUE(all_gradients_agree(encoder, leaf({2, 3, 4}, 2),
                                    [&](const Tensor& x) { return encoder(x, masks); }));
    const TransformerDecoderLayer decoder(4, 2, rng, options);
    const Tensor memory(rng.normal({2, 5, 4}));
    EXPECT_TRUE(all_gradients_agree(decoder, leaf({2, 3, 4}, 2),
                                    [&](const Tensor& x) { return decoder(x, memory, masks); }));
  }
}

// y = linear2(act(linear_gate x) * (linear1 x)), and all other numbers as without a gate.
TEST(TransformerLayers, CanBeGated) {
  const auto options =
      TransformerOptions().with_dim_feedforward(6).with_dropout(0).with_norm(NormPlace::before);
  Rng a(1), b(1);
  const TransformerEncoderLayer plain(4, 2, a, options);
  const auto swiglu = options.with_activation(silu).with_gated(true);
  const TransformerEncoderLayer gated(4, 2, b, swiglu);
  EXPECT_THAT(names_and_shapes(gated), testing::Contains("linear_gate.weight (6, 4)"));
  EXPECT_TRUE(same(gated.linear2.weight.array(), plain.linear2.weight.array()));
  const Tensor x(b.normal({2, 3, 4}));
  const Tensor h = x + gated.self_attn(gated.norm1(x));
  const Tensor z = gated.norm2(h);
  const Tensor want = h + gated.linear2(silu((*gated.linear_gate)(z)) * gated.linear1(z));
  EXPECT_TRUE(test::near(gated(x).array(), want.array(), test::bound(1e-6, 1e-14)));
  EXPECT_TRUE(
      all_gradients_agree(gated, leaf({2, 3, 4}, 2), [&](const Tensor& in) { return gated(in); }));
  const TransformerDecoderLayer decoder(4, 2, b, swiglu);
  EXPECT_THAT(names_and_shapes(decoder), testing::Contains("linear_gate.bias (6,)"));
  const Tensor memory(b.normal({2, 5, 4}));
  EXPECT_TRUE(all_gradients_agree(decoder, leaf({2, 3, 4}, 2),
                                  [&](const Tensor& in) { return decoder(in, memory); }));
}

TEST(TransformerLayers, TakeEveryActivationThatHasAName) {
  Rng rng(1);
  const Tensor x(rng.normal({2, 3, 4}));
  for (const char* name : {"gelu", "gelu_new", "quick_gelu", "silu", "relu", "tanh"}) {
    const ActivationFunction f = activation_named(name);
    const auto options = TransformerOptions().with_dim_feedforward(6).with_activation(f);
    TransformerEncoderLayer layer(4, 2, rng, options);
    layer.eval();
    const Tensor h = layer.norm1(x + layer.self_attn(x));
    const Tensor want = layer.norm2(h + layer.linear2(f(layer.linear1(h))));
    EXPECT_TRUE(same(layer(x).array(), want.array())) << name;
  }
}

TEST(TransformerLayers, DropoutIsOffInEvaluation) {
  Rng rng(1);
  const auto options = TransformerOptions().with_dim_feedforward(8);
  TransformerEncoder encoder(2, 8, 2, rng, options);
  const Tensor x(rng.normal({2, 3, 8}));
  EXPECT_FALSE(same(encoder(x).array(), encoder(x).array()));
  encoder.eval();
  EXPECT_TRUE(same(encoder(x).array(), encoder(x).array()));
}

// The counters of a checkpoint: a resumed run draws what the unbroken one would.
TEST(TransformerLayers, CountTheirDropouts) {
  Rng rng(1);
  const TransformerEncoderLayer encoder(8, 2, rng);
  const TransformerDecoderLayer decoder(8, 2, rng);
  const auto counters_of = [](const Module& module) {
    std::vector<std::string> names;
    for (const auto& [name, count] : module.named_counters())
      names.push_back(name + " " + std::to_string(*count));
    return names;
  };
  const Tensor x(rng.normal({1, 3, 8}));
  encoder(x);
  EXPECT_THAT(counters_of(encoder),
              testing::ElementsAre("self_attn.dropout.calls 1", "dropout.calls 1",
                                   "dropout1.calls 1", "dropout2.calls 1"));
  decoder(x, x);
  decoder(x, x);
  EXPECT_THAT(counters_of(decoder),
              testing::ElementsAre("self_attn.dropout.calls 2", "multihead_attn.dropout.calls 2",
                                   "dropout.calls 2", "dropout1.calls 2", "dropout2.calls 2",
                                   "dropout3.calls 2"));
}

// The numbers that a seed starts a layer with, which lessons and checkpoints build upon.
TEST(TransformerEncoderLayer, DrawsItsNumbersInOrder) {
  Rng rng(3), again(3);
  const TransformerEncoderLayer layer(4, 2, rng, TransformerOptions().with_dim_feedforward(6));
  const Linear out_proj(4, 4, again);
  (void)again.bits();  // the seed of the attention's dropout
  const double bound = std::sqrt(6.0 / 16);
  EXPECT_TRUE(same(layer.self_attn.out_proj.weight.array(), out_proj.weight.array()));
  EXPECT_TRUE(same(layer.self_attn.in_proj_weight.array(), again.uniform({12, 4}, -bound, bound)));
  EXPECT_TRUE(same(layer.linear1.weight.array(), Linear(4, 6, again).weight.array()));
  EXPECT_TRUE(same(layer.linear2.weight.array(), Linear(6, 4, again).weight.array()));
  for (int i = 0; i < 3; ++i) (void)again.bits();
  EXPECT_EQ(rng.bits(), again.bits());
}

}  // namespace
}  // namespace horloge
