// Position enters by being added to the scores, as a function of each query.

#pragma once

#include <cstddef>
#include <optional>

#include "horloge/core/rng.h"
#include "horloge/core/with.h"
#include "horloge/nn/dropout.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/position/position.h"

namespace horloge {

/// Moves row i of scores by distance to the left by T - 1 - i, so that columns become keys.
///   x (…, T, N) -> y the same        y[i, j] = x[i, j + T - 1 - i] for j <= i + N - T
/// What is right of that is left over from row i + 1 (a zero first) and belongs to no key: a causal
/// mask must hide it. ShapeError if T > N.
Tensor relative_shift(const Tensor& x);

struct [[nodiscard]] TransformerXLOptions {
  /// false: keys after a query must be masked. true: they have a distance too, as in XLNet.
  bool bidirectional = false;
  std::optional<std::size_t> clamp_len;  ///< larger distances count as this one
  double dropout = 0;                    ///< of the sinusoids
  Tensor r_w_bias, r_r_bias;             ///< u and v of another layer, to be shared with it

  using Self = TransformerXLOptions;
  Self with_bidirectional(bool value) const { return with(*this, &Self::bidirectional, value); }
  Self with_clamp_len(std::size_t n) const { return with(*this, &Self::clamp_len, n); }
  Self with_dropout(double value) const { return with(*this, &Self::dropout, value); }
  Self with_r_w_bias(const Tensor& u) const { return with(*this, &Self::r_w_bias, u); }
  Self with_r_r_bias(const Tensor& v) const { return with(*this, &Self::r_r_bias, v); }
};

/// The relative positions of Transformer-XL (Dai et al., arXiv 1901.02860, section 3.3).
///   score(i, j) = ((q_i + u) k_j + (q_i + v) r_(i-j)) / sqrt(K),   r_d = W sinusoid(d)
/// u k_j is a bias by content, (q_i + v) r by position; both are inside the scaling. u, v and W are
/// the r_w_bias, r_r_bias and r_net.weight of the published code. The memory of earlier
/// segments is keys like any others, at earlier positions. Positions must be consecutive. u and v
/// start at 0.
class TransformerXLPositions : public PositionScheme {
 public:
  TransformerXLPositions(std::size_t d_model, std::size_t num_heads, std::size_t head_dim, Rng& rng,
                         const TransformerXLOptions& options = {});
  /// The same scheme, of the same parameters, for keys on both sides of a query.
  TransformerXLPositions both_ways() const;

  /// q + u.
  Tensor query(const Tensor& q, const AttentionPositions& at) const override;
  /// (q + v) r / sqrt(K).   q (B, T, H K) -> (B, H, T, S)
  Tensor bias_from(const Tensor& q, const AttentionPositions& at) const override;
  bool keys_are_cacheable() const override { return true; }

  /// The sinusoids of the distances, from the last query's to the first key downwards.   -> (N, D)
  /// N = S, and T - 1 more if bidirectional
  Array distance_codes(const AttentionPositions& at) const;
  /// bias_from() for codes (N, D) of the caller's.
  Tensor position_scores(const Tensor& q, const Tensor& codes, std::size_t num_keys) const;

  Linear r_net;               ///< (H K, D), without a bias
  Tensor r_w_bias, r_r_bias;  ///< (H, K)

 private:
  std::size_t d_model_;
  TransformerXLOptions options_;
  std::optional<Dropout> dropout_;
};

}  // namespace horloge
