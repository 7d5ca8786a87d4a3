#pragma once

#include <cmath>
#include <functional>
#include <limits>

#include "answer.h"

// Cross-attention in steps, for those who want to get one of them wrong.

namespace attention_steps {

using namespace horloge;

constexpr real minus_infinity = -std::numeric_limits<real>::infinity();

// What a mistake may take the place of. Heads are (B, H, T, K), scores
// (B, H, T, S).
struct Steps {
  std::function<Tensor(const HeadsWeights&, const Tensor& x, std::size_t third)>
      project_in;
  std::vector<std::size_t> thirds = {0, 1, 2};  // queries, keys, values
  std::function<Tensor(const Tensor&, std::size_t H)> split, merge;
  std::function<double(double D, double K, double T, double S)> scale;
  std::function<Tensor(const Tensor& scores, const Mask& asking,
                       const Mask& asked)>
      soft;
  std::function<Tensor(const HeadsWeights&, const Tensor& y)> project_out;
  std::function<Tensor(const Tensor& y, const Mask& asking)> finish;
};

inline Tensor project_right(const HeadsWeights& W, const Tensor& x,
                            std::size_t third) {
  return linear(x, chunk(W.in_proj_weight, 3, 0)[third],
                chunk(W.in_proj_bias, 3, 0)[third]);
}

inline Tensor split_right(const Tensor& x, std::size_t H) {
  const auto [B, T, D] = dims<3>(x.shape(), "x (B, T, D)");
  return transpose(reshape(x, {B, T, H, D / H}), 1, 2);
}

inline Tensor merge_right(const Tensor& x, std::size_t) {
  const auto [B, H, T, K] = dims<4>(x.shape(), "x (B, H, T, K)");
  return reshape(transpose(x, 1, 2), {B, T, H * K});
}

/// A mask (B, S) for scores (B, H, T, S).
inline Mask for_keys(const Mask& words) {
  Mask mask = words;
  mask.reshape(
      {words.shape(0), std::size_t{1}, std::size_t{1}, words.shape(1)});
  return mask;
}

inline Tensor hide(const Tensor& scores, const Mask& words, real value) {
  return masked_fill(scores, !for_keys(words), value);
}

inline Tensor soft_right(const Tensor& scores, const Mask&, const Mask& asked) {
  return softmax(hide(scores, asked, minus_infinity));
}

inline Tensor finish_right(const Tensor& y, const Mask& asking) {
  Mask padding = !asking;
  padding.reshape({asking.shape(0), asking.shape(1), std::size_t{1}});
  return masked_fill(y, padding, 0);
}

inline Steps right_steps() {
  return {project_right,
          {0, 1, 2},
          split_right,
          merge_right,
          [](double, double K, double, double) { return 1 / std::sqrt(K); },
          soft_right,
          [](const HeadsWeights& W, const Tensor& y) {
            return linear(y, W.out_weight, W.out_bias);
          },
          finish_right};
}

// The right answer but for one mistake.
inline Tensor run(
    const HeadsWeights& W, const Padded& asking, const Padded& asked,
    std::size_t H, const std::function<void(Steps&)>& mistake = [](Steps&) {}) {
  const auto [B, T, D] = dims<3>(asking.x.shape(), "x (B, T, D)");
  const std::size_t S = asked.x.shape()[1];
  if (H == 0 || D % H != 0) throw ValueError("num_heads");
  Steps steps = right_steps();
  mistake(steps);
  const Tensor q =
      steps.split(steps.project_in(W, asking.x, steps.thirds[0]), H);
  const Tensor k =
      steps.split(steps.project_in(W, asked.x, steps.thirds[1]), H);
  const Tensor v =
      steps.split(steps.project_in(W, asked.x, steps.thirds[2]), H);
  const double scale =
      steps.scale(double(D), double(D / H), double(T), double(S));
  const Tensor scores = matmul(q, transpose(k, -2, -1)) * scale;
  const Tensor weights = steps.soft(scores, asking.words, asked.words);
  const Tensor heads = steps.merge(matmul(weights, v), H);
  return steps.finish(steps.project_out(W, heads), asking.words);
}

template <void (*mistake)(Steps&)>
Tensor with(const HeadsWeights& W, const Padded& asking, const Padded& asked,
            std::size_t H) {
  return run(W, asking, asked, H, mistake);
}

}  // namespace attention_steps
