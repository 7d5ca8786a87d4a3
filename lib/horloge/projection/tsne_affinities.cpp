#include "horloge/projection/tsne_affinities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"
#include "horloge/projection/distances.h"

namespace horloge {
namespace {

void check(const Array& x, double perplexity) {
  const std::size_t N = dims<2>(x.shape(), "[tsne] x (N, D)")[0];
  if (N < 3)
    throw ValueError(fmt::format("[tsne] x {} needs at least three rows", to_string(x.shape())));
  if (!(perplexity >= 1 && perplexity < static_cast<double>(N)))
    throw ValueError(fmt::format(
        "[tsne] perplexity must be at least 1 and less than the {} points, got {}", N, perplexity));
  if (!std::all_of(x.begin(), x.end(), [](real value) { return std::isfinite(value); }))
    throw ValueError("[tsne] x must be finite: it holds a NaN or an infinity");
}

// Weights proportional to e^(-b d_j), summing to 1; returns their entropy. Subtracting the nearest
// distance leaves them as they are and keeps at least one from underflowing.
double weigh(const std::vector<double>& distances, double b, std::vector<double>& weights) {
  const double nearest = *std::min_element(distances.begin(), distances.end());
  double total = 0;
  for (std::size_t j = 0; j < distances.size(); ++j)
    total += weights[j] = std::exp(-b * (distances[j] - nearest));
  double mean = 0;
  for (std::size_t j = 0; j < distances.size(); ++j) {
    weights[j] /= total;
    mean += weights[j] * (distances[j] - nearest);
  }
  return std::log(total) + b * mean;
}

// Bisects for the b whose weights have this entropy; a larger b means less entropy. If no b has it,
// because too many points are equally near, the search ends at one of the ends.
void weigh_to_entropy(const std::vector<double>& distances, double entropy,
                      std::vector<double>& weights) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double b = 1, low = 0, high = infinity;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const double excess = weigh(distances, b, weights) - entropy;
    if (std::fabs(excess) <= 1e-5) return;
    (excess > 0 ? low : high) = b;
    b = std::isinf(high) ? b * 2 : (low + high) / 2;
  }
}

}  // namespace

Array tsne_affinities(const Array& x, double perplexity) {
  check(x, perplexity);
  const std::size_t N = x.shape()[0];
  const Array distances = squared_distances(x);
  const double entropy = std::log(perplexity);
  std::vector<double> conditional(N * N);
  parallel_for(N, rows_per_tile(N), [&](std::size_t begin, std::size_t end) {
    std::vector<double> others(N - 1), weights(N - 1);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j + 1 < N; ++j) others[j] = distances(i, j < i ? j : j + 1);
      weigh_to_entropy(others, entropy, weights);
      for (std::size_t j = 0; j + 1 < N; ++j) conditional[i * N + (j < i ? j : j + 1)] = weights[j];
    }
  });
  Array P = empty({N, N});
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j)
      P(i, j) = static_cast<real>((conditional[i * N + j] + conditional[j * N + i]) /
                                  (2 * static_cast<double>(N)));
  return P;
}

}  // namespace horloge
