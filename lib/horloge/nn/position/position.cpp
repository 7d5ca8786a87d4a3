#include "horloge/nn/position/position.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {
namespace {

// (S) or (B, S) -> (N) or (B, N)
Ids last_columns(const Ids& ids, std::size_t N) {
  const std::size_t S = ids.shape().back();
  Ids::shape_type shape = ids.shape();
  shape.back() = N;
  Ids last = Ids::from_shape(shape);
  for (std::size_t row = 0; row < ids.size() / S; ++row)
    std::copy_n(ids.data() + (row + 1) * S - N, N, last.data() + row * N);
  return last;
}

}  // namespace

Ids positions_from(std::size_t first, std::size_t n) {
  constexpr auto largest = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
  if (first > largest || n > largest - first)
    throw IndexError(
        fmt::format("[positions_from] {} positions from {} on exceed the largest id", n, first));
  Ids positions = arange(n);
  for (auto& position : positions) position += static_cast<std::int64_t>(first);
  return positions;
}

AttentionPositions consecutive_positions(std::size_t num_queries, std::size_t num_keys) {
  if (num_queries > num_keys)
    throw ShapeError(fmt::format(
        "[consecutive_positions] {} queries need as many keys at least, got {}: num_keys "
        "counts the cached keys and the queries' own",
        num_queries, num_keys));
  return {positions_from(num_keys - num_queries, num_queries), arange(num_keys)};
}

Ids relative_positions(const AttentionPositions& at) {
  const Shape q(at.queries.shape().begin(), at.queries.shape().end());
  const Shape k(at.keys.shape().begin(), at.keys.shape().end());
  const bool batched = q.size() == 2 || k.size() == 2;
  if (q.empty() || k.empty() || q.size() > 2 || k.size() > 2 ||
      (q.size() == 2 && k.size() == 2 && q[0] != k[0]))
    throw ShapeError(
        fmt::format("[relative_positions] queries (T) or (B, T) and keys (S) or (B, S) do not fit: "
                    "{} and {}",
                    to_string(q), to_string(k)));
  const std::size_t T = q.back(), S = k.back();
  const std::size_t B = !batched ? 1 : q.size() == 2 ? q[0] : k[0];
  Ids relative = Ids::from_shape({B, T, S});
  std::int64_t* out = relative.data();
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t i = 0; i < T; ++i)
      for (std::size_t j = 0; j < S; ++j)
        *out++ = at.keys.data()[(k.size() == 2 ? b * S : 0) + j] -
                 at.queries.data()[(q.size() == 2 ? b * T : 0) + i];
  if (!batched) relative.reshape({T, S});
  return relative;
}

std::size_t sequence_length(const AttentionPositions& at) {
  std::int64_t length = 0;
  for (const Ids* ids : {&at.queries, &at.keys})
    for (const std::int64_t position : *ids) {
      if (position < 0)
        throw ValueError(fmt::format("[sequence_length] positions count from 0, got {}", position));
      length = std::max(length, position + 1);
    }
  return static_cast<std::size_t>(length);
}

AttentionPositions PositionScheme::positions(const AttentionPositions& at, std::size_t) const {
  return at;
}
Tensor PositionScheme::embed(const Tensor& x, const Ids&) const { return x; }
Tensor PositionScheme::query(const Tensor& q, const AttentionPositions&) const { return q; }
Tensor PositionScheme::key(const Tensor& k, const AttentionPositions&) const { return k; }
Tensor PositionScheme::bias(const AttentionPositions&) const { return {}; }
Tensor PositionScheme::bias_from(const Tensor&, const AttentionPositions&) const { return {}; }

PositionContext::PositionContext(const PositionScheme& scheme, AttentionPositions at)
    : scheme(scheme), at(std::move(at)), bias(scheme.bias(this->at)) {}

PositionContext::Layer PositionContext::layer(const Tensor& q, const Tensor& k,
                                              AttentionMasks masks) const {
  for (const Tensor& more : {bias, scheme.bias_from(q, at)})
    if (more.defined()) masks.bias = masks.bias.defined() ? masks.bias + more : more;
  return {scheme.query(q, at), k.defined() ? scheme.key(k, at) : k, std::move(masks)};
}

PositionContext PositionContext::of_last_keys(std::size_t N) const {
  return {scheme, {at.queries, last_columns(at.keys, N)}};
}

Tensor PositionContext::last_keys(const Tensor& k) const {
  const std::size_t N = k.shape()[1], S = at.keys.shape().back();
  if (N == S) return scheme.key(k, at);
  if (N > S)
    throw ShapeError(
        fmt::format("[PositionContext] {} keys need as many positions at least, got {}", N, S));
  return scheme.key(k, {at.queries, last_columns(at.keys, N)});
}

}  // namespace horloge
