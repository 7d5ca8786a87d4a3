#include "horloge/projection/trustworthiness.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"

namespace horloge {
namespace {

// Differences, not |a|^2 - 2 a b + |b|^2: that would lose near neighbours to rounding.
real squared_distance(const real* a, const real* b, std::size_t D) {
  real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t d = 0; d < D; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
  return sum;
}

// The other points, nearest first; of two equally near the earlier first.
std::vector<std::size_t> by_distance(const real* distances, std::size_t i, std::size_t N) {
  std::vector<std::size_t> others(N);
  std::iota(others.begin(), others.end(), std::size_t{0});
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
  std::stable_sort(others.begin(), others.end(),
                   [=](std::size_t a, std::size_t b) { return distances[a] < distances[b]; });
  return others;
}

// How far the false ones among the k nearest of point i stand down its true list.
std::size_t penalty(const real* true_distances, const real* seen_distances, std::size_t i,
                    std::size_t N, std::size_t k) {
  const std::vector<std::size_t> in_truth = by_distance(true_distances, i, N);
  const std::vector<std::size_t> seen = by_distance(seen_distances, i, N);
  std::vector<std::size_t> rank(N);  // counted from 1
  for (std::size_t place = 0; place < in_truth.size(); ++place) rank[in_truth[place]] = place + 1;
  std::size_t sum = 0;
  for (std::size_t place = 0; place < k; ++place)
    if (rank[seen[place]] > k) sum += rank[seen[place]] - k;
  return sum;
}

}  // namespace

Array squared_distances(const Array& x) {
  const auto [N, D] = dims<2>(x.shape(), "[squared_distances] x (N, D)");
  Array out = empty({N, N});
  const real* points = x.data();
  real* to = out.data();
  parallel_for(N, rows_per_tile(N * std::max<std::size_t>(1, D)),
               [=, N = N, D = D](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin; i < end; ++i)
                   for (std::size_t j = 0; j < N; ++j)
                     to[i * N + j] = squared_distance(points + i * D, points + j * D, D);
               });
  return out;
}

double trustworthiness(const Array& x, const Array& y, std::size_t k) {
  const std::size_t N = dims<2>(x.shape(), "[trustworthiness] x (N, D)")[0];
  if (dims<2>(y.shape(), "[trustworthiness] y (N, P)")[0] != N)
    throw ShapeError(fmt::format("[trustworthiness] points and picture differ in number: {} and {}",
                                 to_string(x.shape()), to_string(y.shape())));
  if (k < 1 || 2 * k >= N)
    throw ValueError(fmt::format(
        "[trustworthiness] k must be at least 1 and below half of the {} points, got {}", N, k));
  const Array in_truth = squared_distances(x);
  const Array seen = squared_distances(y);
  std::vector<std::size_t> penalties(N);
  parallel_for(N, rows_per_tile(N), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      penalties[i] = penalty(in_truth.data() + i * N, seen.data() + i * N, i, N, k);
  });
  const double sum =
      static_cast<double>(std::accumulate(penalties.begin(), penalties.end(), std::size_t{0}));
  const auto n = static_cast<double>(N), neighbours = static_cast<double>(k);
  return 1 - sum * 2 / (n * neighbours * (2 * n - 3 * neighbours - 1));
}

}  // namespace horloge
