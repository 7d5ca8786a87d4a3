#include "horloge/projection/svd.h"

#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"

// LAPACK comes inside OpenBLAS; the last argument is the length of the first, as Fortran passes it.
extern "C" void dgesdd_(const char* job, const blasint* m, const blasint* n, double* a,
                        const blasint* lda, double* s, double* u, const blasint* ldu, double* vt,
                        const blasint* ldvt, double* work, const blasint* lwork, blasint* iwork,
                        blasint* info, std::size_t job_length);

namespace horloge {
namespace {

void check(const Array& x) {
  const auto [M, N] = dims<2>(x.shape(), "[svd] x (M, N)");
  if (M == 0 || N == 0)
    throw ShapeError(fmt::format("[svd] x {} has no elements", to_string(x.shape())));
  if (!std::all_of(x.begin(), x.end(), [](real value) { return std::isfinite(value); }))
    throw ValueError("[svd] x must be finite: it holds a NaN or an infinity");
}

Array rounded(const std::vector<double>& x, const Shape& shape) {
  Array y = empty(shape);
  std::transform(x.begin(), x.end(), y.data(),
                 [](double value) { return static_cast<real>(value); });
  return y;
}

}  // namespace

// In double, also for float: where singular values lie close together, their directions would
// otherwise depend on the order in which a BLAS adds.
//
// LAPACK reads matrices column by column, so what it sees in the memory of x is x^T = v diag(s)
// u^T. The columns of v, one after the other, are the rows of vt; likewise for u.
Svd svd(const Array& x) {
  check(x);
  const auto [M, N] = dims<2>(x.shape(), "[svd] x (M, N)");
  const std::size_t R = std::min(M, N);
  std::vector<double> a(x.begin(), x.end());  // LAPACK overwrites it
  std::vector<double> u(M * R), s(R), vt(R * N);
  const auto m = static_cast<blasint>(M), n = static_cast<blasint>(N), r = static_cast<blasint>(R);
  std::vector<blasint> iwork(8 * R);
  blasint info = 0;
  const auto call = [&](double* work, blasint size) {
    dgesdd_("S", &n, &m, a.data(), &n, s.data(), vt.data(), &n, u.data(), &r, work, &size,
            iwork.data(), &info, 1);
  };
  openblas_set_num_threads(1);  // the parallel loops are the only pool of threads
  double wanted = 0;
  call(&wanted, -1);
  std::vector<double> work(static_cast<std::size_t>(wanted) + 1);
  call(work.data(), static_cast<blasint>(work.size()));
  if (info != 0)
    throw ValueError(fmt::format("[svd] LAPACK gave up on x {}", to_string(x.shape())));
  return {rounded(u, {M, R}), rounded(s, {R}), rounded(vt, {R, N})};
}

}  // namespace horloge
