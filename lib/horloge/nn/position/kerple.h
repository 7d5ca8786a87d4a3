// Position enters by being added to the scores.

#pragma once

#include <cstddef>

#include "horloge/core/rng.h"
#include "horloge/nn/position/position.h"

namespace horloge {

enum class KerpleForm {
  log,    ///< -p ln(1 + a |i - j|)
  power,  ///< -a |i - j|^p, 0 < p <= 2; ALiBi with a learned slope if p = 1
};

/// Distances under a kernel whose shape each head learns: KERPLE (Chi et al., arXiv 2205.09921).
///   -> (H, T, S), or (B, H, T, S) for positions of a batch
/// Both numbers must be positive: below 0.01 they count as 0.01, and a p of the power form above 2
/// as 2, but their gradient passes, so that they can come back. They start uniform, p in the log
/// form in [0, 2), the others in [0, 1).
class KerplePositions : public PositionScheme {
 public:
  KerplePositions(std::size_t num_heads, Rng& rng, KerpleForm form = KerpleForm::log);
  Tensor bias(const AttentionPositions& at) const override;
  bool keys_are_cacheable() const override { return true; }

  Tensor bias_p, bias_a;  ///< (H, 1, 1)

 private:
  KerpleForm form_;
};

}  // namespace horloge
