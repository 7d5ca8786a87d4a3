// Attention with a learned bias, whose gradient is summed block by block into its own shape.

#include <utility>
#include <vector>

#include "horloge/core/parallel.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/attention.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"
#include "support/masks.h"

namespace horloge {
namespace {

// Each axis of the bias is there or repeats; leading ones that repeat may be left out.
std::vector<Shape> bias_shapes(const Shape& scores) {
  std::vector<Shape> all;
  for (unsigned axes = 0; axes < 16; ++axes) {
    Shape shape(4, 1);
    for (unsigned i = 0; i < 4; ++i)
      if ((axes >> i & 1U) != 0) shape[i] = scores[i];
    all.push_back(shape);
    while (!shape.empty() && shape.front() == 1) shape.erase(shape.begin());
    if (shape.size() < 4) all.push_back(shape);
  }
  return all;
}

std::vector<AttentionOptions> options_beside_a_bias(std::size_t B, std::size_t T, std::size_t S) {
  std::vector<AttentionOptions> all(4);
  all[1].is_causal = true;
  all[2].mask = random_mask({B, 1, T, S}, 1);
  all[2].key_mask = random_mask({B, S}, 2);
  all[3].is_causal = true;
  all[3].causal_offset = -1;  // query 0 sees nothing
  all[3].key_mask = random_mask({B, S}, 3);
  all[3].dropout_p = 0.3;
  all[3].dropout_key = {5, 1, 2};
  return all;
}

// As many key-value heads as query heads, for the twin.
Tensor repeated(const Tensor& k, std::size_t H) {
  const auto [B, G, S, K] = dims<4>(k.shape(), "k");
  return reshape(reshape(k, {B, G, 1, S, K}) + Tensor(zeros({B, G, H / G, S, K})), {B, H, S, K});
}

TEST(AttentionBias, IsLearnedInAnyShape) {
  constexpr std::size_t B = 2, H = 4, K = 3;
  for (const auto& [T, S] : {std::pair<std::size_t, std::size_t>{5, 6}, {130, 70}, {70, 140}})
    for (const std::size_t G : {4U, 2U})
      for (AttentionOptions options : options_beside_a_bias(B, T, S))
        for (const Shape& shape : bias_shapes({B, H, T, S})) {
          const Array dy = Rng(9).normal({B, H, T, K});
          std::vector<Array> gradients[2];
          for (const bool fused : {false, true}) {
            const Tensor q = leaf({B, H, T, K}, 1), k = leaf({B, G, S, K}, 2),
                         v = leaf({B, G, S, K}, 3), bias = leaf(shape, 4);
            options.bias = bias;
            const Tensor y =
                fused ? scaled_dot_product_attention(q, k, v, options)
                      : attention_with_weights(q, repeated(k, H), repeated(v, H), options).y;
            y.backward(dy);
            gradients[fused] = {q.grad(), k.grad(), v.grad(), bias.grad()};
          }
          for (std::size_t i = 0; i < 4; ++i)
            ASSERT_TRUE(near(gradients[1][i], gradients[0][i], bound(1e-4, 1e-11)))
                << to_string(shape) << " T " << T << " G " << G << " causal " << options.is_causal
                << " dropout " << options.dropout_p << " input " << i;
        }
}

TEST(AttentionBias, Gradient) {
  for (const std::size_t G : {4U, 2U})
    for (const AttentionOptions& options : options_beside_a_bias(2, 4, 3))
      for (const Shape& shape : bias_shapes({2, 4, 4, 3})) {
        if (shape.empty() || shape.back() == 1) continue;  // a softmax does not change by it
        EXPECT_TRUE(gradients_agree(
            [&](const auto& x) {
              AttentionOptions with_bias = options;
              with_bias.bias = x[3];
              return scaled_dot_product_attention(x[0], x[1], x[2], with_bias);
            },
            {Tensor(Rng(1).normal({2, 4, 4, 2})), Tensor(Rng(2).normal({2, G, 3, 2})),
             Tensor(Rng(3).normal({2, G, 3, 2})), leaf(shape, 4)}))
            << to_string(shape);
      }
}

// Two uses of a bias add, and it may also be q, k or v, even if a head adds to different parts of
// it in the two roles.
TEST(AttentionBias, MayHaveOtherRoles) {
  const auto biased = [](const Tensor& bias) {
    AttentionOptions options;
    options.bias = bias;
    return options;
  };
  EXPECT_TRUE(gradients_agree(
      [&](const auto& x) {
        return scaled_dot_product_attention(x[0], x[0], x[0], biased(x[1])) +
               scaled_dot_product_attention(x[0], x[0], x[0], biased(x[1] * x[1])) +
               scaled_dot_product_attention(x[0], x[0], x[0], biased(x[1]));
      },
      {leaf({2, 2, 3, 2}, 1), leaf({2, 1, 3}, 2)}));
  for (const int role : {0, 1, 2})
    EXPECT_TRUE(gradients_agree(
        [&](const auto& x) {
          const Tensor& bias = x[static_cast<std::size_t>(role)];
          return scaled_dot_product_attention(x[0], x[1], x[2], biased(bias));
        },
        {leaf({2, 2, 3, 3}, 1), leaf({2, 2, 3, 3}, 2), leaf({2, 2, 3, 3}, 3)}))
        << role;
  EXPECT_TRUE(gradients_agree(  // (B, T, H K) and (H, T, S)
      [&](const auto& x) { return multi_head_attention(x[0], x[1], x[1], 2, biased(x[0])); },
      {leaf({2, 3, 4}, 1), leaf({2, 4, 4}, 2)}));
}

// Two threads take half of the heads each, which would split the heads that share a key-value head
// or part of the bias, if the kernel did not keep them together.
TEST(AttentionBias, OneAndTwoThreadsGiveTheSameBits) {
  const auto run = [](int threads, const Shape& shape, std::size_t G) {
    set_num_threads(threads);
    const Tensor q = leaf({3, 6, 130, 8}, 1), k = leaf({3, G, 130, 8}, 2), bias = leaf(shape, 3);
    AttentionOptions options;
    options.is_causal = true;
    options.bias = bias;
    scaled_dot_product_attention(q, k, k, options).backward(Rng(4).normal(q.shape()));
    set_num_threads(0);
    return std::vector<Array>{q.grad(), k.grad(), bias.grad()};
  };
  for (const Shape& shape : bias_shapes({3, 6, 130, 130}))
    for (const std::size_t G : {6U, 3U}) {
      const std::vector<Array> one = run(1, shape, G), two = run(2, shape, G);
      for (std::size_t i = 0; i < one.size(); ++i)
        EXPECT_TRUE(test::same_bits(one[i], two[i])) << to_string(shape) << " input " << i;
    }
}

}  // namespace
}  // namespace horloge
