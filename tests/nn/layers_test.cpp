// The layers with weights: names and layouts as in PyTorch, starting values, gradients, errors.
// Their numbers are compared with PyTorch's in the golden cases.

#include "horloge/nn/dropout.h"
#include "horloge/nn/embedding.h"
#include "horloge/nn/feed_forward.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/norm.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/norm.h"
#include "support/modules.h"

namespace horloge {
namespace {

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

TEST(Norm, IsOneOfTheTwo) {
  const Tensor x = leaf({2, 3, 4}, 1);
  const Norm layer(4, {NormKind::layer, 1e-5}), rms(4, {NormKind::rms, 1e-6});
  EXPECT_THAT(names_and_shapes(layer), testing::ElementsAre("weight (4,)", "bias (4,)"));
  EXPECT_THAT(names_and_shapes(rms), testing::ElementsAre("weight (4,)"));
  EXPECT_TRUE(same(layer(x).array(), layer_norm(x, {4}).array()));
  EXPECT_TRUE(same(rms(x).array(), rms_norm(x).array()));
  EXPECT_TRUE(same(LayerNorm(4, 0.1)(x).array(), Norm(4, NormOptions().with_eps(0.1))(x).array()));
  EXPECT_TRUE(same(RMSNorm(4)(x).array(), rms(x).array()));
}

TEST(FeedForward, IsPlainOrGated) {
  Rng rng(2);
  const Tensor x = leaf({2, 3, 4}, 3);
  FeedForwardOptions options;
  options.activation = silu;
  const FeedForward plain(4, options, rng);
  EXPECT_EQ(plain.up.weight.shape(), (Shape{16, 4}));
  EXPECT_TRUE(same(plain(x).array(), plain.down(silu(plain.up(x))).array()));
  options.d_ff = 6;
  options.gated = true;
  options.bias = Bias::no;
  const FeedForward gated(4, options, rng);
  EXPECT_THAT(names_and_shapes(gated),
              testing::ElementsAre("up.weight (6, 4)", "down.weight (4, 6)", "gate.weight (6, 4)"));
  EXPECT_TRUE(same(gated(x).array(), gated.down(silu((*gated.gate)(x)) * gated.up(x)).array()));
}

TEST(FeedForward, NeedsAnActivation) {
  Rng rng;
  EXPECT_ERROR(FeedForward(4, {}, rng), ValueError, "[FeedForward] needs an activation");
}

// As the layers of torch.nn have it: the parts are registered elsewhere, and shared.
TEST(FeedForward, IsMadeOfGivenLayers) {
  Rng rng(2);
  const Linear up(4, 6, rng), down(6, 4, rng);
  const FeedForward net(up, down, relu, Dropout(0.5, rng));
  EXPECT_TRUE(net.parameters().empty());
  EXPECT_EQ(net.up.weight.buffer(), up.weight.buffer());
  const Tensor x = leaf({2, 3, 4}, 3);
  EXPECT_FALSE(same(net(x).array(), net(x).array()));  // dropout, until its owner says otherwise
  EXPECT_ERROR(FeedForward(up, down, nullptr, Dropout(0, rng)), ValueError, "needs an activation");
}

}  // namespace
}  // namespace horloge
