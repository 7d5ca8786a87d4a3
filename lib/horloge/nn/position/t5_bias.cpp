#include "horloge/nn/position/t5_bias.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/nn/position/heads_first.h"
#include "horloge/ops/lookup.h"

namespace horloge {
namespace {

// Buckets of one direction, and how many of them hold a single distance.
struct Buckets {
  std::int64_t count, exact;
};

Buckets checked(const T5BiasOptions& options) {
  const auto count =
      static_cast<std::int64_t>(options.num_buckets / (options.bidirectional ? 2 : 1));
  const Buckets buckets{count, count / 2};
  if (buckets.exact == 0)
    throw ValueError(fmt::format("[T5Bias] num_buckets {} is too few: at least {} are needed",
                                 options.num_buckets, options.bidirectional ? 4 : 2));
  if (static_cast<std::int64_t>(options.max_distance) <= buckets.exact)
    throw ValueError(
        fmt::format("[T5Bias] max_distance {} must be more than the {} distances that "
                    "have a bucket of their own",
                    options.max_distance, buckets.exact));
  return buckets;
}

std::int64_t bucket_of(std::int64_t distance, const Buckets& buckets, std::size_t max_distance) {
  if (distance < buckets.exact) return distance;
  const auto exact = static_cast<float>(buckets.exact);
  const auto range = static_cast<float>(
      std::log(static_cast<double>(max_distance) / static_cast<double>(buckets.exact)));
  const float share = std::log(static_cast<float>(distance) / exact) / range;
  const float steps = share * static_cast<float>(buckets.count - buckets.exact);
  return std::min(buckets.exact + static_cast<std::int64_t>(steps), buckets.count - 1);
}

std::int64_t directed_bucket(std::int64_t relative, const Buckets& buckets,
                             const T5BiasOptions& options) {
  if (!options.bidirectional)
    return bucket_of(std::max<std::int64_t>(-relative, 0), buckets, options.max_distance);
  return (relative > 0 ? buckets.count : 0) +
         bucket_of(std::abs(relative), buckets, options.max_distance);
}

}  // namespace

std::int64_t t5_bucket(std::int64_t relative_position, const T5BiasOptions& options) {
  return directed_bucket(relative_position, checked(options), options);
}

Ids t5_buckets(const Ids& relative_positions, const T5BiasOptions& options) {
  const Buckets buckets = checked(options);
  Ids ids = relative_positions;
  if (ids.size() == 0) return ids;
  // The same few distances come again and again.
  const auto [least, most] = std::minmax_element(ids.begin(), ids.end());
  const std::int64_t first = *least, last = *most;
  if (last - first >= static_cast<std::int64_t>(ids.size())) {
    for (auto& id : ids) id = directed_bucket(id, buckets, options);
    return ids;
  }
  std::vector<std::int64_t> of_distance;
  for (std::int64_t d = first; d <= last; ++d)
    of_distance.push_back(directed_bucket(d, buckets, options));
  for (auto& id : ids) id = of_distance[static_cast<std::size_t>(id - first)];
  return ids;
}

T5Bias::T5Bias(std::size_t num_heads, Rng& rng, const T5BiasOptions& options) : options_(options) {
  checked(options);
  if (num_heads == 0) throw ValueError("[T5Bias] num_heads must be 1 or more");
  weight = parameter("weight", rng.normal({options.num_buckets, num_heads}, 0, 0.02));
  setting("scheme", fmt::format("t5, max_distance {}, {}", options.max_distance,
                                options.bidirectional ? "both ways" : "backwards only"));
}

Tensor T5Bias::bias(const AttentionPositions& at) const {
  return heads_first(embedding(t5_buckets(relative_positions(at), options_), weight));
}

}  // namespace horloge
