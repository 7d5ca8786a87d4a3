#pragma once

// Cross-entropy of rows of logits, and its backward; the formulas stand in ops/loss.h. Readable
// twin: naive_losses in tests/ops/loss_test.cpp.

#include <cstddef>
#include <cstdint>

#include "horloge/kernels/lines.h"
#include "horloge/kernels/slot.h"

namespace horloge::detail {

struct CrossEntropyProblem {
  std::size_t rows, classes;
  const real* logits;           ///< (rows, classes)
  const std::int64_t* targets;  ///< (rows), in [0, classes) or ignore_index
  const real* weight;           ///< (classes)
  real weight_sum;
  std::int64_t ignore_index;
  real on_target;  ///< 1 - e for a label smoothing of e
  real on_all;     ///< e / classes

  bool ignored(std::size_t row) const { return targets[row] == ignore_index; }
  std::size_t target(std::size_t row) const { return static_cast<std::size_t>(targets[row]); }
  real target_weight(std::size_t row) const { return ignored(row) ? real{0} : weight[target(row)]; }
};

/// The loss of each row, 0 where its target is ignored, and the logsumexp of its logits.
void cross_entropy_forward(const CrossEntropyProblem& problem, real* losses, LogSum* logsumexp);

/// `dlosses` holds the gradient of each row's loss, `dlosses_stride` apart: 0 if they share one.
void cross_entropy_backward(const CrossEntropyProblem& problem, const LogSum* logsumexp,
                            const real* dlosses, std::size_t dlosses_stride, Slot dlogits);

}  // namespace horloge::detail
