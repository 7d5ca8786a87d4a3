#include <cmath>
#include <functional>

#include "course/exercise/exam.h"
#include "steps.h"
#include "wrong_sides.h"

using namespace horloge;
using namespace attention_steps;

namespace {

void no_scale(Steps& s) {
  s.scale = [](double, double, double, double) { return 1; };
}

void scale_of_model(Steps& s) {
  s.scale = [](double D, double, double, double) { return 1 / std::sqrt(D); };
}

void divided_by_k(Steps& s) {
  s.scale = [](double, double K, double, double) { return 1 / K; };
}

void scale_of_length(Steps& s) {
  s.scale = [](double, double, double T, double) { return 1 / std::sqrt(T); };
}

void scale_of_asked(Steps& s) {
  s.scale = [](double, double, double, double S) { return 1 / std::sqrt(S); };
}

void whole_root(Steps& s) {
  s.scale = [](double, double K, double, double) {
    return 1 / double(int(std::sqrt(K)));
  };
}

void scale_of_heads(Steps& s) {
  s.scale = [](double D, double K, double, double) {
    return 1 / std::sqrt(D / K);
  };
}

void no_output_projection(Steps& s) {
  s.project_out = [](const HeadsWeights&, const Tensor& y) { return y; };
}

void no_output_bias(Steps& s) {
  s.project_out = [](const HeadsWeights& w, const Tensor& y) {
    return linear(y, w.out_weight);
  };
}

Tensor without_bias(const HeadsWeights& w, const Tensor& t, std::size_t third) {
  return linear(t, chunk(w.in_proj_weight, 3, 0)[third]);
}

void no_input_bias(Steps& s) { s.project_in = without_bias; }

void no_biases(Steps& s) {
  s.project_in = without_bias;
  s.project_out = [](const HeadsWeights& w, const Tensor& y) {
    return linear(y, w.out_weight);
  };
}

void input_not_transposed(Steps& s) {
  s.project_in = [](const HeadsWeights& w, const Tensor& t, std::size_t third) {
    return matmul(t, chunk(w.in_proj_weight, 3, 0)[third]) +
           chunk(w.in_proj_bias, 3, 0)[third];
  };
}

void output_not_transposed(Steps& s) {
  s.project_out = [](const HeadsWeights& w, const Tensor& y) {
    return matmul(y, w.out_weight) + w.out_bias;
  };
}

void q_and_k_swapped(Steps& s) { s.thirds = {1, 0, 2}; }

void values_first(Steps& s) { s.thirds = {1, 2, 0}; }

void keys_and_values_swapped(Steps& s) { s.thirds = {0, 2, 1}; }

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

Tensor one_head(const HeadsWeights& W, const Padded& asking,
                const Padded& asked, std::size_t H) {
  if (H == 0 || asking.x.shape()[2] % H != 0) throw ValueError("num_heads");
  return run(W, asking, asked, 1);
}

void weights_averaged(Steps& s) {
  s.soft = [](const Tensor& scores, const Mask& asking, const Mask& asked) {
    const Tensor weights = soft_right(scores, asking, asked);
    return expand(mean(weights, 1, true), weights.shape());
  };
}

void heads_averaged(Steps& s) {
  s.merge = [](const Tensor& t, std::size_t) {
    return merge_right(expand(mean(t, 1, true), t.shape()), 0);
  };
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
      {"scale-of-asked",
       "you divide by the square root of S; the scores grow with a head's "
       "number of columns, whatever the length of the sentence",
       {with<scale_of_asked>}},
      {"whole-root",
       "the root of K is cut to a whole number: keep it as a real",
       {with<whole_root>}},
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
      {"input-not-transposed",
       "the input's weights are used as (in, out); they are (out, in), so that "
       "q = x W^T + b, as linear has it",
       {with<input_not_transposed>}},
      {"output-not-transposed",
       "the output's weight is used as (in, out); it is (out, in), so that y = "
       "x W^T + b, as linear has it",
       {with<output_not_transposed>}},
      {"q-and-k-swapped",
       "queries and keys use each other's weights: the first D rows of "
       "in_proj_weight make the queries",
       {with<q_and_k_swapped>}},
      {"values-first",
       "you use the rows of in_proj_weight for values, queries, keys; they "
       "stand "
       "for queries, keys, values, in this order",
       {with<values_first>}},
      {"keys-and-values-swapped",
       "keys and values use each other's weights: queries, keys, values is the "
       "order of the rows of in_proj_weight",
       {with<keys_and_values_swapped>}},
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
      {"one-head", "there is one head only, num_heads is not used", {one_head}},
      {"weights-averaged",
       "all heads share the mean of their weights; each head has its own",
       {with<weights_averaged>}},
      {"heads-averaged",
       "the heads are averaged; they stand side by side, so that the "
       "projection after them can tell them apart",
       {with<heads_averaged>}},
      {"hidden-after-softmax",
       "hidden words are set to 0 after the softmax, so they still take their "
       "share: the weights that are left no longer add up to 1",
       {with<hidden_after_softmax>}},
      {"hidden-by-zero",
       "hidden scores become 0 before the softmax; a score of 0 is a score, "
       "and exp(0) = 1",
       {with<hidden_by_zero>}},
      {"hidden-by-a-billion",
       "hidden scores become -1e9, which is only a low score: where all is "
       "padding, the heads find the mean of it. Minus infinity hides",
       {with<hidden_by_billion>}},
      {"less-a-billion",
       "1e9 is subtracted from hidden scores: where all is padding, it is as "
       "if there were no mask. Minus infinity hides",
       {with<less_a_billion>}},
      {"asks-itself",
       "the words look at their own sentence; keys and values come from the "
       "other one",
       {asks_itself}},
      {"asked-itself",
       "queries, too, come from the sentence that is asked",
       {asked_itself}},
      {"sides-swapped",
       "the two sentences have changed places: `asking` has the queries, "
       "`asked` the keys and values",
       {sides_swapped}},
      {"own-values",
       "the values come from the sentence that asks; keys and values both come "
       "from the one that is asked",
       {own_values}},
      {"padding-seen",
       "padding is looked at like any word: asked.words says what is one",
       {with<padding_seen>}},
      {"padding-only",
       "only padding is looked at: true in asked.words is a word, which takes "
       "part",
       {with<padding_only>}},
      {"first-mask",
       "all sentences use the mask of the first one; each has its own",
       {with<first_mask>}},
      {"padding-answers",
       "where padding asks, it gets an answer; those rows are to be zeros",
       {with<padding_answers>}},
      {"words-emptied",
       "the rows of words are emptied, and not those of padding: true in "
       "asking.words is a word",
       {with<words_emptied>}},
      {"asking-hides",
       "where padding asks, the output's bias is left: what is emptied before "
       "the last projection gets its bias. Those rows are to be zeros at the "
       "end",
       {with<asking_hides>}},
      {"zeros-without-words",
       "where all that is asked is padding you give zeros; the heads find "
       "zeros, and the output's bias is added to them",
       {zeros_without_words}},
      {"padding-zeroed-before",
       "the embeddings of padding are set to 0, but it is still looked at: its "
       "keys and values are then the biases",
       {padding_zeroed_before}},
      {"over-queries",
       "your weights add up to 1 over the queries; each query shares its 1 out "
       "among the keys",
       {with<over_queries>}},
      {"residual-added-to-words",
       "x is added to the result, where it is a word; that is the business of "
       "the layer around it",
       {residual_added_to_words}},
      {"first-scale",
       "you keep the scale of the first call; each module has a K of its own",
       {with<first_scale>}},
      {"query-bias-not-scaled",
       "you scale the queries before their bias is added; the whole score is "
       "divided",
       {query_bias_not_scaled}},
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
      {"heads-detached",
       "no gradient flows back from the last projection: what the heads find "
       "must stay a tensor",
       {with<heads_detached>}},
      {"keys-detached",
       "no gradient flows back through the keys: they must stay tensors",
       {with<keys_detached>}},
      {"output-bias-detached",
       "no gradient reaches the output's bias",
       {with<output_bias_detached>}},
      {"asked-detached",
       "no gradient reaches the sentence that is asked",
       {asked_detached}},
      {"asking-detached",
       "no gradient reaches the sentence that asks",
       {asking_detached}},
      {"another-error",
       "a number of heads that does not divide D is refused by another error; "
       "a "
       "ValueError is asked for",
       {another_error}},
      {"any-heads",
       "any number of heads is accepted; it must divide D",
       {any_heads}},
  };
  return all;
}
