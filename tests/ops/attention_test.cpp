#include "horloge/ops/attention.h"

#include "horloge/core/parallel.h"
#include "horloge/kernels/attention_plain.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/attention_problem.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"
#include "support/masks.h"

namespace horloge {
namespace {

// (B, H, T, K), as the kernels read and write it.
template <class T>
detail::Heads<T> heads(T* data, const Shape& s) {
  return {data, s[1] * s[2] * s[3], s[2] * s[3], s[3]};
}

// The output and the gradients of q, k and v, number by number.
std::vector<Array> plain(const Array& q, const Array& k, const Array& v, const Array& dy,
                         const AttentionOptions& options) {
  const detail::AttentionSizes size =
      detail::attention_sizes("plain", Tensor(q), Tensor(k), Tensor(v));
  const detail::AttentionProblem problem = detail::attention_problem("plain", size, options);
  const detail::AttentionInputs in{heads(q.data(), q.shape()), heads(k.data(), k.shape()),
                                   heads(v.data(), v.shape())};
  Array y = empty(dy.shape()), dq = zeros(q.shape()), dk = zeros(k.shape()), dv = zeros(v.shape());
  detail::attention_forward_plain(problem, in, heads(y.data(), y.shape()));
  detail::attention_backward_plain(problem, in, heads(dy.data(), dy.shape()),
                                   heads(dq.data(), dq.shape()), heads(dk.data(), dk.shape()),
                                   heads(dv.data(), dv.shape()));
  return {y, dq, dk, dv};
}

struct AttentionCase {
  Shape q, k, v;
  AttentionOptions options;
};

std::vector<AttentionCase> attention_cases() {
  std::vector<AttentionCase> all;
  all.push_back({{2, 3, 4, 5}, {2, 3, 6, 5}, {2, 3, 6, 2}, {}});
  all.push_back({{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {}});
  all.push_back({{2, 4, 5, 3}, {2, 2, 5, 3}, {2, 2, 5, 3}, {}});  // grouped queries
  AttentionCase causal{{2, 2, 5, 3}, {2, 2, 5, 3}, {2, 2, 5, 3}, {}};
  causal.options.is_causal = true;
  all.push_back(causal);
  causal.options.scale = 1;
  all.push_back(causal);
  AttentionCase offset{{1, 2, 2, 3}, {1, 2, 5, 3}, {1, 2, 5, 3}, {}};
  offset.options.is_causal = true;
  offset.options.causal_offset = 3;
  all.push_back(offset);
  offset = {{1, 2, 4, 3}, {1, 2, 5, 3}, {1, 2, 5, 3}, offset.options};
  offset.options.causal_offset = -1;  // query 0 sees nothing
  all.push_back(offset);
  AttentionCase long_causal{{1, 1, 150, 3}, {1, 1, 150, 3}, {1, 1, 150, 3}, {}};  // several blocks
  long_causal.options.is_causal = true;
  all.push_back(long_causal);
  for (const std::size_t window : {1U, 20U, 100U}) {
    long_causal.options.window = window;
    all.push_back(long_causal);
  }
  AttentionCase window_of_a_cache{{2, 2, 3, 5}, {2, 2, 300, 5}, {2, 2, 300, 5}, {}};
  window_of_a_cache.options.is_causal = true;
  window_of_a_cache.options.causal_offset = 297;
  window_of_a_cache.options.window = 40;
  window_of_a_cache.options.key_mask = random_mask({2, 300}, 7);
  all.push_back(window_of_a_cache);
  AttentionCase band{{1, 2, 400, 3}, {1, 2, 400, 3}, {1, 2, 400, 3}, {}};  // of blocks and keys
  band.options.mask = test::band_mask(400, 30);
  all.push_back(band);
  all.push_back({{1, 1, 3, 2}, {1, 1, 270, 2}, {1, 1, 270, 2}, {}});  // too many keys to keep
  AttentionCase parts{
      {2, 4, 110, 3}, {2, 2, 2100, 3}, {2, 2, 2100, 2}, {}};  // backward takes in nine
  all.push_back(parts);
  parts = {{1, 2, 110, 3}, {1, 2, 2100, 3}, {1, 2, 2100, 2}, {}};
  parts.options.is_causal = true;
  parts.options.causal_offset = 1990;
  parts.options.key_mask = random_mask({1, 2100}, 8);
  parts.options.bias = Tensor(Rng(3).normal({1, 1, 1, 2100}));
  all.push_back(parts);
  parts.options.window = 1500;
  parts.options.bias = Tensor(Rng(3).normal({1, 2, 110, 1}));
  all.push_back(parts);
  AttentionCase tall{{1, 2, 400, 2}, {1, 1, 1100, 2}, {1, 1, 1100, 1}, {}};  // taller blocks
  tall.options.is_causal = true;
  tall.options.causal_offset = 690;
  all.push_back(tall);
  tall.options.key_mask = random_mask({1, 1100}, 9);
  tall.options.bias = Tensor(Rng(3).normal({1, 1, 400, 1100}));
  all.push_back(tall);
  AttentionCase masked{{2, 3, 4, 5}, {2, 3, 6, 5}, {2, 3, 6, 5}, {}};
  masked.options.mask = random_mask({2, 1, 4, 6}, 1);
  masked.options.key_mask = random_mask({2, 6}, 2);
  all.push_back(masked);
  AttentionCase key_masked{
      {2, 1, 130, 2}, {2, 1, 37, 2}, {2, 1, 37, 2}, {}};  // the same for every block
  key_masked.options.key_mask = random_mask({2, 37}, 4);
  all.push_back(key_masked);
  AttentionCase all_masks{
      {1, 2, 3, 4}, {1, 2, 19, 4}, {1, 2, 19, 4}, {}};  // more keys than a register holds
  all_masks.options.mask = random_mask({1, 2, 3, 19}, 5);
  all_masks.options.key_mask = random_mask({1, 19}, 6);
  all_masks.options.is_causal = true;
  all_masks.options.causal_offset = 15;
  all.push_back(all_masks);
  AttentionCase biased{{2, 3, 4, 5}, {2, 3, 6, 5}, {2, 3, 6, 5}, {}};
  biased.options.bias = Tensor(Rng(3).normal({1, 3, 4, 6}));
  all.push_back(biased);
  return all;
}

TEST(Attention, AgreesWithTheDefinition) {
  for (const AttentionCase& c : attention_cases()) {
    const Tensor q = leaf(c.q, 1), k = leaf(c.k, 2), v = leaf(c.v, 3);
    const Array dy = Rng(9).normal({c.q[0], c.q[1], c.q[2], c.v[3]});
    const auto want = plain(q.array(), k.array(), v.array(), dy, c.options);
    const Tensor y = scaled_dot_product_attention(q, k, v, c.options);
    y.backward(dy);
    const Array got[] = {y.array(), q.grad(), k.grad(), v.grad()};
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_TRUE(near(got[i], want[i], i == 0 ? bound(2e-6, 1e-14) : bound(2e-5, 1e-12)))
          << to_string(c.q) << to_string(c.k) << (i == 0 ? "" : " input ") << i;
  }
}

TEST(Attention, Gradient) {
  for (const AttentionCase& c : attention_cases()) {
    if (c.q[2] > 100 || c.k[2] > 100) continue;  // so many differences take long: see the twin
    if (c.k[2] == 1) continue;  // a softmax of one score has no gradient to get wrong
    EXPECT_TRUE(gradients_agree(
        [&](const auto& x) {
          AttentionOptions options = c.options;
          if (options.bias.defined()) options.bias = x[3];
          return scaled_dot_product_attention(x[0], x[1], x[2], options);
        },
        c.options.bias.defined()
            ? std::vector<Tensor>{leaf(c.q, 1), leaf(c.k, 2), leaf(c.v, 3), leaf({1, 3, 4, 6}, 4)}
            : std::vector<Tensor>{leaf(c.q, 1), leaf(c.k, 2), leaf(c.v, 3)}))
        << to_string(c.q);
  }
}

// The step-by-step form is the readable twin of the kernel: same output, same gradients, with
// dropout too, since a weight's mask depends on its index alone.
TEST(Attention, AgreesWithItsTwin) {
  for (const double dropout : {0.0, 0.4})
    for (AttentionCase c : attention_cases()) {
      if (c.q[1] != c.k[1]) continue;  // the twin has no grouped queries
      c.options.dropout_p = dropout;
      c.options.dropout_key = {5, 1, 2};
      const Tensor dy(Rng(9).normal({c.q[0], c.q[1], c.q[2], c.v[3]}));
      std::vector<Array> gradients[2];
      Array outputs[2];
      for (const bool fused : {false, true}) {
        const Tensor q = leaf(c.q, 1), k = leaf(c.k, 2), v = leaf(c.v, 3);
        Tensor bias;
        if (c.options.bias.defined()) bias = leaf(c.options.bias.shape(), 4);
        c.options.bias = bias;
        const Tensor y = fused ? scaled_dot_product_attention(q, k, v, c.options)
                               : attention_with_weights(q, k, v, c.options).y;
        y.backward(dy.array());
        outputs[fused] = y.array();
        gradients[fused] = {q.grad(), k.grad(), v.grad()};
        if (bias.defined()) gradients[fused].push_back(bias.grad());
      }
      EXPECT_TRUE(near(outputs[1], outputs[0], bound(3e-6, 1e-13))) << to_string(c.q);
      for (std::size_t i = 0; i < gradients[0].size(); ++i)
        EXPECT_TRUE(near(gradients[1][i], gradients[0][i], bound(2e-5, 1e-12)))
            << to_string(c.q) << " input " << i;
    }
}

// Also where several query heads share a key-value head.
TEST(Attention, ReadsHeadsInPlace) {
  const auto split = [](const Tensor& x, std::size_t heads) {
    const std::size_t B = x.shape()[0], T = x.shape()[1];
    return transpose(reshape(x, {B, T, heads, x.shape()[2] / heads}), 1, 2);
  };
  for (const std::size_t G : {4U, 2U, 1U}) {
    const Tensor q = leaf({2, 3, 12}, 1), k = leaf({2, 5, 3 * G}, 2), v = leaf({2, 5, 2 * G}, 3);
    AttentionOptions options;
    options.key_mask = random_mask({2, 5}, 4);
    const Tensor want = reshape(
        transpose(scaled_dot_product_attention(split(q, 4), split(k, G), split(v, G), options), 1,
                  2),
        {2, 3, 8});
    EXPECT_TRUE(near(multi_head_attention(q, k, v, 4, options).array(), want.array(), 0)) << G;
    EXPECT_TRUE(gradients_agree(
        [&](const auto& x) { return multi_head_attention(x[0], x[1], x[2], 4, options); },
        {q, k, v}))
        << G;
  }
}

TEST(Attention, ReadsAFusedProjectionInPlace) {
  const Tensor qkv = leaf({2, 5, 12}, 1);
  const auto parts = chunk(qkv, 3, 2);
  AttentionOptions options;
  options.is_causal = true;
  EXPECT_TRUE(near(multi_head_self_attention(qkv, 2, options).array(),
                   multi_head_attention(parts[0], parts[1], parts[2], 2, options).array(), 0));
  EXPECT_TRUE(gradients_agree(
      [&](const auto& x) { return multi_head_self_attention(x[0], 2, options); }, {qkv}));
  // Used twice, its gradients add.
  EXPECT_TRUE(gradients_agree(
      [&](const auto& x) {
        return multi_head_self_attention(x[0], 2, options) + multi_head_self_attention(x[0], 2);
      },
      {qkv}));
}

TEST(Attention, OneTensorMayBeQueryKeyAndValue) {
  EXPECT_TRUE(
      gradients_agree([](const auto& x) { return scaled_dot_product_attention(x[0], x[0], x[0]); },
                      {leaf({1, 2, 4, 3}, 1)}));
  EXPECT_TRUE(
      gradients_agree([](const auto& x) { return scaled_dot_product_attention(x[0], x[1], x[1]); },
                      {leaf({1, 2, 4, 3}, 1), leaf({1, 2, 5, 3}, 2)}));
  EXPECT_TRUE(
      gradients_agree([](const auto& x) { return scaled_dot_product_attention(x[0], x[1], x[0]); },
                      {leaf({1, 2, 4, 3}, 1), leaf({1, 2, 4, 3}, 2)}));
}

TEST(Attention, AQueryThatSeesNoKeyGetsZeros) {
  const Tensor q = leaf({1, 1, 2, 3}, 1), k = leaf({1, 1, 4, 3}, 2), v = leaf({1, 1, 4, 3}, 3);
  AttentionOptions options;
  options.key_mask = Mask::from_shape({1, 4});
  options.key_mask->fill(false);
  const Tensor y = scaled_dot_product_attention(q, k, v, options);
  EXPECT_TRUE(near(y.array(), zeros(y.shape()), 0));
  y.backward(ones(y.shape()));
  for (const Tensor& x : {q, k, v}) EXPECT_TRUE(near(x.grad(), zeros(x.shape()), 0));
}

TEST(Attention, WhatAHiddenKeyHoldsDoesNotMatter) {
  const Tensor q(Rng(1).normal({1, 1, 3, 2})), v(Rng(3).normal({1, 1, 5, 2}));
  Array keys = Rng(2).normal({1, 1, 5, 2});
  AttentionOptions options;
  options.key_mask = Mask::from_shape({1, 5});
  for (std::size_t j = 0; j < 5; ++j) (*options.key_mask)(0, j) = j != 3;
  const Array want = scaled_dot_product_attention(q, Tensor(keys), v, options).array();
  for (const real garbage : {std::numeric_limits<real>::quiet_NaN(),
                             std::numeric_limits<real>::infinity(), real{1e30F}}) {
    keys(0, 0, 3, 0) = garbage;
    EXPECT_TRUE(
        test::same(scaled_dot_product_attention(q, Tensor(keys), v, options).array(), want));
  }
}

// Queries are weighed in groups. A query's neighbours in its group change nothing, even if some of
// them see no key, or hold a NaN.
TEST(Attention, AQueryDoesNotDependOnItsNeighbours) {
  constexpr std::size_t T = 70, K = 8;
  const auto turned = [](const Array& x, std::size_t by) {
    Array out = empty(x.shape());
    const std::size_t columns = x.size() / T;
    for (std::size_t t = 0; t < T; ++t)
      std::copy_n(x.data() + (t + by) % T * columns, columns, out.data() + t * columns);
    return out;
  };
  Array queries = Rng(1).normal({1, 1, T, K});
  queries(0, 0, 11, 0) = std::numeric_limits<real>::quiet_NaN();
  for (const std::size_t S : {5U, 16U, 64U, 100U}) {
    Mask seen = random_mask({1, 1, T, S}, 3);
    for (std::size_t j = 0; j < S; ++j) seen(0, 0, 20, j) = false;
    const Array dy = Rng(2).normal({1, 1, T, K});
    const auto run = [&](std::size_t by) {
      const Tensor q(turned(queries, by), true), k = leaf({1, 1, S, K}, 3);
      AttentionOptions options;
      options.mask = Mask::from_shape({1, 1, T, S});
      for (std::size_t t = 0; t < T; ++t)
        for (std::size_t j = 0; j < S; ++j)
          (*options.mask)(0, 0, t, j) = seen(0, 0, (t + by) % T, j);
      const Tensor y = scaled_dot_product_attention(q, k, k, options);
      y.backward(turned(dy, by));
      return std::pair(Array(y.array()), Array(q.grad()));
    };
    const auto [y, dq] = run(0);
    for (std::size_t t = 0; t < T; ++t)
      EXPECT_EQ(std::isnan(y(0, 0, t, 0)) || std::isnan(dq(0, 0, t, 0)), t == 11) << t;
    for (const std::size_t by : {1U, 6U, 16U, 33U}) {
      const auto [y_turned, dq_turned] = run(by);
      EXPECT_TRUE(test::same_bits(y_turned, turned(y, by))) << S << " by " << by;
      EXPECT_TRUE(test::same_bits(dq_turned, turned(dq, by))) << S << " by " << by;
    }
  }
}

TEST(Attention, SurvivesScoresThatWouldOverflow) {
  const Tensor q(full({1, 1, 2, 1}, 1e3)), k(full({1, 1, 3, 1}, 1e3)), v(ones({1, 1, 3, 1}));
  EXPECT_TRUE(
      near(scaled_dot_product_attention(q, k, v).array(), ones({1, 1, 2, 1}), bound(1e-6, 1e-15)));
}

TEST(Attention, OneAndTwoThreadsGiveTheSameBits) {
  const auto run = [](int threads) {
    set_num_threads(threads);
    const Tensor qkv = leaf({4, 70, 96}, 1);
    AttentionOptions options;
    options.is_causal = true;
    options.dropout_p = 0.1;
    const Tensor y = multi_head_self_attention(qkv, 4, options);
    y.backward(Rng(2).normal(y.shape()));
    set_num_threads(0);
    return std::pair(Array(y.array()), Array(qkv.grad()));
  };
  const auto one = run(1);
  const auto two = run(2);
  EXPECT_TRUE(test::same(one.first, two.first));
  EXPECT_TRUE(test::same(one.second, two.second));
}

TEST(Attention, WeightsAreDistributions) {
  const Tensor q = leaf({2, 2, 3, 4}, 1), k = leaf({2, 2, 5, 4}, 2), v = leaf({2, 2, 5, 4}, 3);
  const Array weights = attention_with_weights(q, k, v).weights.array();
  for (std::size_t row = 0; row < 12; ++row) {
    double sum = 0;
    for (std::size_t j = 0; j < 5; ++j) sum += weights.data()[row * 5 + j];
    EXPECT_NEAR(sum, 1, bound(1e-6, 1e-14));
  }
}

TEST(Attention, ForgetsLeadingAxes) {
  const Tensor q(Rng(1).normal({3, 4})), k(Rng(2).normal({5, 4})), v(Rng(3).normal({5, 4}));
  const auto four = [](const Tensor& x) { return reshape(x, {1, 1, x.shape()[0], x.shape()[1]}); };
  const Tensor y = scaled_dot_product_attention(q, k, v);
  EXPECT_EQ(y.shape(), (Shape{3, 4}));
  EXPECT_TRUE(near(reshape(y, {1, 1, 3, 4}).array(),
                   scaled_dot_product_attention(four(q), four(k), four(v)).array(), 0));
}

TEST(Attention, HandlesNoQueriesAndNoKeys) {
  const Tensor none(zeros({1, 1, 0, 3})), some(ones({1, 1, 2, 3}));
  EXPECT_EQ(scaled_dot_product_attention(none, some, some).shape(), (Shape{1, 1, 0, 3}));
  EXPECT_TRUE(near(scaled_dot_product_attention(some, none, none).array(), zeros({1, 1, 2, 3}), 0));
  const Tensor keys = leaf({1, 1, 2, 3}, 1);
  scaled_dot_product_attention(none, keys, some).backward(zeros({1, 1, 0, 3}));
  EXPECT_TRUE(near(keys.grad(), zeros({1, 1, 2, 3}), 0));
  AttentionOptions options;
  options.bias = leaf({2}, 2);
  for (const Shape& nobody : {Shape{1, 0, 2, 3}, Shape{1, 1, 0, 3}}) {
    Tensor k = leaf({1, 1, 2, 3}, 1), v = leaf({1, 1, 2, 3}, 2);
    for (Tensor* x : {&k, &v}) {
      x->set_grad(ones(x->shape()));
      x->zero_grad();  // its memory is used again
    }
    scaled_dot_product_attention(Tensor(zeros(nobody)), k, v, options).backward(zeros(nobody));
    for (const Tensor& x : {k, v})
      EXPECT_TRUE(near(x.grad(), zeros({1, 1, 2, 3}), 0)) << to_string(nobody);
  }
  EXPECT_TRUE(near(options.bias.grad(), zeros({2}), 0));
}

TEST(Attention, SaysWhatDoesNotFit) {
  const Tensor x(zeros({2, 3, 4, 6}));
  EXPECT_ERROR(scaled_dot_product_attention(x, Tensor(zeros({2, 3, 4, 5})), x), ShapeError,
               "do not fit: (2, 3, 4, 6), (2, 3, 4, 5) and (2, 3, 4, 6)");
  EXPECT_ERROR(
      scaled_dot_product_attention(x, Tensor(zeros({2, 2, 4, 6})), Tensor(zeros({2, 2, 4, 6}))),
      ShapeError, "H a multiple of G");
  EXPECT_ERROR(multi_head_attention(Tensor(zeros({2, 3, 8})), Tensor(zeros({2, 3, 8})),
                                    Tensor(zeros({2, 3, 8})), 3),
               ShapeError, "has 8 columns, which do not divide into 3 heads");
  for (const std::size_t columns : {3U, 12U, 16U, 0U})  // no heads of 4, 3 of them, 4, none
    EXPECT_ERROR(multi_head_attention(Tensor(zeros({2, 3, 8})), Tensor(zeros({2, 5, columns})),
                                      Tensor(zeros({2, 5, columns})), 2),
                 ShapeError, "with H = 2 a multiple of G do not fit: (2, 3, 8), (2, 5, ");
  AttentionOptions options;
  options.key_mask = Mask::from_shape({2, 3});
  EXPECT_ERROR(scaled_dot_product_attention(x, x, x, options), ShapeError,
               "key_mask (2, 3) must be (B, S) = (2, 4)");
  options = {};
  options.bias = Tensor(zeros({5, 4}));
  EXPECT_ERROR(scaled_dot_product_attention(x, x, x, options), ShapeError, "(5, 4)");
  options = {};
  options.dropout_p = 1.5;
  EXPECT_ERROR(scaled_dot_product_attention(x, x, x, options), ValueError, "dropout_p");
  options = {};
  options.window = 3;
  EXPECT_ERROR(scaled_dot_product_attention(x, x, x, options), ValueError,
               "a window of 3 keys needs a causal mask");
  EXPECT_ERROR(attention_with_weights(x, x, x, options), ValueError, "needs a causal mask");
}

}  // namespace
}  // namespace horloge
