#pragma once

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

enum class Trans { no, yes };

/// A matrix somewhere in memory: rows are `ld` elements apart, which may be more than its columns,
/// so a product can read a slice of a wider array in place.
struct MatrixIn {
  const real* data;
  std::size_t ld;
  Trans trans = Trans::no;
};

/// C (m, n) = alpha * op(A) (m, k) @ op(B) (k, n) + beta * C, on the calling thread. With beta 0, C
/// may hold anything, NaN too.
void gemm_serial(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
                 real beta, real* c, std::size_t ldc);

/// The same, cut into fixed tiles of rows of C that run in parallel.
void gemm(std::size_t m, std::size_t n, std::size_t k, real alpha, MatrixIn a, MatrixIn b,
          real beta, real* c, std::size_t ldc);

}  // namespace horloge
