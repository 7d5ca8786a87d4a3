#include <cmath>
#include <functional>

#include "course/exercise/exam.h"
#include "steps.h"

using namespace horloge;
using namespace attention_steps;

namespace {

// i sees j, as a mask (T, T).
Mask mask_of(std::size_t T,
             const std::function<bool(std::size_t i, std::size_t j)>& sees) {
  Mask mask = Mask::from_shape({T, T});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < T; ++j) mask(i, j) = sees(i, j);
  return mask;
}

Tensor hide(const Tensor& scores, const Mask& seen, real value) {
  return masked_fill(scores, !seen, value);
}

Mask up_to_query(const Tensor& scores) {
  return mask_of(scores.shape().back(),
                 [](std::size_t i, std::size_t j) { return j <= i; });
}

constexpr real minus_infinity = -std::numeric_limits<real>::infinity();

void no_scale(Steps& s) {
  s.scale = [](double, double, double) { return 1; };
}

void scale_of_model(Steps& s) {
  s.scale = [](double D, double, double) { return 1 / std::sqrt(D); };
}

void divided_by_k(Steps& s) {
  s.scale = [](double, double K, double) { return 1 / K; };
}

void scale_of_length(Steps& s) {
  s.scale = [](double, double, double T) { return 1 / std::sqrt(T); };
}

void scale_of_heads(Steps& s) {
  s.scale = [](double D, double K, double) { return 1 / std::sqrt(D / K); };
}

void no_output_projection(Steps& s) {
  s.project_out = [](const HeadsWeights&, const Tensor& y) { return y; };
}

void no_output_bias(Steps& s) {
  s.project_out = [](const HeadsWeights& w, const Tensor& y) {
    return linear(y, w.out_weight);
  };
}

void no_input_bias(Steps& s) {
  s.project_in = [](const HeadsWeights& w, const Tensor& t) {
    return linear(t, w.in_proj_weight);
  };
}

void no_biases(Steps& s) {
  s.project_in = [](const HeadsWeights& w, const Tensor& t) {
    return linear(t, w.in_proj_weight);
  };
  s.project_out = [](const HeadsWeights& w, const Tensor& y) {
    return linear(y, w.out_weight);
  };
}

void output_not_transposed(Steps& s) {
  s.project_out = [](const HeadsWeights& w, const Tensor& y) {
    return matmul(y, w.out_weight) + w.out_bias;
  };
}

void q_and_k_swapped(Steps& s) { s.thirds = {1, 0, 2}; }

void values_first(Steps& s) { s.thirds = {1, 2, 0}; }

void keys_as_values(Steps& s) { s.thirds = {0, 1, 1}; }

void queries_as_keys(Steps& s) { s.thirds = {0, 0, 2}; }

Tensor reshape_split(const Tensor& x, std::size_t H) {
  return reshape(x, {x.shape()[0], H, x.shape()[1], x.shape()[2] / H});
}

Tensor reshape_merge(const Tensor& x, std::size_t) {
  return reshape(x, {x.shape()[0], x.shape()[2], x.shape()[1] * x.shape()[3]});
}

void split_by_reshape(Steps& s) { s.split = reshape_split; }

void merge_by_reshape(Steps& s) { s.merge = reshape_merge; }

void reshape_both(Steps& s) {
  s.split = reshape_split;
  s.merge = reshape_merge;
}

void interleaved(Steps& s) {
  s.split = [](const Tensor& t, std::size_t heads) {
    const auto [B, T, D] = dims<3>(t.shape(), "x (B, T, D)");
    return permute(reshape(t, {B, T, D / heads, heads}), {0, 3, 1, 2});
  };
  s.merge = [](const Tensor& t, std::size_t) {
    const auto [B, heads, T, K] = dims<4>(t.shape(), "x (B, H, T, K)");
    return reshape(permute(t, {0, 2, 3, 1}), {B, T, heads * K});
  };
}

Tensor thirds_in_heads(const HeadsWeights& W, const Tensor& x, std::size_t H,
                       bool causal) {
  return run(W, x, H, causal, [H](Steps& s) {
    s.project_in = [H](const HeadsWeights& w, const Tensor& t) {
      const Tensor qkv = linear(t, w.in_proj_weight, w.in_proj_bias);
      const auto [B, T, D] = dims<3>(t.shape(), "x (B, T, D)");
      const Tensor parts = reshape(qkv, {B, T, H, 3, D / H});
      return reshape(transpose(parts, 2, 3), {B, T, 3 * D});
    };
  });
}

