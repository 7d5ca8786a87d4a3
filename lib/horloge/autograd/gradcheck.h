#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "horloge/autograd/tensor.h"

namespace horloge {

struct GradcheckOptions {
  std::uint64_t seed = 0;  ///< of the random upstream gradient
  /// Step of the finite difference, relative to max(1, |x|). The default suits the precision.
  double step = sizeof(real) == sizeof(double) ? 1e-3 : 2e-2;
  /// Largest |analytic - numeric| accepted, relative to the largest entry of the gradient (or 1e-3,
  /// in float 1, if all are smaller).
  double tolerance = sizeof(real) == sizeof(double) ? 1e-6 : 2e-2;
};

/// The outcome of a gradcheck.
struct GradcheckResult {
  bool ok = true;
  double worst = 0;     ///< largest relative error over all inputs
  std::string message;  ///< where it is, and both numbers
  explicit operator bool() const { return ok; }
};

/// Compares backward() with finite differences of the forward pass.
///
/// `f` is called with the inputs, in order, and may be called many times; it must be a function of
/// them alone. The gradient of sum(f(x) * dy) is taken, dy random: with a dy of ones a wrong
/// softmax backward passes. Differences are central and extrapolated once (Richardson), so their
/// own error falls with the fourth power of the step. Inputs that do not require a gradient are
/// skipped.
GradcheckResult gradcheck(const std::function<Tensor(const std::vector<Tensor>&)>& f,
                          const std::vector<Tensor>& inputs, const GradcheckOptions& options = {});

}  // namespace horloge
