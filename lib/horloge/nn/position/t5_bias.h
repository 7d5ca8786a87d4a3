// Position enters by being added to the scores.

#pragma once

#include <cstddef>
#include <cstdint>

#include "horloge/core/rng.h"
#include "horloge/core/with.h"
#include "horloge/nn/position/position.h"

namespace horloge {

struct [[nodiscard]] T5BiasOptions {
  bool bidirectional = true;  ///< half of the buckets for keys after the query; else none for them
  std::size_t num_buckets = 32;
  std::size_t max_distance = 128;  ///< from here on all distances share the last bucket

  using Self = T5BiasOptions;
  Self with_bidirectional(bool value) const { return with(*this, &Self::bidirectional, value); }
  Self with_num_buckets(std::size_t n) const { return with(*this, &Self::num_buckets, n); }
  Self with_max_distance(std::size_t n) const { return with(*this, &Self::max_distance, n); }
};

/// The bucket of a distance, key position minus query position. Of the N buckets of a direction the
/// first N/2 hold one distance each; the others grow in equal steps of its logarithm. Computed in
/// float, as T5 does: which of two buckets a distance on an edge falls into is part of a model.
std::int64_t t5_bucket(std::int64_t relative_position, const T5BiasOptions& options = {});

/// The same for each of many.   relative_positions (…) -> (…)
Ids t5_buckets(const Ids& relative_positions, const T5BiasOptions& options = {});

/// A learned number for each head and bucket of distances (Raffel et al., "Exploring the Limits of
/// Transfer Learning", arXiv 1910.10683, section 2.1).
///   -> weight[bucket(j - i), h] as (H, T, S), or (B, H, T, S) for positions of a batch
/// T5 itself does not scale the scores by 1/sqrt(K): its attention needs `scale` 1. All layers
/// share one table. Entries start normal with standard deviation 0.02.
class T5Bias : public PositionScheme {
 public:
  T5Bias(std::size_t num_heads, Rng& rng, const T5BiasOptions& options = {});
  Tensor bias(const AttentionPositions& at) const override;
  bool keys_are_cacheable() const override { return true; }

  Tensor weight;  ///< (num_buckets, H)

 private:
  T5BiasOptions options_;
};

}  // namespace horloge
