// Position enters by rotating q and k, and by scaling them.

#pragma once

#include <cstddef>
#include <optional>

#include "horloge/core/with.h"
#include "horloge/nn/position/rotary.h"

namespace horloge {

struct [[nodiscard]] XposOptions {
  Pairing pairing = Pairing::interleaved;
  double base = 10000;
  std::optional<std::size_t> rotary_dim;  ///< as in RotaryOptions
  RotaryScaling scaling;
  double gamma = 0.4;
  double scale_base = 512;  ///< the distance at which pair j has shrunk by zeta_j

  using Self = XposOptions;
  Self with_pairing(Pairing value) const { return with(*this, &Self::pairing, value); }
  Self with_base(double value) const { return with(*this, &Self::base, value); }
  Self with_rotary_dim(std::size_t n) const { return with(*this, &Self::rotary_dim, n); }
  Self with_scaling(const RotaryScaling& value) const { return with(*this, &Self::scaling, value); }
  Self with_gamma(double value) const { return with(*this, &Self::gamma, value); }
  Self with_scale_base(double value) const { return with(*this, &Self::scale_base, value); }
};

/// Rotary positions whose dot products also fade with distance: xPos (Sun et al., "A
/// Length-Extrapolatable Transformer", arXiv 2212.10554).
///   q pair j * zeta_j^(n / scale_base), k pair j / zeta_j^(n / scale_base), n the position,
///   zeta_j = (2j/R + gamma) / (1 + gamma)
/// The product over a distance of d fades by zeta_j^(d / scale_base); towards the future it grows,
/// so xPos needs a causal mask. n is counted from the middle of the positions in use, so
/// that no number overflows; ValueError if they are too far apart for that.
class XposPositions : public PositionScheme {
 public:
  explicit XposPositions(std::size_t head_dim, const XposOptions& options = {});
  Tensor query(const Tensor& q, const AttentionPositions& at) const override;
  Tensor key(const Tensor& k, const AttentionPositions& at) const override;

 private:
  Tensor rotate(const Tensor& x, const Ids& positions, const AttentionPositions& at,
                double sign) const;

  std::size_t head_dim_, rotary_dim_;
  XposOptions options_;
};

}  // namespace horloge
