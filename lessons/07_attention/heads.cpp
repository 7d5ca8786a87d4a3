// Several heads, each with some columns of its own.

#include "heads.h"

#include <algorithm>
#include <cmath>

#include "common/modules.h"
#include "exercises/attention_backward/answer.h"
#include "exercises/split_qkv/answer.h"
#include "horloge/core/linalg.h"
#include "numpy_style.h"
#include "tables.h"

using horloge::Array;
using horloge::AttentionMasks;
using horloge::Bias;
using horloge::Mask;
using horloge::MultiHeadAttention;
using horloge::MultiHeadAttentionOptions;
using horloge::real;
using horloge::Rng;
using horloge::Tensor;
using stage::Page;

// Step: split_and_merge
Array split_heads(const Array& x, std::size_t num_heads) {
  const auto [B, T, D] =
      horloge::dims<3>(x.shape(), "[split_heads] x (B, T, D)");
  Array parts = x;
  parts.reshape({B, T, num_heads, D / num_heads});
  return xt::transpose(parts, {0, 2, 1, 3});  // (B, H, T, K)
}

Array merge_heads(const Array& x) {
  const auto [B, H, T, K] =
      horloge::dims<4>(x.shape(), "[merge_heads] x (B, H, T, K)");
  Array merged = xt::transpose(x, {0, 2, 1, 3});  // (B, T, H, K)
  merged.reshape({B, T, H * K});
  return merged;
}

// Fold: splits three words well, and by a reshape alone
void split_and_merge(Page& page) {
  Array x = Array::from_shape({1, 3, 4});  // column c of word t is 10 t + c
  for (std::size_t t = 0; t < 3; ++t)
    for (std::size_t c = 0; c < 4; ++c) x(0, t, c) = real(10 * t + c);
  const Array split = split_heads(x, 2);
  Array reshaped = x;
  reshaped.reshape({1, 2, 3, 2});

  page.print("{:<24}{}\n", "x", numbers(xt::flatten(x), 0));
  for (const std::size_t head : {0, 1})
    page.print("split_heads    head {}   {}\n", head,
               numbers(xt::flatten(xt::view(split, 0, head)), 0));
  for (const std::size_t head : {0, 1})
    page.print("plain reshape  head {}   {}\n", head,
               numbers(xt::flatten(xt::view(reshaped, 0, head)), 0));
  page.print("\nmerge_heads gives x back: {}\n",
             merge_heads(split) == x ? "yes" : "no");

  Array row = xt::arange<real>(12);  // one word, two heads of two columns
  row.reshape({1, 1, 12});
  const QueriesKeysValues three = split_qkv(row, 2);
  page.print("\nsplit_qkv of 0 … 11\n");
  for (const std::size_t head : {0, 1})
    page.print("  head {}   queries{}   keys{}   values{}\n", head,
               numbers(xt::flatten(xt::view(three.q, 0, head)), 0),
               numbers(xt::flatten(xt::view(three.k, 0, head)), 0),
               numbers(xt::flatten(xt::view(three.v, 0, head)), 0));
}

// Step: two_heads
void two_heads(Page& page) {
  // Fold: a sentence of 11 words, x (1, T, 64): half word, half position
  const std::vector<std::string> vocabulary = {"the", "dog", "sees", "cat",
                                               "and"};
  const std::vector<int> ids = {0, 1, 2, 0, 3, 4, 0, 3, 2, 0, 1};
  const std::size_t T = ids.size();
  const Array E = Rng(page.seed() + 7).normal({5, 32});
  Array x = Array::from_shape({1, T, 64});
  xt::view(x, 0, xt::all(), xt::range(0, 32)) =
      xt::view(E, xt::keep(ids), xt::all());
  xt::view(x, 0, xt::all(), xt::range(32, 64)) =
      horloge::sinusoidal_table(T, 32);

  // End fold
  // Head 0 asks for its own word, head 1 for the position before.
  Array Wq = horloge::zeros({64, 64});
  xt::view(Wq, xt::range(0, 32), xt::range(0, 32)) = 2 * xt::eye<real>(32);
  xt::view(Wq, xt::range(32, 64), xt::range(32, 64)) =
      64 * xt::transpose(horloge::sinusoidal_shift(-1, 32));
  Array q = xt::linalg::dot(xt::view(x, 0), Wq);
  q.reshape({1, T, 64});
  const Array queries = split_heads(q, 2), keys = split_heads(x, 2);

  // Fold: draws the weights of both heads
  std::vector<std::string> sentence;
  for (const int id : ids) sentence.push_back(vocabulary[id]);
  for (const std::size_t h : {0, 1}) {
    const Array weights = scaled_dot_product_attention(
        xt::view(queries, 0, h), xt::view(keys, 0, h), xt::eye<real>(T),
        everyone(T, T));
    page.show(attention_map(
        h == 0 ? "head 0: the same word" : "head 1: the word before", weights,
        sentence, sentence));
  }
}

