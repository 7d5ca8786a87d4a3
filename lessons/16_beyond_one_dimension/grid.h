#pragma once

#include <cstddef>

#include "horloge/core/rng.h"
#include "horloge/nn/position/position.h"

// Patches of a picture, row after row: patch t stands in row t / columns and
// in column t % columns. With a spacing of s a step to the next patch counts as
// s, not as 1.

/// Sinusoids of the row in the first half of a vector, of the column in the
/// second (as in He et al. 2022, who begin with the column).
///   x (B, T, D) -> x + code
class GridSinusoidal : public horloge::PositionScheme {
 public:
  GridSinusoidal(std::size_t columns, double spacing = 1)
      : columns_(columns), spacing_(spacing) {}
  horloge::Tensor embed(const horloge::Tensor& x,
                        const horloge::Ids& positions) const override;
  bool affects_attention() const override { return false; }

 private:
  std::size_t columns_;
  double spacing_;
};

/// Rotary positions in two axes: half of a head's pairs turn with the row, the
/// others with the column (axial; Heo et al. 2024, section 3.2).
///   q (B, T, H K), k (B, S, H K) -> the same
class GridRotary : public horloge::PositionScheme {
 public:
  GridRotary(std::size_t head_dim, std::size_t columns, double spacing = 1,
             double base = 100)
      : head_dim_(head_dim),
        columns_(columns),
        spacing_(spacing),
        base_(base) {}
  horloge::Tensor query(const horloge::Tensor& q,
                        const horloge::AttentionPositions& at) const override;
  horloge::Tensor key(const horloge::Tensor& k,
                      const horloge::AttentionPositions& at) const override;
  bool keys_are_cacheable() const override { return true; }

 private:
  horloge::Tensor turned(const horloge::Tensor& x,
                         const horloge::Ids& positions) const;

  std::size_t head_dim_, columns_;
  double spacing_, base_;
};
