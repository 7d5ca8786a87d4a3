#include "horloge/nn/position/drawn.h"

#include <fmt/format.h>

#include <utility>

#include "horloge/core/batch_shard.h"
#include "horloge/core/error.h"

namespace horloge {
namespace {

// Each sequence's positions, (T) for all or (B, T), by its own table.   -> (B, T)
Ids looked_up(const std::vector<std::vector<std::int64_t>>& tables, const Ids& positions) {
  const std::size_t B = tables.size(), T = positions.shape().back();
  const bool batched = positions.dimension() == 2;
  Ids places = Ids::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t)
      places(b, t) =
          tables[b].at(static_cast<std::size_t>(positions.data()[(batched ? b * T : 0) + t]));
  return places;
}

}  // namespace

DrawnPositions::DrawnPositions(const char* who, std::shared_ptr<PositionScheme> scheme,
                               std::size_t range, Rng& rng)
    : inside(child("inside", std::move(scheme))),
      who_(who),
      range_(range),
      seed_(rng.bits()),
      calls_(counter("calls")) {
  setting("scheme", fmt::format("{}, range {}", who, range));
}

AttentionPositions DrawnPositions::positions(const AttentionPositions& at,
                                             std::size_t batch_size) const {
  if (!training()) return at;
  for (const Ids* ids : {&at.queries, &at.keys})
    if (ids->dimension() == 2 && ids->shape()[0] != batch_size)
      throw ShapeError(fmt::format("[{}] there are positions of {} sequences, and {} sequences",
                                   who_, ids->shape()[0], batch_size));
  const std::size_t n = sequence_length(at);
  if (n > range_)
    throw ValueError(fmt::format("[{}] a sequence of {} positions has no room in a range of {}",
                                 who_, n, range_));
  Rng rng(seed_, my_stream(), (*calls_)++);
  std::vector<std::vector<std::int64_t>> tables;
  for (std::size_t b = 0; b < batch_size; ++b) tables.push_back(draw(n, range_, rng));
  return {looked_up(tables, at.queries), looked_up(tables, at.keys)};
}

Tensor DrawnPositions::embed(const Tensor& x, const Ids& positions) const {
  return inside->embed(x, positions);
}

Tensor DrawnPositions::query(const Tensor& q, const AttentionPositions& at) const {
  return inside->query(q, at);
}

Tensor DrawnPositions::key(const Tensor& k, const AttentionPositions& at) const {
  return inside->key(k, at);
}

Tensor DrawnPositions::bias(const AttentionPositions& at) const { return inside->bias(at); }

Tensor DrawnPositions::bias_from(const Tensor& q, const AttentionPositions& at) const {
  return inside->bias_from(q, at);
}

}  // namespace horloge
