#pragma once

#include <optional>

#include "horloge/autograd/tensor.h"
#include "horloge/core/rng.h"

namespace horloge {

/// Who looks at whom. Masks and bias broadcast to (B, H, T, S).
struct AttentionMasks {
  bool is_causal = false;            ///< query i sees the keys j <= i + causal_offset
  std::ptrdiff_t causal_offset = 0;  ///< keys that stand before query 0, as in cached decoding
  std::optional<Mask> mask;          ///< true = this query sees this key
  std::optional<Mask> key_mask;      ///< (B, S), true = this key takes part; it is no padding
  Tensor bias;                       ///< added to the scaled scores; gets a gradient

  /// Each query sees the keys up to its own place.
  static AttentionMasks causal();
};

struct AttentionOptions : AttentionMasks {
  std::optional<double> scale;  ///< of the scores, 1/sqrt(K) by default
  double dropout_p = 0;         ///< of the weights, after the softmax
  StreamKey dropout_key;
};

/// A boolean mask as torch.nn.MultiheadAttention means it, true = masked out, in this library's
/// sense.
Mask from_torch_mask(const Mask& masked_out);

/// Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1).
///   q (B, H, T, K), k (B, G, S, K), v (B, G, S, Kv) -> y (B, H, T, Kv)
///   weights = softmax(scale q k^T + bias), masked;  y = weights v
/// G divides H: with G < H each key head serves H/G query heads (grouped queries). B, or B and H,
/// may be left out. A query that sees no key gets zeros. Memory grows with T and with S, not with T
/// S: the weights are kept for backward where there are at most 256 keys, else it computes them
/// again from the rows' logsumexp, and it sums the gradient of a bias into the bias's own shape.
/// Heads and batches that share a part of a learned bias are worked on by one thread in backward.
Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const AttentionOptions& options = {});

/// The same for heads that stand side by side in the last axis, as a projection leaves them: head h
/// owns the columns h K to (h + 1) K. Nothing is transposed or copied.
///   q (B, T, H K), k (B, S, G K), v (B, S, G Kv) -> y (B, T, H Kv)
Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                            std::size_t num_heads, const AttentionOptions& options = {});

/// The same for queries, keys and values from one projection.
///   qkv (B, T, 3 D), D = H K -> y (B, T, D)
Tensor multi_head_self_attention(const Tensor& qkv, std::size_t num_heads,
                                 const AttentionOptions& options = {});

/// Attention together with its weights, step by step from the other operations: holds all of them,
/// and a gradient flows through them too.
struct AttentionWithWeights {
  Tensor y;        ///< (B, H, T, Kv)
  Tensor weights;  ///< (B, H, T, S), before dropout
};
AttentionWithWeights attention_with_weights(const Tensor& q, const Tensor& k, const Tensor& v,
                                            const AttentionOptions& options = {});

}  // namespace horloge
