// The layers with weights: names and layouts as in PyTorch, starting values, gradients, errors.
// Their numbers are compared with PyTorch's in the golden cases.

#include <cmath>

#include "horloge/core/error.h"
#include "horloge/nn/attention.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/norm.h"
#include "horloge/nn/transformer.h"
#include "horloge/ops/layout.h"
#include "support/arrays.h"
#include "support/gradients.h"

namespace horloge {
namespace {

using test::bound;
using test::gradients_agree;
using test::leaf;
using test::near;

std::vector<std::string> names_and_shapes(const Module& module) {
  std::vector<std::string> found;
  for (const auto& [name, tensor] : module.state_dict())
    found.push_back(name + " " + to_string(tensor.shape()));
  return found;
}

// Inputs followed by all parameters, so that gradcheck sees both.
testing::AssertionResult all_gradients_agree(Module module, const Tensor& x,
                                             const std::function<Tensor(const Tensor&)>& forward) {
  std::vector<Tensor> inputs = module.parameters();
  inputs.push_back(x);
  return gradients_agree(
      [&](const std::vector<Tensor>& given) {
        // gradcheck hands out copies: their numbers go into the module, and the module's tensors
        // are tied to them by adding the difference, which is zero.
        std::vector<NamedTensor> state;
        const auto named = module.named_parameters();
        for (std::size_t i = 0; i < named.size(); ++i) state.push_back({named[i].name, given[i]});
        for (const auto& buffer : module.named_buffers()) state.push_back(buffer);
        module.load_state_dict(state);
        const Tensor y = forward(given.back());
        return record("relay", Array(y.array()), given,
                      [&module, y](Array& dy, Gradients& d) mutable {
                        module.zero_grad();
                        y.backward(dy);
                        const auto parameters = module.parameters();
                        for (std::size_t i = 0; i < parameters.size(); ++i)
                          if (parameters[i].has_grad()) d.add(i, Array(parameters[i].grad()));
                      });
      },
      inputs);
}

TEST(Linear, StartsUniformWithinPyTorchsBound) {
  Rng rng(1);
  const Linear layer(100, 50, rng);
  EXPECT_THAT(names_and_shapes(layer), testing::ElementsAre("weight (50, 100)", "bias (50,)"));
  double largest = 0;
  for (const real w : layer.weight.array()) largest = std::fmax(largest, std::fabs(w));
  EXPECT_LE(largest, 0.1);
  EXPECT_GT(largest, 0.099);
  const Linear bare(3, 2, rng, Bias::no);
  EXPECT_THAT(names_and_shapes(bare), testing::ElementsAre("weight (2, 3)"));
  EXPECT_EQ(bare(Tensor(ones({4, 5, 3}))).shape(), (Shape{4, 5, 2}));
  EXPECT_ERROR(Linear(0, 2, rng), ValueError, "[Linear]");
}

static_assert(std::is_invocable_v<const TokenEmbedding&, const Ids&>);
static_assert(!std::is_invocable_v<const TokenEmbedding&, const Array&>);

TEST(TokenEmbedding, LooksUpRowsAndLeavesPaddingAlone) {
  Rng rng(1);
  const TokenEmbedding layer(5, 3, rng, -5);  // counted from the end: row 0
  EXPECT_THAT(names_and_shapes(layer), testing::ElementsAre("weight (5, 3)"));
  const Ids ids = {{1, 0}, {1, 4}};
  const Tensor y = layer(ids);
  EXPECT_EQ(y.shape(), (Shape{2, 2, 3}));
  EXPECT_EQ(y.array()(0, 1, 0), real{0});
  y.backward(ones(y.shape()));
  EXPECT_EQ(layer.weight.grad()(0, 0), real{0});
  EXPECT_EQ(layer.weight.grad()(1, 0), real{2});
  EXPECT_EQ(layer.weight.grad()(2, 0), real{0});
  const Ids outside = {5};
  EXPECT_ERROR(layer(outside), IndexError, "5");
  EXPECT_ERROR(TokenEmbedding(5, 3, rng, 5), IndexError, "padding_idx 5");
}

TEST(Norms, StartAsTheIdentityOfWhatTheyNormalise) {
  const LayerNorm layer_norm(4);
  EXPECT_THAT(names_and_shapes(layer_norm), testing::ElementsAre("weight (4,)", "bias (4,)"));
  const RMSNorm rms_norm(4);
  EXPECT_THAT(names_and_shapes(rms_norm), testing::ElementsAre("weight (4,)"));
  const Array y = layer_norm(Tensor(Rng(1).normal({1, 4}, 3, 2))).array();
  EXPECT_NEAR(y(0, 0) + y(0, 1) + y(0, 2) + y(0, 3), 0, bound(1e-6, 1e-14));
}

TEST(Dropout, WorksInTrainingOnlyAndNeverTwiceTheSame) {
  Rng rng(1);
  Dropout layer(0.5, rng);
  const Tensor x(ones({1000}));
  const Array first = layer(x).array();
  const Array second = layer(x).array();
  EXPECT_FALSE(test::same(first, second));
  *layer.named_counters()[0].second = 0;  // back to the first call
  EXPECT_TRUE(test::same(layer(x).array(), first));
  layer.eval();
  EXPECT_TRUE(test::same(layer(x).array(), x.array()));
  EXPECT_EQ(*layer.named_counters()[0].second, 1U);  // evaluation draws nothing
  EXPECT_ERROR(Dropout(-0.1, rng), ValueError, "must be in [0, 1], got -0.1");
}

TEST(MultiHeadAttention, NamesAreTorchs) {
  Rng rng(1);
  EXPECT_THAT(names_and_shapes(MultiHeadAttention(4, 2, rng)),
              testing::ElementsAre("in_proj_weight (12, 4)", "in_proj_bias (12,)",
                                   "out_proj.weight (4, 4)", "out_proj.bias (4,)"));
  MultiHeadAttentionOptions options;
  options.k_dim = 3;
  options.v_dim = 5;
  options.bias = Bias::no;
  EXPECT_THAT(names_and_shapes(MultiHeadAttention(4, 2, rng, options)),
              testing::ElementsAre("q_proj_weight (4, 4)", "k_proj_weight (4, 3)",
                                   "v_proj_weight (4, 5)", "out_proj.weight (4, 4)"));
  EXPECT_ERROR(MultiHeadAttention(6, 4, rng), ValueError, "d_model 6 must be a multiple");
}

TEST(MultiHeadAttention, ItsThreeWaysAgree) {
  Rng rng(1);
  const MultiHeadAttention layer(8, 2, rng);
  const Tensor x(rng.normal({2, 5, 8}));
  AttentionMasks masks;
  masks.is_causal = true;
  const Tensor y = layer(x, masks);
  EXPECT_TRUE(near(layer(x, x, x, masks).array(), y.array(), bound(1e-6, 1e-14)));
  const auto [slow, weights] = layer.with_weights(x, x, x, masks);
  EXPECT_TRUE(near(slow.array(), y.array(), bound(1e-6, 1e-14)));
  EXPECT_EQ(weights.shape(), (Shape{2, 2, 5, 5}));
}

TEST(MultiHeadAttention, WithoutPositionsOutputsPermuteWithInputs) {
  Rng rng(1);
  const MultiHeadAttention layer(8, 2, rng);
  const Tensor x(rng.normal({1, 6, 8}));
  const Ids order = {3, 0, 5, 1, 4, 2};
  const auto permuted = [&](const Tensor& t) {
    Array out = empty(t.shape());
    for (std::size_t i = 0; i < 6; ++i) std::copy_n(t.data() + order(i) * 8, 8, out.data() + i * 8);
    return Tensor(std::move(out));
  };
  EXPECT_TRUE(near(layer(permuted(x)).array(), permuted(layer(x)).array(), bound(1e-6, 1e-14)));
}

TEST(MultiHeadAttention, Gradient) {
  Rng rng(1);
  const MultiHeadAttention layer(4, 2, rng);
  EXPECT_TRUE(
      all_gradients_agree(layer, leaf({2, 3, 4}, 2), [&](const Tensor& x) { return layer(x); }));
  const Tensor memory(rng.normal({2, 5, 4}));
  EXPECT_TRUE(all_gradients_agree(layer, leaf({2, 3, 4}, 2),
                                  [&](const Tensor& x) { return layer(x, memory, memory); }));
}

TEST(TransformerEncoderLayer, NamesAreTorchs) {
  Rng rng(1);
  TransformerOptions options;
  options.dim_feedforward = 6;
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
  for (const NormPlace place : {NormPlace::after, NormPlace::before}) {
    Rng rng(1);
    TransformerOptions options;
    options.dim_feedforward = 6;
    options.dropout = 0;
    options.activation = Activation::gelu;
    options.norm = place;
    const TransformerEncoderLayer encoder(4, 2, rng, options);
    AttentionMasks masks;
    masks.is_causal = true;
    EXPECT_TRUE(all_gradients_agree(encoder, leaf({2, 3, 4}, 2),
                                    [&](const Tensor& x) { return encoder(x, masks); }));
    const TransformerDecoderLayer decoder(4, 2, rng, options);
    const Tensor memory(rng.normal({2, 5, 4}));
    EXPECT_TRUE(all_gradients_agree(decoder, leaf({2, 3, 4}, 2),
                                    [&](const Tensor& x) { return decoder(x, memory, masks); }));
  }
}

TEST(TransformerLayers, DropoutIsOffInEvaluation) {
  Rng rng(1);
  TransformerOptions options;
  options.dim_feedforward = 8;
  TransformerEncoder encoder(2, 8, 2, rng, options);
  const Tensor x(rng.normal({2, 3, 8}));
  EXPECT_FALSE(test::same(encoder(x).array(), encoder(x).array()));
  encoder.eval();
  EXPECT_TRUE(test::same(encoder(x).array(), encoder(x).array()));
}

}  // namespace
}  // namespace horloge
