#pragma once

#include <cstddef>

#include "horloge/core/with.h"
#include "horloge/nn/heads.h"
#include "horloge/nn/latent_vectors.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/norm.h"

namespace horloge {

struct [[nodiscard]] GroupedQueryAttentionOptions : HeadOptions {
  std::size_t head_dim = 0;  ///< K, d_model / num_heads if 0
  std::size_t d_out = 0;     ///< width of y, d_model if 0
  Bias bias = Bias::yes;     ///< in the projections to q, k and v
  Bias out_bias = Bias::yes;
  double dropout = 0;  ///< of the attention weights
  /// Of queries and keys, before positions enter: of each head by itself, or of all at once.
  std::optional<NormOptions> qk_norm;
  bool qk_norm_by_head = true;
  bool sinks = false;  ///< a learned score for each head, as AttentionOptions has it; slower
  std::optional<LatentOptions> latent;  ///< of an attention to its own x

  using Self = GroupedQueryAttentionOptions;
  Self with_num_heads(std::size_t n) const { return with(*this, &Self::num_heads, n); }
  Self with_num_kv_heads(std::size_t n) const { return with(*this, &Self::num_kv_heads, n); }
  Self with_scale(double value) const { return with(*this, &Self::scale, value); }
  Self with_values_as_keys(bool value) const { return with(*this, &Self::values_as_keys, value); }
  Self with_head_dim(std::size_t n) const { return with(*this, &Self::head_dim, n); }
  Self with_d_out(std::size_t n) const { return with(*this, &Self::d_out, n); }
  Self with_bias(Bias value) const { return with(*this, &Self::bias, value); }
  Self with_out_bias(Bias value) const { return with(*this, &Self::out_bias, value); }
  Self with_dropout(double value) const { return with(*this, &Self::dropout, value); }
  Self with_softcap(double value) const { return with(*this, &Self::softcap, value); }
  Self with_qk_norm(const NormOptions& o) const { return with(*this, &Self::qk_norm, o); }
  Self with_qk_norm_by_head(bool on) const { return with(*this, &Self::qk_norm_by_head, on); }
  Self with_sinks(bool on) const { return with(*this, &Self::sinks, on); }
  Self with_latent(const LatentOptions& o) const { return with(*this, &Self::latent, o); }
};

/// Grouped-query attention (Ainslie et al., "GQA", arXiv 2305.13245): each of the G key-value heads
/// is shared by H / G query heads. With G = H it is multi-head attention, with G = 1 multi-query
/// attention. Queries, keys and values have a projection each: of x, or of latent vectors, which
/// have q_proj (H K, query_rank), k_proj (H (K - R), kv_rank) and v_proj (H Kv, kv_rank).
///   x (B, T, D), source (B, S, D) -> y (B, T, D_out)
class GroupedQueryAttention : public Module {
 public:
  GroupedQueryAttention(std::size_t d_model, const GroupedQueryAttentionOptions& options, Rng& rng);

  /// Self-attention.
  Tensor operator()(const Tensor& x, const AttentionContext& context) const;
  /// Keys and values come from `source`; if it is undefined, from the cache alone.
  Tensor operator()(const Tensor& x, const Tensor& source, const AttentionContext& context) const;

  std::optional<LatentVectors> latent;
  Linear q_proj;                       ///< (H K, D)
  Linear k_proj, v_proj;               ///< (G K, D)
  Linear out_proj;                     ///< (D_out, H K)
  std::optional<Norm> q_norm, k_norm;  ///< (K), or (H K) and (G K)
  Tensor sinks;                        ///< (H), start at 0; undefined without them

 private:
  GroupedQueryAttention(Rng& rng, std::size_t d_model,
                        const GroupedQueryAttentionOptions& complete);

  Tensor normed(const std::optional<Norm>& norm, const Tensor& x) const;

  std::size_t num_heads_, head_dim_;
  bool norm_heads_;
  AttentionHeads heads_;
};

}  // namespace horloge