void heads_attend_to_heads(Steps& s) {
  s.split = [](const Tensor& t, std::size_t heads) {
    const auto [B, T, D] = dims<3>(t.shape(), "x (B, T, D)");
    return reshape(t, {B, T, heads, D / heads});
  };
  s.merge = [](const Tensor& t, std::size_t) {
    const auto [B, T, heads, K] = dims<4>(t.shape(), "x (B, T, H, K)");
    return reshape(t, {B, T, heads * K});
  };
}

Tensor one_head(const HeadsWeights& W, const Tensor& x, std::size_t H,
                bool causal) {
  if (H == 0 || x.shape()[2] % H != 0) throw ValueError("num_heads");
  return run(W, x, 1, causal);
}

void weights_averaged(Steps& s) {
  s.soft = [](const Tensor& scores, bool c) {
    const Tensor weights = soft_right(scores, c);
    return expand(mean(weights, 1, true), weights.shape());
  };
}

void heads_averaged(Steps& s) {
  s.merge = [](const Tensor& t, std::size_t) {
    return merge_right(expand(mean(t, 1, true), t.shape()), 0);
  };
}

Tensor mask_ignored(const HeadsWeights& W, const Tensor& x, std::size_t H,
                    bool) {
  return run(W, x, H, false);
}

Tensor always_causal(const HeadsWeights& W, const Tensor& x, std::size_t H,
                     bool) {
  return run(W, x, H, true);
}

Tensor causal_the_other_way(const HeadsWeights& W, const Tensor& x,
                            std::size_t H, bool causal) {
  return run(W, x, H, !causal);
}

void mask_turned(Steps& s) {
  s.soft = [](const Tensor& scores, bool c) {
    const Mask from_query =
        mask_of(scores.shape().back(),
                [](std::size_t i, std::size_t j) { return j >= i; });
    return softmax(c ? hide(scores, from_query, minus_infinity) : scores);
  };
}

void diagonal_hidden(Steps& s) {
  s.soft = [](const Tensor& scores, bool c) {
    const Mask before =
        mask_of(scores.shape().back(),
                [](std::size_t i, std::size_t j) { return j < i; });
    return softmax(c ? hide(scores, before, minus_infinity) : scores);
  };
}

void hidden_after_softmax(Steps& s) {
  s.soft = [](const Tensor& scores, bool c) {
    const Tensor weights = softmax(scores);
    return c ? hide(weights, up_to_query(scores), 0) : weights;
  };
}

void hidden_by_zero(Steps& s) {
  s.soft = [](const Tensor& scores, bool c) {
    return softmax(c ? hide(scores, up_to_query(scores), 0) : scores);
  };
}

void over_queries(Steps& s) {
  s.soft = [](const Tensor& scores, bool c) {
    return softmax(
        c ? hide(scores, up_to_query(scores), minus_infinity) : scores, -2);
  };
}

Tensor residual_added(const HeadsWeights& W, const Tensor& x, std::size_t H,
                      bool causal) {
  return x + run(W, x, H, causal);
}

Tensor detached(const HeadsWeights& W, const Tensor& x, std::size_t H,
                bool causal) {
  return Tensor(Array(run(W, x, H, causal).array()));
}

void weights_detached(Steps& s) {
  s.soft = [](const Tensor& scores, bool c) {
    return Tensor(Array(soft_right(scores, c).array()));
  };
}

Tensor any_heads(const HeadsWeights& W, const Tensor& x, std::size_t H,
                 bool causal) {
  while (H > 0 && x.shape()[2] % H != 0) --H;
  return run(W, x, H, causal);
}

