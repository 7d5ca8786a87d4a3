#pragma once

#include "horloge/nn/linear.h"
#include "horloge/nn/position/position.h"

/// Distances that depend on content (Lin et al. 2025, "Forgetting
/// Transformer"): each token's forget gate f, one for each head, is what it
/// leaves of the weight of all keys before it.
///   bias(i, j) = ln f(j + 1) + … + ln f(i),   f = sigmoid(W q + b)
/// The paper has a causal mask. Without one, keys after the query lose as much:
///   bias(i, j) = ln f(i + 1) + … + ln f(j)
class ForgetGate : public horloge::PositionScheme {
 public:
  ForgetGate(std::size_t d_model, std::size_t num_heads, horloge::Rng& rng);
  horloge::Tensor bias_from(
      const horloge::Tensor& q,
      const horloge::AttentionPositions& at) const override;

  horloge::Linear gate;
};
