#pragma once

// Attention as its formula says it, number by number and in double: the page to read first.
// attention.h computes the same in blocks of queries and in vector registers;
// tests/ops/attention_test.cpp compares the two. Without dropout.

#include <cmath>
#include <cstddef>
#include <vector>

#include "horloge/kernels/attention.h"

namespace horloge::detail {

/// Whether query t of head h sees key j.
inline bool sees(const AttentionProblem& p, std::size_t b, std::size_t h, std::size_t t,
                 std::size_t j) {
  const std::ptrdiff_t back =
      static_cast<std::ptrdiff_t>(t) + p.causal_offset - static_cast<std::ptrdiff_t>(j);
  if (p.causal && back < 0) return false;
  if (p.causal && p.window > 0 && back >= static_cast<std::ptrdiff_t>(p.window)) return false;
  for (const Broadcast<bool>* mask : {&p.mask, &p.key_mask})
    if (mask->data != nullptr && !mask->row(b, h, t)[j * mask->stride[3]]) return false;
  return true;
}

/// The weights of query t: softmax(scale q k^T + bias) over the keys that it sees, all zeros if it
/// sees none. A double needs no shift of the scores before exp.
inline std::vector<double> plain_weights(const AttentionProblem& p, const AttentionInputs& in,
                                         std::size_t b, std::size_t h, std::size_t t) {
  const auto& [B, H, G, T, S, K, Kv] = p.size;
  const real* const q = in.q.at(b, h) + t * in.q.row;
  std::vector<double> weights(S, 0);
  double total = 0;
  for (std::size_t j = 0; j < S; ++j) {
    if (!sees(p, b, h, t, j)) continue;
    const real* const k = in.k.at(b, h / (H / G)) + j * in.k.row;
    double score = 0;
    for (std::size_t c = 0; c < K; ++c) score += static_cast<double>(q[c]) * k[c];
    score *= p.scale;
    if (p.bias.data != nullptr) score += p.bias.row(b, h, t)[j * p.bias.stride[3]];
    total += weights[j] = std::exp(score);
  }
  for (double& weight : weights) weight = total > 0 ? weight / total : 0;
  return weights;
}

/// y = weights v
inline void attention_forward_plain(const AttentionProblem& p, const AttentionInputs& in,
                                    HeadsOut y) {
  const auto& [B, H, G, T, S, K, Kv] = p.size;
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t t = 0; t < T; ++t) {
        const std::vector<double> weights = plain_weights(p, in, b, h, t);
        const real* const v = in.v.at(b, h / (H / G));
        for (std::size_t c = 0; c < Kv; ++c) {
          double sum = 0;
          for (std::size_t j = 0; j < S; ++j)
            if (weights[j] > 0) sum += weights[j] * v[j * in.v.row + c];
          y.at(b, h)[t * y.row + c] = static_cast<real>(sum);
        }
      }
}

/// Adds to dq, dk and dv:
///   dv = weights^T dy;  dweights = dy v^T;  dscores = weights * (dweights - weights . dweights)
///   dq = scale dscores k;  dk = scale dscores^T q
inline void attention_backward_plain(const AttentionProblem& p, const AttentionInputs& in,
                                     HeadsIn dy, HeadsOut dq, HeadsOut dk, HeadsOut dv) {
  const auto& [B, H, G, T, S, K, Kv] = p.size;
  const auto add = [](real& sum, double x) { sum = static_cast<real>(sum + x); };
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t t = 0; t < T; ++t) {
        const std::vector<double> weights = plain_weights(p, in, b, h, t);
        const std::size_t g = h / (H / G);
        const real* const dy_row = dy.at(b, h) + t * dy.row;
        std::vector<double> dweights(S, 0);
        double mean = 0;
        for (std::size_t j = 0; j < S; ++j) {
          for (std::size_t c = 0; c < Kv; ++c) {
            dweights[j] += static_cast<double>(dy_row[c]) * in.v.at(b, g)[j * in.v.row + c];
            add(dv.at(b, g)[j * dv.row + c], weights[j] * dy_row[c]);
          }
          mean += weights[j] * dweights[j];
        }
        for (std::size_t j = 0; j < S; ++j)
          for (std::size_t c = 0; c < K; ++c) {
            const double dscore = p.scale * weights[j] * (dweights[j] - mean);
            add(dq.at(b, h)[t * dq.row + c], dscore * in.k.at(b, g)[j * in.k.row + c]);
            add(dk.at(b, g)[j * dk.row + c], dscore * in.q.at(b, h)[t * in.q.row + c]);
          }
      }
}

}  // namespace horloge::detail
