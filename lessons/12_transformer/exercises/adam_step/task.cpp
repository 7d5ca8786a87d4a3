// One step of Adam.
//
// Adam keeps two running means for each number of a parameter: m of its
// gradients g, v of their squares. Both begin at 0, so after the first steps
// they are too small; each is divided by the share that it has collected so
// far. For step t = 1, 2, …, number by number:
//
//   m = beta1 m + (1 - beta1) g            m^ = m / (1 - beta1^t)
//   v = beta2 v + (1 - beta2) g^2          v^ = v / (1 - beta2^t)
//   parameter = parameter - lr m^ / (sqrt(v^) + eps)
//
// Adam (Kingma and Ba 2015), algorithm 1.

#include "exercises/adam_step/answer.h"

using namespace horloge;

/// Changes `parameter`, and in `state` the two means and the number of updates
/// that have been made.
///   parameter, gradient, m, v: all of one shape, with any number of axes
/// Before the first update state.updates is 0, and m and v are still empty:
/// make them.
///
/// What may help: zeros(parameter.shape()) makes an array; a * b and
/// xt::sqrt(a) work number by number; std::pow(beta1, 3.0) is a power of a
/// number.
void adam_step(Array& parameter, const Array& gradient, AdamState& state,
               double lr, double beta1, double beta2, double eps) {
  // solution
  if (state.updates == 0) state.m = state.v = zeros(parameter.shape());
  ++state.updates;
  state.m = beta1 * state.m + (1 - beta1) * gradient;
  state.v = beta2 * state.v + (1 - beta2) * gradient * gradient;
  const auto t = double(state.updates);
  const Array m = state.m / (1 - std::pow(beta1, t));
  const Array v = state.v / (1 - std::pow(beta2, t));
  parameter -= lr * m / (xt::sqrt(v) + eps);
  // end
}
