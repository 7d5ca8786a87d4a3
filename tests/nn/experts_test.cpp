// Experts: which are chosen, what each token gets from them, and nets that are clipped.

#include "horloge/nn/experts.h"

#include <numeric>

#include "horloge/ops/activation.h"
#include "support/gradients.h"

namespace horloge {
namespace {

ExpertsOptions six_experts() {
  return ExpertsOptions()
      .with_num_experts(6)
      .with_experts_per_token(2)
      .with_router_bias(Bias::yes)
      .with_expert(FeedForwardOptions().with_d_ff(5).with_activation(silu).with_gated(true));
}

double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }

// Token t of x (N, D), alone.
Tensor row(const Tensor& x, std::size_t t) {
  const std::size_t D = x.shape()[1];
  Array one = empty({1, D});
  std::copy_n(x.data() + t * D, D, one.data());
  return Tensor(std::move(one));
}

// The n largest of these places, by their scores.
std::vector<std::size_t> best(const std::vector<double>& scores, std::vector<std::size_t> among,
                              std::size_t n) {
  std::stable_sort(among.begin(), among.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  among.resize(n);
  return among;
}

// One token after the other, one expert after the other.
Array by_hand(const Experts& experts, const ExpertsOptions& o, const Tensor& x) {
  const NoGrad no_grad;
  const std::size_t N = x.shape()[0], D = x.shape()[1], E = o.num_experts, size = E / o.num_groups;
  Array y = zeros({N, D});
  for (std::size_t t = 0; t < N; ++t) {
    const Tensor token = row(x, t);
    const Array scores = experts.router(token).array();
    std::vector<double> share(E), by(E), of_group(o.num_groups);
    for (std::size_t e = 0; e < E; ++e) {
      share[e] = o.share == ExpertShare::sigmoid ? sigmoid_of(scores(0, e)) : scores(0, e);
      by[e] = share[e] + (o.choice_bias ? experts.choice_bias.array()(e) : 0);
    }
    std::vector<std::size_t> groups(o.num_groups), among;
    std::iota(groups.begin(), groups.end(), std::size_t{0});
    for (std::size_t g = 0; g < o.num_groups && o.num_groups > 1; ++g) {
      std::vector<double> members(by.begin() + static_cast<std::ptrdiff_t>(g * size),
                                  by.begin() + static_cast<std::ptrdiff_t>((g + 1) * size));
      std::sort(members.rbegin(), members.rend());
      of_group[g] = members[0] + members[1];
    }
    for (const std::size_t g : best(of_group, groups, o.groups_per_token))
      for (std::size_t e = g * size; e < (g + 1) * size; ++e) among.push_back(e);
    const auto chosen = best(by, among, o.experts_per_token);
    double total = 0;
    for (const std::size_t e : chosen) {
      if (o.share == ExpertShare::softmax) share[e] = std::exp(share[e]);
      total += share[e];
    }
    for (const std::size_t e : chosen) {
      const bool divides = o.share == ExpertShare::softmax || o.shares_sum_to_one;
      const auto s = static_cast<real>(share[e] * o.scale / (divides ? total : 1));
      const Array answer = o.share_of_input
                               ? experts.each[e](Tensor(Array(token.array() * s))).array()
                               : Array(experts.each[e](token).array() * s);
      for (std::size_t d = 0; d < D; ++d) y(t, d) += answer(0, d);
    }
    if (o.shared)
      for (std::size_t d = 0; d < D; ++d) y(t, d) += (*experts.shared)(token).array()(0, d);
  }
  return y;
}

TEST(Experts, AreAsTheirDefinitionSaysTokenByToken) {
  const FeedForwardOptions net = six_experts().expert;
  const ExpertsOptions kinds[] = {
      six_experts(),
      six_experts().with_share(ExpertShare::sigmoid).with_share_of_input(true).with_shared(net),
      six_experts().with_share(ExpertShare::sigmoid).with_experts_per_token(1).with_scale(0.5),
      six_experts()
          .with_experts_per_token(3)
          .with_share(ExpertShare::sigmoid)
          .with_choice_bias(true)
          .with_num_groups(3)
          .with_groups_per_token(2)
          .with_shares_sum_to_one(true)
          .with_scale(2.5)
          .with_shared(net)};
  std::uint64_t seed = 1;
  for (const ExpertsOptions& o : kinds) {
    Rng rng(++seed);
    const Experts experts(4, o, rng);
    if (o.choice_bias) {
      Tensor handle = experts.choice_bias;
      handle.mutable_array() = rng.normal({6}, 0, 0.5);
    }
    const Tensor x(rng.normal({7, 4}, 0, 2));
    EXPECT_TRUE(near(experts(x).array(), by_hand(experts, o, x), bound(1e-5, 1e-13)));
  }
}

TEST(Experts, TakeAnyLeadingAxesAndNoTokens) {
  Rng rng(3);
  const Experts experts(4, six_experts(), rng);
  const Tensor x(rng.normal({6, 4}));
  Array folded = x.array();
  folded.reshape({2, 3, 4});
  Array want = experts(x).array();
  want.reshape({2, 3, 4});
  EXPECT_TRUE(near(experts(Tensor(folded)).array(), want, 0));
  EXPECT_EQ(experts(Tensor(zeros({0, 4}))).shape(), (Shape{0, 4}));
}

TEST(Experts, LetGradientsThroughTheirSharesAndNets) {
  for (const bool of_input : {false, true}) {
    Rng rng(5);
    const Experts experts(3, six_experts().with_share_of_input(of_input), rng);
    EXPECT_TRUE(gradients_agree([&](const auto& x) { return experts(x[0]); }, {leaf({4, 3}, 6)}));
    experts(leaf({4, 3}, 6)).backward(ones({4, 3}));
    EXPECT_TRUE(experts.router.weight.has_grad());
    EXPECT_GT(
        std::abs(experts.router.weight.grad()(0, 0)) + std::abs(experts.router.weight.grad()(1, 0)),
        0);
  }
}

TEST(Experts, SayWhatCannotBeChosen) {
  Rng rng(1);
  EXPECT_ERROR(Experts(4, six_experts().with_experts_per_token(7), rng), ValueError,
               "[Experts] a token chooses 1 to 6 experts, not 7");
  EXPECT_ERROR(Experts(4, six_experts().with_num_groups(4), rng), ValueError,
               "[Experts] 6 experts must fall into 4 groups of equal size");
  EXPECT_ERROR(Experts(4, six_experts().with_num_groups(3).with_groups_per_token(4), rng),
               ValueError, "each token chooses one or more, not 4");
  EXPECT_ERROR(Experts(4, six_experts().with_experts_per_token(1).with_num_groups(6), rng),
               ValueError, "[Experts] a group is judged by its two best experts, and has one");
}

TEST(FeedForward, ClipsAGatedNet) {
  Rng rng(8);
  const double c = 0.5;
  const FeedForwardOptions options =
      FeedForwardOptions().with_d_ff(6).with_activation(silu).with_gated(true).with_clip(c);
  const FeedForward net(3, options, rng);
  const Tensor x(rng.normal({5, 3}, 0, 3));
  const Array gate = (*net.gate)(x).array(), up = net.up(x).array();
  Array hidden = empty({5, 6});
  int clipped = 0;
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    const double g = std::min<double>(gate.data()[i], c);
    const double u = std::clamp<double>(up.data()[i], -c, c);
    clipped += g == c || std::abs(u) == c ? 1 : 0;
    hidden.data()[i] = static_cast<real>(g * sigmoid_of(g) * (1 + u));
  }
  EXPECT_GT(clipped, 5);
  EXPECT_TRUE(near(net(x).array(), net.down(Tensor(hidden)).array(), bound(1e-6, 1e-14)));
  EXPECT_ERROR(FeedForward(3, FeedForwardOptions().with_activation(silu).with_clip(1), rng),
               ValueError, "[FeedForward] only a gated net can be clipped");
}

}  // namespace
}  // namespace horloge
