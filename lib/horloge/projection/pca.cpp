#include "horloge/projection/pca.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/kernels/gemm.h"
#include "horloge/projection/svd.h"

namespace horloge {
namespace {

void check(const Array& x, std::size_t components) {
  const auto [N, D] = dims<2>(x.shape(), "[pca] x (N, D)");
  if (N < 2)
    throw ValueError(fmt::format("[pca] x {} needs at least two rows", to_string(x.shape())));
  if (components == 0 || components > std::min(N, D))
    throw ValueError(fmt::format(
        "[pca] components must be in 1 … {} for x {}, got {}: there are at most min(N, D)",
        std::min(N, D), to_string(x.shape()), components));
  if (!std::all_of(x.begin(), x.end(), [](real value) { return std::isfinite(value); }))
    throw ValueError("[pca] x must be finite: it holds a NaN or an infinity");
}

Array mean_of_rows(const Array& x) {
  const std::size_t N = x.shape()[0];
  const std::size_t D = x.shape()[1];
  std::vector<double> sum(D, 0.0);
  for (std::size_t n = 0; n < N; ++n)
    for (std::size_t d = 0; d < D; ++d) sum[d] += x(n, d);
  Array mean = empty({D});
  for (std::size_t d = 0; d < D; ++d) mean(d) = static_cast<real>(sum[d] / static_cast<double>(N));
  return mean;
}

Array minus_row(const Array& x, const Array& row) {
  Array y = empty(x.shape());
  const std::size_t D = row.size();
  for (std::size_t i = 0; i < x.size(); ++i) y.data()[i] = x.data()[i] - row.data()[i % D];
  return y;
}

double sum_of_squares(const Array& x) {
  double sum = 0;
  for (const real value : x) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

// The row of the entry of largest magnitude in column k.
std::size_t extreme_row(const Array& u, std::size_t k) {
  std::size_t best = 0;
  for (std::size_t n = 1; n < u.shape()[0]; ++n)
    if (std::fabs(u(n, k)) > std::fabs(u(best, k))) best = n;
  return best;
}

}  // namespace

Array Pca::project(const Array& x) const {
  const std::size_t K = components.shape()[0];
  const std::size_t D = components.shape()[1];
  if (x.dimension() == 0 || x.shape().back() != D)
    throw ShapeError(
        fmt::format("[Pca] the last axis of x {} must have size {}, like the points given to pca()",
                    to_string(x.shape()), D));
  Shape shape = x.shape();
  shape.back() = K;
  Array y = empty(shape);
  const Array centred = minus_row(x, mean);
  gemm(x.size() / D, K, D, 1, {centred.data(), D}, {components.data(), D, Trans::yes}, 0, y.data(),
       K);
  return y;
}

Pca pca(const Array& x, std::size_t components) {
  check(x, components);
  const std::size_t N = x.shape()[0];
  const std::size_t D = x.shape()[1];
  const std::size_t K = components;
  const Array mean = mean_of_rows(x);
  const Array centred = minus_row(x, mean);
  const Svd parts = svd(centred);
  const double variance = sum_of_squares(centred) / static_cast<double>(N - 1);

  Pca out{mean, empty({K, D}), empty({K}), empty({K}), empty({K}), empty({N, K})};
  for (std::size_t k = 0; k < K; ++k) {
    const real sign = parts.u(extreme_row(parts.u, k), k) < 0 ? real{-1} : real{1};
    for (std::size_t d = 0; d < D; ++d) out.components(k, d) = sign * parts.vt(k, d);
    for (std::size_t n = 0; n < N; ++n) out.projected(n, k) = sign * parts.u(n, k) * parts.s(k);
    const double s = parts.s(k);
    const double along = s * s / static_cast<double>(N - 1);
    out.singular_values(k) = parts.s(k);
    out.explained_variance(k) = static_cast<real>(along);
    out.explained_variance_ratio(k) = variance > 0 ? static_cast<real>(along / variance) : real{0};
  }
  return out;
}

}  // namespace horloge
