// Position enters where the scheme inside has it.

#pragma once

#include "horloge/nn/position/drawn.h"

namespace horloge {

/// In training the n tokens of each sequence stand at n of the positions 0 … range - 1, each subset
/// equally likely, in order: a model that has only read short texts then knows the positions of
/// long ones (Ruoss et al., "Randomized Positional Encodings Boost Length Generalization of
/// Transformers", arXiv 2305.16843, section 3).
///
/// In evaluation token t stands at t * stride. The paper draws there, too, and so takes whole texts
/// only; steps of a fixed length keep their place as the text grows, and are as long as the ones in
/// training if stride is about range / n for the n of the longest text in use.
/// ValueError for a stride of 0 or beyond the range.
class RandomSubsetPositions : public DrawnPositions {
 public:
  RandomSubsetPositions(std::shared_ptr<PositionScheme> scheme, std::size_t range, Rng& rng,
                        std::size_t stride = 1);
  AttentionPositions positions(const AttentionPositions& at, std::size_t batch_size) const override;

 protected:
  std::vector<std::int64_t> draw(std::size_t n, std::size_t range, Rng& rng) const override;

 private:
  std::size_t stride_;
};

}  // namespace horloge