Tensor in_place(const HeadsWeights& W, const Tensor& x, std::size_t H,
                bool causal) {
  const Tensor y = run(W, x, H, causal);
  if (y.requires_grad()) return y;  // where it is not allowed
  Tensor z = x;
  z.mutable_array() = y.array();
  return z;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"no-scale",
       "the scores are not scaled: divide them by the square root of K",
       {with<no_scale>}},
      {"scale-of-model",
       "you divide by the square root of D; a head's scores add up K products "
       "only, so it is the square root of K = D / H",
       {with<scale_of_model>}},
      {"divided-by-k",
       "you divide the scores by K; it is its square root",
       {with<divided_by_k>}},
      {"scale-of-heads",
       "you divide by the square root of the number of heads; it is that of "
       "the number of columns a head has, K",
       {with<scale_of_heads>}},
      {"scale-of-length",
       "you divide by the square root of T; the scores grow with a head's "
       "number of columns, whatever the length of the sentence",
       {with<scale_of_length>}},
      {"no-output-projection",
       "the second projection is missing: the heads' findings are still to be "
       "mixed",
       {with<no_output_projection>}},
      {"no-output-bias",
       "the output's bias is missing",
       {with<no_output_bias>}},
      {"no-input-bias", "in_proj_bias is missing", {with<no_input_bias>}},
      {"no-biases", "both biases are missing", {with<no_biases>}},
      {"output-not-transposed",
       "the output's weight is used as (in, out); it is (out, in), so that y = "
       "x W^T + b, as linear has it",
       {with<output_not_transposed>}},
      {"q-and-k-swapped",
       "queries and keys have changed places: the first D rows of "
       "in_proj_weight make the queries",
       {with<q_and_k_swapped>}},
      {"values-first",
       "you take values, queries, keys; the rows of in_proj_weight stand for "
       "queries, keys, values, in this order",
       {with<values_first>}},
      {"keys-as-values",
       "you take the mean of the keys; what is averaged are the values",
       {with<keys_as_values>}},
      {"queries-as-keys",
       "the queries are compared with themselves; the keys are not used",
       {with<queries_as_keys>}},
      {"reshape-both",
       "you reshape to (B, H, T, K) at once, and back: head 0 gets the first "
       "words whole, not some columns of each. Cut the columns into (H, K), "
       "then swap the axes of words and heads",
       {with<reshape_both>}},
      {"split-by-reshape",
       "you reshape to (B, H, T, K) at once: head 0 gets the first words "
       "whole, not some columns of each",
       {with<split_by_reshape>}},
      {"merge-by-reshape",
       "you merge by a reshape alone: the axis of the heads must be moved back "
       "behind that of the words first",
       {with<merge_by_reshape>}},
      {"interleaved",
       "the columns are dealt out like cards, column c to head c % H; head h "
       "has K columns that stand next to each other",
       {with<interleaved>}},
      {"thirds-in-heads",
       "you read the projection as (H, 3, K), as BLOOM and GPT-NeoX store it; "
       "here all queries come first, then all keys, then all values",
       {thirds_in_heads}},
      {"heads-attend-to-heads",
       "in each word the heads look at each other: without the swap to (B, H, "
       "T, K) the scores compare heads, not words",
       {with<heads_attend_to_heads>}},
      {"one-head", "there is one head only, num_heads is not used", {one_head}},
      {"weights-averaged",
       "all heads share the mean of their weights; each head has its own",
       {with<weights_averaged>}},
      {"heads-averaged",
       "the heads are averaged; they stand side by side, so that the "
       "projection after them can tell them apart",
       {with<heads_averaged>}},
      {"mask-ignored", "`causal` is not used", {mask_ignored}},
      {"always-causal",
       "every word is kept from looking ahead, also when `causal` is false",
       {always_causal}},
      {"causal-the-other-way",
       "`causal` means the opposite in your code",
       {causal_the_other_way}},
      {"mask-turned",
       "with `causal` each word sees what comes after it, and not what came "
       "before",
       {with<mask_turned>}},
      {"diagonal-hidden",
       "with `causal` no word sees itself; it may",
       {with<diagonal_hidden>}},
      {"hidden-after-softmax",
       "hidden words are set to 0 after the softmax, so they still take their "
       "share: the weights that are left no longer add up to 1",
       {with<hidden_after_softmax>}},
      {"hidden-by-zero",
       "hidden scores become 0 before the softmax; a score of 0 is a score, "
       "and exp(0) = 1",
       {with<hidden_by_zero>}},
      {"over-queries",
       "your weights add up to 1 over the queries; each query shares its 1 out "
       "among the keys",
       {with<over_queries>}},
      {"residual-added",
       "x is added to the result; that is the business of the layer around it",
       {residual_added}},
      {"in-place",
       "you change x itself: a copy of a Tensor has the same numbers, and "
       "whoever gave x has other ones now. Give back a new tensor",
       {in_place}},
      {"detached",
       "the numbers are right, but no gradient flows back: a tensor made from "
       "an array does not remember where the numbers came from",
       {detached}},
      {"weights-detached",
       "no gradient flows through the weights, so queries and keys learn "
       "nothing: they must be tensors up to the end",
       {with<weights_detached>}},
      {"any-heads",
       "any number of heads is accepted; it must divide D",
       {any_heads}},
  };
  return all;
}
