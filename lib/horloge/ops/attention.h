#pragma once

#include <optional>

#include "horloge/autograd/tensor.h"
#include "horloge/core/rng.h"
#include "horloge/core/with.h"

namespace horloge {

/// Which queries see which keys. Masks and bias broadcast to (B, H, T, S).
struct [[nodiscard]] AttentionMasks {
  bool is_causal = false;            ///< query i sees the keys j <= i + causal_offset
  std::ptrdiff_t causal_offset = 0;  ///< keys that come before query 0, as in cached decoding
  std::size_t window =
      0;  ///< of a causal query: the keys it sees at most, its own the last; 0: all
  std::optional<Mask> mask;      ///< true = this query sees this key
  std::optional<Mask> key_mask;  ///< (B, S), true = this key takes part; it is no padding
  Tensor bias;                   ///< added to the scaled scores; gets a gradient

  /// Each query sees the keys up to its own position, `offset` positions on.
  static AttentionMasks causal(std::ptrdiff_t offset = 0);

  using Self = AttentionMasks;
  Self with_window(std::size_t n) const { return with(*this, &Self::window, n); }
  Self with_mask(const Mask& x) const { return with(*this, &Self::mask, x); }
  Self with_key_mask(const Mask& x) const { return with(*this, &Self::key_mask, x); }
  Self with_bias(const Tensor& x) const { return with(*this, &Self::bias, x); }
};

struct [[nodiscard]] AttentionOptions : AttentionMasks {
  std::optional<double> scale;  ///< of the scores, 1/sqrt(K) by default
  double dropout_p = 0;         ///< of the weights, after the softmax
  StreamKey dropout_key;
  /// S: only the first so many rows of k and v count, as in a cache with room for more. All by
  /// default.
  std::optional<std::size_t> num_keys{};
  /// c: a scaled score s becomes c tanh(s / c) before the bias is added (Gemma Team, "Gemma 2",
  /// arXiv 2408.00118); 0: none. This and the next are for attention_with_weights() alone.
  double softcap = 0;
  /// (H): one more score of each query, of a key that has no value: weights then sum to less than 1
  /// (OpenAI, "gpt-oss", arXiv 2508.10925). Gets a gradient.
  Tensor sinks{};

  using Self = AttentionOptions;
  Self with_masks(const AttentionMasks& masks) const {
    return {masks, scale, dropout_p, dropout_key, num_keys, softcap, sinks};
  }
  Self with_scale(double x) const { return with(*this, &Self::scale, x); }
  Self with_dropout(double p, const StreamKey& key) const {
    return with(with(*this, &Self::dropout_p, p), &Self::dropout_key, key);
  }
  Self with_num_keys(std::size_t n) const { return with(*this, &Self::num_keys, n); }
  Self with_softcap(double c) const { return with(*this, &Self::softcap, c); }
  Self with_sinks(const Tensor& x) const { return with(*this, &Self::sinks, x); }
};

/// A boolean mask as torch.nn.MultiheadAttention means it, true = masked out, in this library's
/// sense.
Mask from_torch_mask(const Mask& masked_out);

/// Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1).
///   q (B, H, T, K), k (B, G, S, K), v (B, G, S, Kv) -> y (B, H, T, Kv)
///   weights = softmax(scale q k^T + bias), masked;  y = weights v
/// G divides H: with G < H this is grouped-query attention, each key-value head shared by H/G query
/// heads. B, or B and H, may be left out. A query that sees no key gets zeros. Keys that
/// neighbouring queries do not see, before the first and after the last that they see, cost
/// nothing: time grows with T times the window. Memory grows with T and with S, not with T S:
/// backward uses the weights kept by the forward pass where there are at most 256 keys, else it
/// computes them again from each query's logsumexp, and it sums the gradient of a bias into the
/// bias's own shape. Heads and batches that share part of a learned bias run on one thread in
/// backward.
Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const AttentionOptions& options = {});

/// The same for heads side by side in the last axis, as a projection leaves them: head h is the
/// columns h K to (h + 1) K. Nothing is transposed or copied.
///   q (B, T, H K), k (B, S, G K), v (B, S, G Kv) -> y (B, T, H Kv)
Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                            std::size_t num_heads, const AttentionOptions& options = {});

/// The same for queries, keys and values from one projection.
///   qkv (B, T, 3 D), D = H K -> y (B, T, D)
Tensor multi_head_self_attention(const Tensor& qkv, std::size_t num_heads,
                                 const AttentionOptions& options = {});

/// Attention with its weights, composed of the other operations: stores all the weights, and a
/// gradient flows through them too.
struct AttentionWithWeights {
  Tensor y;        ///< (B, H, T, Kv)
  Tensor weights;  ///< (B, H, T, S), before dropout
};
AttentionWithWeights attention_with_weights(const Tensor& q, const Tensor& k, const Tensor& v,
                                            const AttentionOptions& options = {});

}  // namespace horloge
