#pragma once

#include <cstddef>
#include <optional>

#include "horloge/core/with.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/norm.h"

namespace horloge {

struct [[nodiscard]] LatentOptions {
  std::size_t query_rank = 0;  ///< of what queries are made from; 0: from x itself
  std::size_t kv_rank = 0;     ///< of what keys and values are made from
  std::size_t rotary_dim = 0;  ///< R of the K entries of a head, shared by all heads' keys
  std::size_t value_dim = 0;   ///< Kv, width of a head's values
  NormOptions norm;            ///< of both
  Bias bias = Bias::no;        ///< in the projections to them

  using Self = LatentOptions;
  Self with_query_rank(std::size_t n) const { return with(*this, &Self::query_rank, n); }
  Self with_kv_rank(std::size_t n) const { return with(*this, &Self::kv_rank, n); }
  Self with_rotary_dim(std::size_t n) const { return with(*this, &Self::rotary_dim, n); }
  Self with_value_dim(std::size_t n) const { return with(*this, &Self::value_dim, n); }
  Self with_norm(const NormOptions& options) const { return with(*this, &Self::norm, options); }
  Self with_bias(Bias value) const { return with(*this, &Self::bias, value); }
};

/// What queries, keys and values are projected from in multi-head latent attention (DeepSeek-AI,
/// "DeepSeek-V2", arXiv 2405.04434, section 2.1): narrow vectors, normalised, of which those of
/// keys and values would be enough to cache. Positions cannot enter there, so R entries of each
/// head are apart: those of a key are the same in all heads, and made of x itself. Here they are
/// the first R of a head, those that a rotary scheme of that width turns.
class LatentVectors : public Module {
 public:
  LatentVectors(std::size_t d_model, const LatentOptions& options, Rng& rng);

  /// x (B, T, D) -> (B, T, query_rank), or x itself
  Tensor of_queries(const Tensor& x) const;
  /// x (B, S, D) -> (B, S, kv_rank)
  Tensor of_keys_and_values(const Tensor& x) const;

  /// The heads of queries with their last R entries first, where published weights have them last.
  ///   q (B, T, H K) -> the same
  Tensor rotary_first(const Tensor& q, std::size_t num_heads) const;
  /// The heads of keys with their R entries, made of x.
  ///   k (B, S, H (K - R)), x (B, S, D) -> (B, S, H K)
  Tensor with_rotary(const Tensor& k, const Tensor& x, std::size_t num_heads) const;

  std::optional<Linear> q_down;  ///< (query_rank, D)
  std::optional<Norm> q_norm;    ///< (query_rank)
  Linear kv_down;                ///< (kv_rank, D)
  Norm kv_norm;                  ///< (kv_rank)
  Linear k_rotary;               ///< (R, D)
};

}  // namespace horloge
