#pragma once

// Attention over heads that lie anywhere in memory. For ops/attention.cpp only.

#include <cstddef>

#include "horloge/core/array.h"
#include "horloge/ops/attention.h"

namespace horloge::detail {

/// A (B, H, T, K) array somewhere in memory; the last axis is contiguous.
template <class T>
struct Heads {
  T* data;
  std::size_t batch, head, row;  ///< steps, in elements
  T* at(std::size_t b, std::size_t h) const { return data + b * batch + h * head; }
};
using HeadsIn = Heads<const real>;
using HeadsOut = Heads<real>;

struct AttentionSizes {
  std::size_t B, H, G, T, S, K, Kv;
};

/// Scores' bias and masks by their steps in (B, H, T, S), 0 where they repeat.
template <class T>
struct Broadcast {
  const T* data = nullptr;
  std::size_t step[4] = {};
  std::size_t offset(std::size_t b, std::size_t h, std::size_t t) const {
    return b * step[0] + h * step[1] + t * step[2];
  }
  const T* row(std::size_t b, std::size_t h, std::size_t t) const { return data + offset(b, h, t); }
};

struct AttentionProblem {
  AttentionSizes size;
  real scale;
  bool causal;
  std::ptrdiff_t causal_offset;
  Broadcast<real> bias;
  Broadcast<bool> mask;
  Broadcast<bool> key_mask;
  double dropout_p;
  StreamKey dropout_key;
};

/// How many numbers attention_forward keeps: the weights where keys are few, else the logsumexp of
/// each query's scores, from which backward finds the weights again.
std::size_t kept_size(const AttentionSizes& size);

/// y = attention(q, k, v), and, unless `kept` is null, what backward needs of the weights.
void attention_forward(const AttentionProblem& problem, HeadsIn q, HeadsIn k, HeadsIn v, HeadsOut y,
                       real* kept);

/// Adds to (or, where fresh, writes) the gradients that are not null. `dbias` is of the bias's
/// shape, is added to, and must lie apart from the others.
struct AttentionGradients {
  HeadsOut dq, dk, dv;
  bool dq_fresh, dk_fresh, dv_fresh;
  real* dbias;
};
void attention_backward(const AttentionProblem& problem, HeadsIn q, HeadsIn k, HeadsIn v,
                        HeadsIn dy, const real* kept, const AttentionGradients& gradients);

}  // namespace horloge::detail
