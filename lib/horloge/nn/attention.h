#pragma once

#include <cstddef>
#include <optional>

#include "horloge/core/rng.h"
#include "horloge/core/with.h"
#include "horloge/nn/heads.h"
#include "horloge/nn/linear.h"

namespace horloge {

struct [[nodiscard]] MultiHeadAttentionOptions {
  double dropout = 0;                ///< of the attention weights
  Bias bias = Bias::yes;             ///< in the projections
  std::optional<std::size_t> k_dim;  ///< width of the keys' input, d_model by default
  std::optional<std::size_t> v_dim;  ///< width of the values' input

  using Self = MultiHeadAttentionOptions;
  Self with_dropout(double value) const { return with(*this, &Self::dropout, value); }
  Self with_bias(Bias value) const { return with(*this, &Self::bias, value); }
  Self with_k_dim(std::size_t value) const { return with(*this, &Self::k_dim, value); }
  Self with_v_dim(std::size_t value) const { return with(*this, &Self::v_dim, value); }
};

/// Multi-head attention (Vaswani et al. 2017, section 3.2.2), with the weights of
/// torch.nn.MultiheadAttention: the three input projections are rows of one matrix, queries first.
/// They start as there: in_proj as init::xavier_uniform(), out_proj as in Linear, biases at 0.
///   query (B, T, D), key (B, S, Dk), value (B, S, Dv) -> y (B, T, D)
class MultiHeadAttention : public Module {
 public:
  MultiHeadAttention(std::size_t d_model, std::size_t num_heads, Rng& rng,
                     const MultiHeadAttentionOptions& options = {});

  /// Self-attention: x is query, key and value.
  Tensor operator()(const Tensor& x, const AttentionMasks& masks = {}) const;
  Tensor operator()(const Tensor& x, const AttentionContext& context) const;
  /// Cross-attention.
  Tensor operator()(const Tensor& query, const Tensor& key, const Tensor& value,
                    const AttentionMasks& masks = {}) const;
  Tensor operator()(const Tensor& query, const Tensor& key, const Tensor& value,
                    const AttentionContext& context) const;

  /// Self-attention under a position scheme.
  Tensor operator()(const Tensor& x, const PositionContext& positions,
                    const AttentionMasks& masks = {}) const;
  /// The same for the next tokens of a sequence whose earlier ones are in the cache; keys and
  /// values of these are appended. The key positions are those of all tokens so far, and a causal
  /// mask counts the cached ones as earlier.
  Tensor operator()(const Tensor& x, const PositionContext& positions, KeyValueCache& cache,
                    const AttentionMasks& masks = {}) const;

  /// The output with the weights of each head, (B, H, T, S): to be looked at, or learned from.
  AttentionWithWeights with_weights(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const AttentionMasks& masks = {}) const;
  AttentionWithWeights with_weights(const Tensor& x, const PositionContext& positions,
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

  AttentionHeads heads_;
};

}  // namespace horloge