// Step: all_heads
// Fold: project(x, W), x W for a batch
// x (B, T, I) W (I, O): a product of matrices, so the words of all sentences
// are put one below the other first.
Array project(const Array& x, const Array& W) {
  Array rows = x;
  rows.reshape({x.shape(0) * x.shape(1), x.shape(2)});
  Array y = xt::linalg::dot(rows, W);
  y.reshape({x.shape(0), x.shape(1), W.shape(1)});
  return y;
}

// End fold
Array multi_head_attention(const Array& x, const HeadWeights& W,
                           std::size_t num_heads, const Mask& mask) {
  const Array q = split_heads(project(x, W.q), num_heads);  // (B, H, T, K)
  const Array k = split_heads(project(x, W.k), num_heads);
  const Array v = split_heads(project(x, W.v), num_heads);
  Array y = horloge::empty(q.shape());
  for (std::size_t b = 0; b < y.shape(0); ++b)
    for (std::size_t h = 0; h < num_heads; ++h)
      xt::view(y, b, h) = scaled_dot_product_attention(
          xt::view(q, b, h), xt::view(k, b, h), xt::view(v, b, h), mask);
  return project(merge_heads(y), W.out);
}

// Fold: weights_of(module), taken apart, and a head's gradients by hand
// The module keeps W as (out, in), and its three input matrices in one.
HeadWeights weights_of(const MultiHeadAttention& attention) {
  const Array W = xt::transpose(attention.in_proj_weight.array());  // (D, 3 D)
  const std::size_t D = W.shape(0);
  return {xt::view(W, xt::all(), xt::range(0, D)),
          xt::view(W, xt::all(), xt::range(D, 2 * D)),
          xt::view(W, xt::all(), xt::range(2 * D, 3 * D)),
          xt::transpose(attention.out_proj.weight.array())};
}

// The way back through one head, by hand against the library's gradients.
double largest_gap_of_gradients(Rng& rng) {
  const Array q = rng.normal({6, 8}), k = rng.normal({5, 8});
  const Array v = rng.normal({5, 4}), dy = rng.normal({6, 4});
  const Tensor tq(q, true), tk(k, true), tv(v, true);
  const Tensor weights = horloge::softmax(matmul(tq, transpose(tk, 0, 1)) /
                                          std::sqrt(real(k.shape(1))));
  matmul(weights, tv).backward(dy);
  const AttentionGradients hand =
      attention_backward(q, k, v, weights.array(), dy);
  return std::max({largest_difference(hand.q, tq.grad()),
                   largest_difference(hand.k, tk.grad()),
                   largest_difference(hand.v, tv.grad())});
}

// End fold
void all_heads(Page& page) {
  Rng rng(page.seed() + 9);
  const MultiHeadAttention attention(
      32, 4, rng, MultiHeadAttentionOptions().with_bias(Bias::no));
  const HeadWeights W = weights_of(attention);
  const Array x = rng.normal({2, 10, 32});
  // Fold: prints the shapes, and compares both styles
  page.print("x                    {}\n", horloge::to_string(x.shape()));
  page.print("q, k and v, split    {}\n",
             horloge::to_string(split_heads(project(x, W.q), 4).shape()));
  for (const bool causal : {false, true}) {
    const auto masks = causal ? AttentionMasks::causal() : AttentionMasks();
    const Array by_modules = attention(Tensor(x), masks).array();
    const Array by_hand = multi_head_attention(
        x, W, 4, causal ? causal_mask(10) : everyone(10, 10));
    if (!causal)
      page.print("merged, projected    {}\n\n",
                 horloge::to_string(by_hand.shape()));
    page.print("{:<12} by hand    {}\n", causal ? "causal mask" : "no mask",
               numbers(xt::view(by_hand, 1, 4, xt::range(0, 6)), 4));
    page.print("{:<12} by modules {}\n", "",
               numbers(xt::view(by_modules, 1, 4, xt::range(0, 6)), 4));
    page.print("{:<12} largest difference {:.1e}\n", "",
               largest_difference(by_hand, by_modules));
  }
  page.print("\nthe way back, one head: largest difference {:.1e}\n",
             largest_gap_of_gradients(rng));
}
