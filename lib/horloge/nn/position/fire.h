// Position enters by being added to the scores.

#pragma once

#include <cstddef>

#include "horloge/core/rng.h"
#include "horloge/core/with.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/position/position.h"

namespace horloge {

struct [[nodiscard]] FireOptions {
  std::size_t width = 32;  ///< of the hidden layer
  double c = 0.1;          ///< how soon distances are compressed, at the start
  double threshold = 512;  ///< queries before this position count as at it
  double eps = 1e-6;

  using Self = FireOptions;
  Self with_width(std::size_t n) const { return with(*this, &Self::width, n); }
  Self with_c(double value) const { return with(*this, &Self::c, value); }
  Self with_threshold(double value) const { return with(*this, &Self::threshold, value); }
  Self with_eps(double value) const { return with(*this, &Self::eps, value); }
};

/// A small network that reads how far back a key stands, as a share of what the query can see: FIRE
/// (Li et al., "Functional Interpolation for Relative Positions", arXiv 2310.04418).
///   -> f(psi(|i - j|) / (psi(max(i, L)) + eps)) as (H, T, S), or (B, H, T, S)
///   psi(d) = ln(|c| d + 1);  L = |L_multiplier| threshold;  f = linear, relu, linear
/// As the share of a key before the query is never above 1, a longer sequence brings nothing that f
/// has not seen. c and L_multiplier are learned.
class FirePositions : public PositionScheme {
 public:
  FirePositions(std::size_t num_heads, Rng& rng, const FireOptions& options = {});
  Tensor bias(const AttentionPositions& at) const override;
  bool keys_are_cacheable() const override { return true; }

  Linear hidden, output;   ///< "mlp.0" and "mlp.2"
  Tensor c, L_multiplier;  ///< ()

 private:
  FireOptions options_;
};

}  // namespace horloge
