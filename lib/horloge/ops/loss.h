#pragma once

#include <cstdint>

#include "horloge/autograd/tensor.h"
#include "horloge/core/with.h"

namespace horloge {

/// What becomes of the losses of the targets.
enum class Reduction { none, mean, sum };

struct [[nodiscard]] CrossEntropyOptions {
  /// A target with this number adds no loss, and its logits get no gradient.
  std::int64_t ignore_index = -100;
  /// Share of each target that is spread over all C classes, in [0, 1].
  double label_smoothing = 0;
  Reduction reduction = Reduction::mean;
  /// (C), or undefined for 1 each. Constants: they get no gradient.
  Tensor class_weight;

  using Self = CrossEntropyOptions;
  Self with_ignore_index(std::int64_t x) const { return with(*this, &Self::ignore_index, x); }
  Self with_label_smoothing(double x) const { return with(*this, &Self::label_smoothing, x); }
  Self with_reduction(Reduction x) const { return with(*this, &Self::reduction, x); }
  Self with_class_weight(const Tensor& x) const { return with(*this, &Self::class_weight, x); }
};

/// Cross-entropy of targets under logits, the classes on the last axis; the options mean what they
/// mean in PyTorch.
///   logits (…, C), targets (…) -> () or, unreduced, (…)
///   loss = -sum_c a_c ln softmax(logits)_c        a_c = (1 - e) w_t [c = t] + e / C w_c
///   dlogits = (sum_c a_c) softmax(logits) - a
/// with target t, weights w and smoothing e. The mean divides by the sum of w_t over the targets
/// that are not ignored; without any, it is NaN.
Tensor cross_entropy(const Tensor& logits, const Ids& targets,
                     const CrossEntropyOptions& options = {});

/// Squared differences of tensors of one shape.
///   a, b (…) -> () or, unreduced, (…)        (a - b)^2
///   da = 2 (a - b)                           db = -da
Tensor mse_loss(const Tensor& a, const Tensor& b, Reduction reduction = Reduction::mean);

}  // namespace horloge
