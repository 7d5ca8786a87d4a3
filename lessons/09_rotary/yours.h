#pragma once

#include <cstddef>

#include "horloge/core/array.h"

// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

/// The first `rotary_dim` columns turned in the pairs (j, j + rotary_dim / 2);
/// the others stay.   x (T, K), positions (T) -> (T, K)
horloge::Array rotate_halves(const horloge::Array& x,
                             const horloge::Ids& positions,
                             std::size_t rotary_dim, double base);

/// Rows of a matrix that makes queries or keys for the pairs (2j, 2j + 1), in
/// the order for the pairs (j, j + K/2), head by head; and back.
///   w (H K, …) -> the same
horloge::Array to_halves(const horloge::Array& w, std::size_t num_heads);
horloge::Array to_interleaved(const horloge::Array& w, std::size_t num_heads);

/// What every query and every key of a head is, whatever the token: (K) each.
struct HeadBiases {
  horloge::Array q, k;
};

/// With these, turned in the pairs (2j, 2j + 1), each word of a text of seq_len
/// gives at least `weight` to the word `offset` positions before it.
HeadBiases look_back(std::size_t offset, std::size_t K, std::size_t seq_len,
                     double weight);

/// dx (T, K), domega (K/2)
struct RotaryGradients {
  horloge::Array x, omega;
};

/// The way back through `rotate`.
///   x, dy (T, K), positions (T), omega (K/2)
RotaryGradients rotary_backward(const horloge::Array& x,
                                const horloge::Ids& positions,
                                const horloge::Array& omega,
                                const horloge::Array& dy);

/// A clock that was trained on texts of `trained` words and is to read texts
/// `factor` times as long.
struct Stretch {
  double base = 10000, factor = 1, trained = 0;
  /// Hands that went round so often in training keep their speed; those that
  /// went round less often than `slow_turns` are slowed by the factor.
  double slow_turns = 1, fast_turns = 4;
};

/// The frequencies of K/2 hands, stretched in three ways.   -> (K/2)
horloge::Array interpolated(std::size_t K, const Stretch& how);
horloge::Array ntk_aware(std::size_t K, const Stretch& how);
horloge::Array by_parts(std::size_t K, const Stretch& how);
