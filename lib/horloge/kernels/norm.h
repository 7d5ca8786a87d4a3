#pragma once

// Normalisation of rows, and its backward; the formulas stand in ops/norm.h. Readable twin:
// naive_norm in tests/ops/norm_test.cpp.

#include <cstddef>

#include "horloge/kernels/slot.h"

namespace horloge::detail {

struct NormProblem {
  std::size_t rows, columns;
  bool centred;        ///< layer norm, which subtracts the mean; else RMS norm
  const real* x;       ///< (rows, columns)
  const real* weight;  ///< (columns), or null for 1 everywhere
};

/// y (rows, columns). `bias` (columns) may be null. `kept` (2, rows) receives each row's mean, then
/// each row's 1 / s.
void norm_forward(const NormProblem& problem, const real* bias, double eps, real* y, real* kept);

/// Gradients with the shapes of x, weight and bias. Sums over rows are cut into fixed tiles, so the
/// bits do not depend on the threads.
struct NormGradients {
  Slot dx, dweight, dbias;
};
void norm_backward(const NormProblem& problem, const real* kept, const real* dy,
                   const NormGradients& gradients);

}  // namespace horloge::detail
