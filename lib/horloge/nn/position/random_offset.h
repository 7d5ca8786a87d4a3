// Position enters where the scheme inside has it.

#pragma once

#include "horloge/nn/position/drawn.h"

namespace horloge {

/// In training each sequence begins somewhere else: its n tokens stand at o … o + n - 1, with o
/// drawn from 0 … range - n. All rows of a table are then trained, and not those of the beginning
/// most (Kiyono et al., "SHAPE: Shifted Absolute Position Embedding for Transformers", arXiv
/// 2109.05644). In evaluation they stand at 0 … n - 1. To a scheme that looks at distances alone
/// nothing changes.
class RandomOffsetPositions : public DrawnPositions {
 public:
  RandomOffsetPositions(std::shared_ptr<PositionScheme> scheme, std::size_t range, Rng& rng);

 protected:
  std::vector<std::int64_t> draw(std::size_t n, std::size_t range, Rng& rng) const override;
};

}  // namespace horloge
