#include "horloge/nn/position/random_subset.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "horloge/core/error.h"

namespace horloge {
namespace {

Ids times(Ids positions, std::size_t stride) {
  for (auto& position : positions) position *= static_cast<std::int64_t>(stride);
  return positions;
}

}  // namespace

RandomSubsetPositions::RandomSubsetPositions(std::shared_ptr<PositionScheme> scheme,
                                             std::size_t range, Rng& rng, std::size_t stride)
    : DrawnPositions("RandomSubsetPositions", std::move(scheme), range, rng), stride_(stride) {
  if (stride == 0 || stride > range)
    throw ValueError(
        fmt::format("[RandomSubsetPositions] the stride {} must be from 1 to {}, the "
                    "range",
                    stride, range));
  setting("stride", fmt::format("{}", stride));
}

AttentionPositions RandomSubsetPositions::positions(const AttentionPositions& at,
                                                    std::size_t batch_size) const {
  if (training()) return DrawnPositions::positions(at, batch_size);
  return {times(at.queries, stride_), times(at.keys, stride_)};
}

// Floyd's way: a number for each of the last n, and that one itself if its number is taken.
std::vector<std::int64_t> RandomSubsetPositions::draw(std::size_t n, std::size_t range,
                                                      Rng& rng) const {
  std::set<std::int64_t> places;
  for (std::size_t last = range - n; last < range; ++last)
    if (!places.insert(static_cast<std::int64_t>(rng.below(last + 1))).second)
      places.insert(static_cast<std::int64_t>(last));
  return {places.begin(), places.end()};
}

}  // namespace horloge
