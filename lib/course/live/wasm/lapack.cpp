// LAPACK where there is none: the singular value decomposition, by one-sided
// Jacobi rotations (Golub and Van Loan, Matrix Computations, section 8.6.3).
// Slower than LAPACK's for large matrices, and as exact.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace {

using Column = std::vector<double>;
using Columns = std::vector<Column>;

double dot(const Column& a, const Column& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// a, b become c a - s b, s a + c b.
void rotate(Column& a, Column& b, double c, double s) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double left = a[i], right = b[i];
    a[i] = c * left - s * right;
    b[i] = s * left + c * right;
  }
}

// Turns two columns, and those of V with them, until they are orthogonal.
// False where they are already.
bool orthogonalize(Column& a, Column& b, Column& va, Column& vb) {
  const double aa = dot(a, a), bb = dot(b, b), ab = dot(a, b);
  if (std::fabs(ab) <= 1e-15 * std::sqrt(aa * bb) || ab == 0) return false;
  const double zeta = (bb - aa) / (2 * ab);
  const double t =
      (zeta < 0 ? -1 : 1) / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta));
  const double c = 1 / std::sqrt(1 + t * t);
  rotate(a, b, c, c * t);
  rotate(va, vb, c, c * t);
  return true;
}

// A = U diag(s) V^T, with at least as many rows as columns; A becomes U
// diag(s). False if it does not come to an end.
bool decompose(Columns& a, Columns& v) {
  constexpr int most_sweeps = 60;
  const std::size_t n = a.size();
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool turned = false;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q)
        turned = orthogonalize(a[p], a[q], v[p], v[q]) || turned;
    if (!turned) return true;
  }
  return false;
}

// Adds unit columns, orthogonal to all there are, until there are `count`.
void complete(Columns& basis, std::size_t count, std::size_t rows) {
  for (std::size_t axis = 0; basis.size() < count && axis < rows; ++axis) {
    Column next(rows, 0.0);
    next[axis] = 1;
    for (int twice = 0; twice < 2; ++twice)
      for (const Column& other : basis) {
        const double part = dot(other, next);
        for (std::size_t i = 0; i < rows; ++i) next[i] -= part * other[i];
      }
    const double length = std::sqrt(dot(next, next));
    if (length * length * 2 * double(rows) < 1) continue;  // among them already
    for (double& number : next) number /= length;
    basis.push_back(next);
  }
}

struct Svd {
  Columns u, v;
  std::vector<double> s;
};

// Singular values in descending order. Where one is zero, its column of U is
// any that is orthogonal to the others.
bool svd(Columns a, std::size_t rows, Svd& out) {
  const std::size_t n = a.size();
  Columns v(n, Column(n, 0.0));
  for (std::size_t j = 0; j < n; ++j) v[j][j] = 1;
  if (!decompose(a, v)) return false;
  std::vector<double> s(n);
  for (std::size_t j = 0; j < n; ++j) s[j] = std::sqrt(dot(a[j], a[j]));
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return s[i] > s[j]; });
  const double least = n == 0 ? 0 : s[order[0]] * 1e-15;
  for (const std::size_t j : order) {
    out.s.push_back(s[j]);
    out.v.push_back(v[j]);
    if (!(s[j] > least)) continue;
    for (double& number : a[j]) number /= s[j];
    out.u.push_back(a[j]);
  }
  complete(out.u, n, rows);
  return true;
}

// LAPACK's gesdd: A (M, N), column after column -> U, s, V^T.
template <class Real>
void gesdd(char job, int m, int n, const Real* a, int lda, Real* s, Real* u,
           int ldu, Real* vt, int ldvt, Real* work, int lwork, int* info) {
  *info = 0;
  if (lwork == -1) {  // asks how much room it should bring
    *work = 1;
    return;
  }
  const bool tall = m >= n;
  const std::size_t rows = std::max(m, n), columns = std::min(m, n);
  Columns from(columns, Column(rows));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      (tall ? from[j][i] : from[i][j]) = a[i + std::ptrdiff_t{j} * lda];
  Svd parts;
  if (!svd(std::move(from), rows, parts)) {
    *info = 1;
    return;
  }
  for (std::size_t j = 0; j < columns; ++j)
    s[j] = static_cast<Real>(parts.s[j]);
  if (job == 'N') return;
  if (job == 'A') complete(parts.u, rows, rows);
  const Columns& left = tall ? parts.u : parts.v;
  const Columns& right = tall ? parts.v : parts.u;
  for (std::size_t j = 0; j < left.size(); ++j)
    for (int i = 0; i < m; ++i) u[i + j * ldu] = static_cast<Real>(left[j][i]);
  for (std::size_t i = 0; i < right.size(); ++i)
    for (int j = 0; j < n; ++j)
      vt[i + std::ptrdiff_t{j} * ldvt] = static_cast<Real>(right[i][j]);
}

}  // namespace

// As xtensor-blas declares and calls them.
extern "C" {

void sgesdd_(const char* job, const int* m, const int* n, float* a,
             const int* lda, float* s, float* u, const int* ldu, float* vt,
             const int* ldvt, float* work, const int* lwork, int*, int* info) {
  gesdd(*job, *m, *n, a, *lda, s, u, *ldu, vt, *ldvt, work, *lwork, info);
}

void dgesdd_(const char* job, const int* m, const int* n, double* a,
             const int* lda, double* s, double* u, const int* ldu, double* vt,
             const int* ldvt, double* work, const int* lwork, int*, int* info) {
  gesdd(*job, *m, *n, a, *lda, s, u, *ldu, vt, *ldvt, work, *lwork, info);
}

}  // extern "C"
