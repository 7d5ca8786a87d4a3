// What stands in for BLAS and LAPACK in WebAssembly, compiled natively.

#include <gmock/gmock.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "course/live/wasm/cblas.h"

extern "C" void dgesdd_(const char* job, const int* m, const int* n, double* a, const int* lda,
                        double* s, double* u, const int* ldu, double* vt, const int* ldvt,
                        double* work, const int* lwork, int*, int* info);

namespace {

// Columns one after the other, as LAPACK has them.
struct Columns {
  Columns(int rows, int columns)
      : rows(rows), columns(columns), numbers(static_cast<std::size_t>(rows * columns)) {}
  double& at(int i, int j) { return numbers[static_cast<std::size_t>(i + j * rows)]; }

  int rows, columns;
  std::vector<double> numbers;
};

// Numbers that no rule connects; `rank` of the columns are independent.
Columns matrix(int rows, int columns, int rank) {
  Columns a(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      a.at(i, j) = j < rank ? std::remainder(43758.5 * std::sin(12.9898 * i + 78.233 * j + 1), 1)
                            : a.at(i, j % rank) * j;
  return a;
}

struct Parts {
  Columns u, vt;
  std::vector<double> s;
};

Parts svd(Columns a, char job) {
  const int few = std::min(a.rows, a.columns), m = a.rows, n = a.columns, room = 1;
  const int left = job == 'A' ? m : few, right = job == 'A' ? n : few;
  Parts parts{{m, left}, {right, n}, std::vector<double>(static_cast<std::size_t>(few))};
  int info = -1;
  double work = 0;
  dgesdd_(&job, &m, &n, a.numbers.data(), &m, parts.s.data(), parts.u.numbers.data(), &m,
          parts.vt.numbers.data(), &right, &work, &room, nullptr, &info);
  EXPECT_EQ(info, 0);
  return parts;
}

void expect_decomposes(int rows, int columns, int rank, char job) {
  SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + " " + job);
  Columns a = matrix(rows, columns, rank);
  Parts parts = svd(a, job);
  const int few = std::min(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) {
      double sum = 0;
      for (int k = 0; k < few; ++k)
        sum += parts.u.at(i, k) * parts.s[static_cast<std::size_t>(k)] * parts.vt.at(k, j);
      EXPECT_NEAR(sum, a.at(i, j), 1e-12 * parts.s[0]);
    }
  for (int k = 0; k < parts.u.columns; ++k)
    for (int l = 0; l <= k; ++l) {
      double sum = 0;
      for (int i = 0; i < rows; ++i) sum += parts.u.at(i, k) * parts.u.at(i, l);
      EXPECT_NEAR(sum, k == l, 1e-12) << "columns of U";
    }
  for (int k = 0; k < parts.vt.rows; ++k)
    for (int l = 0; l <= k; ++l) {
      double sum = 0;
      for (int j = 0; j < columns; ++j) sum += parts.vt.at(k, j) * parts.vt.at(l, j);
      EXPECT_NEAR(sum, k == l, 1e-12) << "rows of V^T";
    }
  for (std::size_t k = 1; k < parts.s.size(); ++k) EXPECT_LE(parts.s[k], parts.s[k - 1]);
  for (std::size_t k = 0; k < parts.s.size(); ++k)
    EXPECT_EQ(parts.s[k] > 1e-12 * parts.s[0], k < static_cast<std::size_t>(rank));
}

TEST(Gesdd, Decomposes) {
  for (const char job : {'S', 'A'}) {
    for (const auto& [rows, columns] : {std::pair(7, 4), {4, 7}, {5, 5}, {1, 3}, {3, 1}, {1, 1}})
      expect_decomposes(rows, columns, std::min(rows, columns), job);
    expect_decomposes(8, 5, 2, job);
    expect_decomposes(5, 8, 3, job);
  }
}

TEST(Gesdd, AsksForLittleRoom) {
  const int m = 3, n = 2, ask = -1;
  int info = -1;
  double work = 0;
  dgesdd_("S", &m, &n, nullptr, &m, nullptr, nullptr, &m, nullptr, &n, &work, &ask, nullptr, &info);
  EXPECT_EQ(info, 0);
  EXPECT_EQ(work, 1);
}

TEST(Sgemm, IsTheProduct) {
  constexpr int m = 3, n = 5, k = 7, lda = 9, ldb = 8, ldc = 6;
  std::vector<float> a(81), b(81);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = std::sin(float(i));
    b[i] = std::cos(3 * float(i));
  }
  for (const auto trans_a : {CblasNoTrans, CblasTrans})
    for (const auto trans_b : {CblasNoTrans, CblasTrans})
      for (const float beta : {0.0F, 0.5F}) {
        std::vector<float> c(m * ldc, 2.0F);
        cblas_sgemm(CblasRowMajor, trans_a, trans_b, m, n, k, 3, a.data(), lda, b.data(), ldb, beta,
                    c.data(), ldc);
        for (std::size_t i = 0; i < m; ++i)
          for (std::size_t j = 0; j < n; ++j) {
            float sum = 0;
            for (std::size_t p = 0; p < k; ++p)
              sum += a[trans_a == CblasTrans ? p * lda + i : i * lda + p] *
                     b[trans_b == CblasTrans ? j * ldb + p : p * ldb + j];
            EXPECT_NEAR(c[i * ldc + j], 3 * sum + beta * 2, 1e-4);
          }
        EXPECT_EQ(c[n], 2) << "a number between two rows";
      }
}

}  // namespace
