#include "horloge/projection/trustworthiness.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"
#include "horloge/projection/distances.h"

namespace horloge {
namespace {

// All points but i, nearest first; of two equally near the one with the lower index.
std::vector<std::size_t> by_distance(const real* distances, std::size_t i, std::size_t N) {
  std::vector<std::size_t> others(N);
  std::iota(others.begin(), others.end(), std::size_t{0});
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
  std::stable_sort(others.begin(), others.end(),
                   [=](std::size_t a, std::size_t b) { return distances[a] < distances[b]; });
  return others;
}

// The ranks beyond k of the false ones among the k nearest neighbours of point i, summed.
std::size_t penalty(const real* true_distances, const real* embedded_distances, std::size_t i,
                    std::size_t N, std::size_t k) {
  const std::vector<std::size_t> true_order = by_distance(true_distances, i, N);
  const std::vector<std::size_t> embedded_order = by_distance(embedded_distances, i, N);
  std::vector<std::size_t> rank(N);  // counted from 1
  for (std::size_t place = 0; place < true_order.size(); ++place)
    rank[true_order[place]] = place + 1;
  std::size_t sum = 0;
  for (std::size_t place = 0; place < k; ++place)
    if (rank[embedded_order[place]] > k) sum += rank[embedded_order[place]] - k;
  return sum;
}

}  // namespace

double trustworthiness(const Array& x, const Array& y, std::size_t k) {
  const std::size_t N = dims<2>(x.shape(), "[trustworthiness] x (N, D)")[0];
  if (dims<2>(y.shape(), "[trustworthiness] y (N, P)")[0] != N)
    throw ShapeError(
        fmt::format("[trustworthiness] x and y must have the same number of rows, got {} and {}",
                    to_string(x.shape()), to_string(y.shape())));
  if (k < 1 || 2 * k >= N)
    throw ValueError(fmt::format(
        "[trustworthiness] k must be at least 1 and less than half of the {} points, got {}", N,
        k));
  const Array of_x = squared_distances(x);
  const Array of_y = squared_distances(y);
  std::vector<std::size_t> penalties(N);
  parallel_for(N, rows_per_tile(N), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      penalties[i] = penalty(of_x.data() + i * N, of_y.data() + i * N, i, N, k);
  });
  const double sum =
      static_cast<double>(std::accumulate(penalties.begin(), penalties.end(), std::size_t{0}));
  const auto n = static_cast<double>(N), neighbours = static_cast<double>(k);
  return 1 - sum * 2 / (n * neighbours * (2 * n - 3 * neighbours - 1));
}

}  // namespace horloge
