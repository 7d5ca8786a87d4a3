#include "horloge/nn/position/random_offset.h"

#include <numeric>
#include <utility>

namespace horloge {

RandomOffsetPositions::RandomOffsetPositions(std::shared_ptr<PositionScheme> scheme,
                                             std::size_t range, Rng& rng)
    : DrawnPositions("RandomOffsetPositions", std::move(scheme), range, rng) {}

std::vector<std::int64_t> RandomOffsetPositions::draw(std::size_t n, std::size_t range,
                                                      Rng& rng) const {
  std::vector<std::int64_t> places(n);
  std::iota(places.begin(), places.end(), static_cast<std::int64_t>(rng.below(range - n + 1)));
  return places;
}

}  // namespace horloge
