#pragma once

#include <cmath>
#include <functional>

#include "answer.h"

// Multi-head attention in steps, for those who want to get one of them wrong.

namespace attention_steps {

using namespace horloge;

// What a mistake may take the place of. Heads are (B, H, T, K), scores
// (B, H, T, T).
struct Steps {
  std::function<Tensor(const HeadsWeights&, const Tensor& x)> project_in;
  std::vector<std::size_t> thirds = {0, 1, 2};  // queries, keys, values
  std::function<Tensor(const Tensor&, std::size_t H)> split, merge;
  std::function<double(double D, double K, double T)> scale;
  std::function<Tensor(const Tensor& scores, bool causal)> soft;
  std::function<Tensor(const HeadsWeights&, const Tensor& y)> project_out;
};

inline Tensor split_right(const Tensor& x, std::size_t H) {
  const auto [B, T, D] = dims<3>(x.shape(), "x (B, T, D)");
  return transpose(reshape(x, {B, T, H, D / H}), 1, 2);
}

inline Tensor merge_right(const Tensor& x, std::size_t) {
  const auto [B, H, T, K] = dims<4>(x.shape(), "x (B, H, T, K)");
  return reshape(transpose(x, 1, 2), {B, T, H * K});
}

inline Tensor soft_right(const Tensor& scores, bool causal) {
  return causal ? causal_softmax(scores) : softmax(scores);
}

inline Steps right_steps() {
  return {[](const HeadsWeights& W, const Tensor& x) {
            return linear(x, W.in_proj_weight, W.in_proj_bias);
          },
          {0, 1, 2},
          split_right,
          merge_right,
          [](double, double K, double) { return 1 / std::sqrt(K); },
          soft_right,
          [](const HeadsWeights& W, const Tensor& y) {
            return linear(y, W.out_weight, W.out_bias);
          }};
}

// The right answer but for one mistake.
inline Tensor run(
    const HeadsWeights& W, const Tensor& x, std::size_t H, bool causal,
    const std::function<void(Steps&)>& mistake = [](Steps&) {}) {
  const auto [B, T, D] = dims<3>(x.shape(), "x (B, T, D)");
  if (H == 0 || D % H != 0) throw ValueError("num_heads");
  Steps steps = right_steps();
  mistake(steps);
  const auto qkv = chunk(steps.project_in(W, x), 3, -1);
  const Tensor q = steps.split(qkv[steps.thirds[0]], H);
  const Tensor k = steps.split(qkv[steps.thirds[1]], H);
  const Tensor v = steps.split(qkv[steps.thirds[2]], H);
  const double scale = steps.scale(double(D), double(D / H), double(T));
  const Tensor scores = matmul(q, transpose(k, -2, -1)) * scale;
  const Tensor y = matmul(steps.soft(scores, causal), v);
  return steps.project_out(W, steps.merge(y, H));
}

template <void (*mistake)(Steps&)>
Tensor with(const HeadsWeights& W, const Tensor& x, std::size_t H,
            bool causal) {
  return run(W, x, H, causal, mistake);
}

}  // namespace attention_steps
