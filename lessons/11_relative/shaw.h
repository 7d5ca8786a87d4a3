#pragma once

#include "horloge/core/rng.h"
#include "horloge/nn/position/position.h"

/// A learned vector for each distance up to k, the same for all heads, with
/// which every query is compared besides the keys (Shaw et al. 2018, the part
/// of the keys). Further distances count as k.
class ClippedVectors : public horloge::PositionScheme {
 public:
  ClippedVectors(std::size_t k, std::size_t head_dim, horloge::Rng& rng);
  horloge::Tensor bias_from(
      const horloge::Tensor& q,
      const horloge::AttentionPositions& at) const override;
  bool keys_are_cacheable() const override { return true; }

  horloge::Tensor weight;  ///< (2k + 1, K)
};
