#include "horloge/projection/svd.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include "horloge/core/error.h"
#include "horloge/core/linalg.h"
#include "horloge/core/shape.h"
#include "horloge/kernels/gemm.h"

namespace horloge {
namespace {

void check(const Array& x) {
  const auto [M, N] = dims<2>(x.shape(), "[svd] x (M, N)");
  if (M == 0 || N == 0)
    throw ShapeError(fmt::format("[svd] x {} has no elements", to_string(x.shape())));
  if (!std::all_of(x.begin(), x.end(), [](real value) { return std::isfinite(value); }))
    throw ValueError("[svd] x must be finite: it holds a NaN or an infinity");
}

}  // namespace

// In double, also for float: where singular values lie close together, their directions would
// otherwise depend on the order in which the BLAS adds.
Svd svd(const Array& x) {
  check(x);
  use_one_blas_thread();
  constexpr bool full_matrices = false;
  try {
    const auto [u, s, vt] = xt::linalg::svd(xt::cast<double>(x), full_matrices);
    return {xt::cast<real>(u), xt::cast<real>(s), xt::cast<real>(vt)};
  } catch (const std::runtime_error&) {
    throw ValueError(fmt::format("[svd] LAPACK did not converge for x {}", to_string(x.shape())));
  }
}

}  // namespace horloge
