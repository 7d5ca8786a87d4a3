#pragma once

// What the schemes that draw positions for another one have in common.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "horloge/core/rng.h"
#include "horloge/nn/position/position.h"

namespace horloge {

/// A scheme whose positions are drawn in training: positions() puts each of the positions 0 … n - 1
/// of a sequence somewhere in 0 … range - 1, in the same order, and the scheme inside does the
/// rest. In evaluation nothing is drawn, so that a cache decodes as one pass does. A scheme that is
/// no part of a model has to be switched to evaluation besides the model.
///
/// As Dropout does, it draws a seed of its own from `rng` once and then counts its calls.
class DrawnPositions : public PositionScheme {
 public:
  /// ValueError in training for a sequence of more than `range` positions.
  AttentionPositions positions(const AttentionPositions& at, std::size_t batch_size) const override;

  Tensor embed(const Tensor& x, const Ids& positions) const override;
  Tensor query(const Tensor& q, const AttentionPositions& at) const override;
  Tensor key(const Tensor& k, const AttentionPositions& at) const override;
  Tensor bias(const AttentionPositions& at) const override;
  Tensor bias_from(const Tensor& q, const AttentionPositions& at) const override;
  bool affects_attention() const override { return inside->affects_attention(); }
  bool keys_are_cacheable() const override { return !training() && inside->keys_are_cacheable(); }

  const std::shared_ptr<PositionScheme> inside;

 protected:
  DrawnPositions(const char* who, std::shared_ptr<PositionScheme> scheme, std::size_t range,
                 Rng& rng);

  /// The places of positions 0 … n - 1 in one sequence.
  virtual std::vector<std::int64_t> draw(std::size_t n, std::size_t range, Rng& rng) const = 0;

 private:
  const char* who_;
  std::size_t range_;
  std::uint64_t seed_;
  std::shared_ptr<std::uint32_t> calls_;
};

}  // namespace horloge
