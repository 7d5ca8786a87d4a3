#pragma once

// Attention over heads that lie anywhere in memory; the formula stands in ops/attention.h. Readable
// twin: attention_plain.h.

#include <cstddef>

#include "horloge/core/array.h"
#include "horloge/core/rng.h"

namespace horloge::detail {

/// A (B, H, T, K) array by its strides, in elements; the last axis is contiguous.
template <class T>
struct Heads {
  T* data;
  std::size_t batch, head, row;
  T* at(std::size_t b, std::size_t h) const { return data + b * batch + h * head; }
};
using HeadsIn = Heads<const real>;
using HeadsOut = Heads<real>;

/// q (B, H, T, K), k (B, G, S, K), v (B, G, S, Kv): H/G query heads share a key-value head.
struct AttentionSizes {
  std::size_t B, H, G, T, S, K, Kv;
};

/// A bias or mask of the scores by its strides in (B, H, T, S), 0 along axes where it repeats.
template <class T>
struct Broadcast {
  const T* data = nullptr;
  std::size_t stride[4] = {};
  std::size_t offset(std::size_t b, std::size_t h, std::size_t t) const {
    return b * stride[0] + h * stride[1] + t * stride[2];
  }
  const T* row(std::size_t b, std::size_t h, std::size_t t) const { return data + offset(b, h, t); }
};

struct AttentionProblem {
  AttentionSizes size;
  real scale;                    ///< of q k^T
  bool causal;                   ///< query t sees the keys j <= t + causal_offset
  std::ptrdiff_t causal_offset;  ///< may be negative
  std::size_t window;    ///< keys that a causal query sees at most, its own the last; 0: all
  Broadcast<real> bias;  ///< null: none
  Broadcast<bool> mask;  ///< true = takes part; null: none
  Broadcast<bool> key_mask;
  double dropout_p;  ///< of the weights
  StreamKey dropout_key;
};

struct AttentionInputs {
  HeadsIn q, k, v;
};

/// How many numbers attention_forward keeps: the weights where keys are few, else the logsumexp of
/// each query's scores, from which backward computes the weights again.
std::size_t kept_size(const AttentionSizes& size);

/// y = softmax(scale q k^T + bias) v, and, unless `kept` is null, what backward needs.
void attention_forward(const AttentionProblem& problem, const AttentionInputs& inputs, HeadsOut y,
                       real* kept);

/// Where a gradient goes: added, or written where `fresh`. Null data means that it is not wanted.
struct HeadsGradient : HeadsOut {
  bool fresh;
};

/// `dbias`, null or of the bias's own shape, is added to, and must not overlap the others.
struct AttentionGradients {
  HeadsGradient dq, dk, dv;
  real* dbias;
};
void attention_backward(const AttentionProblem& problem, const AttentionInputs& inputs, HeadsIn y,
                        HeadsIn dy, const real* kept, const AttentionGradients& gradients);

}  // namespace horloge::detail
