#include "horloge/projection/distances.h"

#include <algorithm>

#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"

namespace horloge {
namespace {

// Differences, not |a|^2 - 2 a b + |b|^2: for near neighbours that cancels to rounding errors.
real squared_distance(const real* a, const real* b, std::size_t D) {
  real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t d = 0; d < D; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
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

}  // namespace horloge
