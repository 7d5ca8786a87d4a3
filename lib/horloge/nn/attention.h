#pragma once

#include <optional>

#include "horloge/core/rng.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/position/position.h"
#include "horloge/ops/attention.h"

namespace horloge {

struct MultiHeadAttentionOptions {
  double dropout = 0;                ///< of the attention weights
  Bias bias = Bias::yes;             ///< in the projections
  std::optional<std::size_t> k_dim;  ///< width of the keys' input, d_model by default
  std::optional<std::size_t> v_dim;  ///< width of the values' input
};

/// Keys and values of the tokens so far, as projected, for decoding a sequence piece by piece.
struct KeyValueCache {
  Tensor k, v;  ///< (B, S, H K) and (B, S, H Kv); undefined at first

  std::size_t length() const { return k.defined() ? k.shape()[1] : 0; }
  /// Puts those of the next tokens behind them.
  void append(const Tensor& next_k, const Tensor& next_v);
};

/// Multi-head attention (Vaswani et al. 2017, section 3.2.2), with the weights of
/// torch.nn.MultiheadAttention: the three input projections are rows of one matrix, queries first.
///   query (B, T, D), key (B, S, Dk), value (B, S, Dv) -> y (B, T, D)
class MultiHeadAttention : public Module {
 public:
  MultiHeadAttention(std::size_t d_model, std::size_t num_heads, Rng& rng,
                     const MultiHeadAttentionOptions& options = {});

  /// Self-attention: x is query, key and value.
  Tensor operator()(const Tensor& x, const AttentionMasks& masks = {}) const;
  /// Cross-attention.
  Tensor operator()(const Tensor& query, const Tensor& key, const Tensor& value,
                    const AttentionMasks& masks = {}) const;

  /// Self-attention under a position scheme.
  Tensor operator()(const Tensor& x, const PositionPass& positions,
                    const AttentionMasks& masks = {}) const;
  /// The same for the next tokens of a sequence whose earlier ones are in the cache; theirs are put
  /// there too. The keys' places are those of all tokens so far, and a causal mask begins behind
  /// the cached ones.
  Tensor operator()(const Tensor& x, const PositionPass& positions, KeyValueCache& cache,
                    AttentionMasks masks = {}) const;

  /// The output with the weights of each head, (B, H, T, S): to be looked at, or learned from.
  AttentionWithWeights with_weights(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const AttentionMasks& masks = {}) const;
  AttentionWithWeights with_weights(const Tensor& x, const PositionPass& positions,
                                    const AttentionMasks& masks = {}) const;

  Tensor in_proj_weight;                               ///< (3 D, D); undefined with other widths
  Tensor q_proj_weight, k_proj_weight, v_proj_weight;  ///< (D, D), (D, Dk), (D, Dv) then
  Tensor in_proj_bias;                                 ///< (3 D)
  Linear out_proj;                                     ///< (D, D)

 private:
  struct Projected {
    Tensor q, k, v;
  };
  Projected project(const Tensor& query, const Tensor& key, const Tensor& value) const;
  AttentionWithWeights weighted(const Tensor& q, const Tensor& k, const Tensor& v,
                                const AttentionMasks& masks) const;
  AttentionOptions options_for(const AttentionMasks& masks) const;

  std::size_t d_model_, num_heads_;
  Dropout dropout_;
};

}  // namespace horloge
