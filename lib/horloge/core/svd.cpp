#include "horloge/core/svd.h"

#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"

// LAPACK comes inside OpenBLAS; the last argument is the length of the first, as Fortran passes it.
extern "C" {
void sgesdd_(const char* job, const blasint* m, const blasint* n, float* a, const blasint* lda,
             float* s, float* u, const blasint* ldu, float* vt, const blasint* ldvt, float* work,
             const blasint* lwork, blasint* iwork, blasint* info, std::size_t job_length);
void dgesdd_(const char* job, const blasint* m, const blasint* n, double* a, const blasint* lda,
             double* s, double* u, const blasint* ldu, double* vt, const blasint* ldvt,
             double* work, const blasint* lwork, blasint* iwork, blasint* info,
             std::size_t job_length);
}

namespace horloge {
namespace {

#ifdef HORLOGE_DOUBLE
constexpr auto gesdd = dgesdd_;
#else
constexpr auto gesdd = sgesdd_;
#endif

void check(const Array& x) {
  const auto [M, N] = dims<2>(x.shape(), "[svd] x (M, N)");
  if (M == 0 || N == 0)
    throw ShapeError(fmt::format("[svd] x {} has no elements", to_string(x.shape())));
  if (!std::all_of(x.begin(), x.end(), [](real value) { return std::isfinite(value); }))
    throw ValueError("[svd] x must be finite: it holds a NaN or an infinity");
}

}  // namespace

// LAPACK reads matrices column by column, so what it sees in the memory of x is x^T = v diag(s)
// u^T. The columns of v, one after the other, are the rows of vt; likewise for u.
Svd svd(const Array& x) {
  check(x);
  const auto [M, N] = dims<2>(x.shape(), "[svd] x (M, N)");
  const std::size_t R = std::min(M, N);
  Svd out{empty({M, R}), empty({R}), empty({R, N})};
  Array a = x;  // LAPACK overwrites it
  const auto m = static_cast<blasint>(M), n = static_cast<blasint>(N), r = static_cast<blasint>(R);
  std::vector<blasint> iwork(8 * R);
  blasint info = 0;
  const auto call = [&](real* work, blasint size) {
    gesdd("S", &n, &m, a.data(), &n, out.s.data(), out.vt.data(), &n, out.u.data(), &r, work, &size,
          iwork.data(), &info, 1);
  };
  openblas_set_num_threads(1);  // the parallel loops are the only pool of threads
  real wanted = 0;
  call(&wanted, -1);
  std::vector<real> work(static_cast<std::size_t>(wanted) + 1);
  call(work.data(), static_cast<blasint>(work.size()));
  if (info != 0)
    throw ValueError(fmt::format("[svd] LAPACK gave up on x {}", to_string(x.shape())));
  return out;
}

}  // namespace horloge
