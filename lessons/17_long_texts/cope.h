#pragma once

#include "horloge/nn/position/position.h"

/// Positions that count what a query wants counted (Golovneva et al. 2024,
/// "Contextual Position Encoding"). A gate says how far the query counts a key;
/// a key's position is the sum of gates from there to the query, and `vectors`
/// has a row for each whole position.
///   g(i, l) = sigmoid(q_i k_l)        p(i, j) = g(i, j) + … + g(i, i)
///   bias(i, j) = q_i e(p(i, j)) / sqrt(K), e between two rows interpolated
/// Beyond the last row all keys stand there.
class Cope : public horloge::PositionScheme {
 public:
  Cope(std::size_t num_positions, std::size_t head_dim);

  /// For a causal attention, of its queries and keys before the scaling.
  ///   q, k (B, H, T, K) -> (B, H, T, T)
  horloge::Tensor bias_of(const horloge::Tensor& q,
                          const horloge::Tensor& k) const;

  horloge::Tensor vectors;  ///< (P, K), at 0 to begin with
};
