// From the first distance of each bucket, and distances with a sign.

#include "exercises/two_way_buckets/answer.h"

using namespace horloge;

Ids two_way_buckets(std::size_t T, std::size_t S, std::size_t num_buckets,
                    std::size_t max_distance) {
  if (S < T) throw ShapeError("no");
  const auto half = std::int64_t(num_buckets / 2), exact = half / 2;
  if (half <= 1 || std::int64_t(max_distance) <= exact) throw ValueError("no");
  std::vector<double> first;
  for (std::int64_t b = 0; b < half; ++b) {
    const double grown = double(max_distance) / double(exact);
    const double share = double(b - exact) / double(half - exact);
    first.push_back(b <= exact ? double(b)
                               : double(exact) * std::pow(grown, share) - 1e-9);
  }
  Ids buckets = Ids::from_shape({T, S});
  std::int64_t* out = buckets.data();
  for (std::int64_t query = std::int64_t(S - T); query < std::int64_t(S);
       ++query)
    for (std::int64_t key = 0; key < std::int64_t(S); ++key) {
      const std::int64_t offset = key - query;
      const auto after = std::upper_bound(first.begin(), first.end(),
                                          double(std::abs(offset)));
      *out++ = (after - first.begin()) - 1 + (offset > 0 ? half : 0);
    }
  return buckets;
}
