// The gradient of a softmax with a temperature, along any axis.
//
// Forward, along one axis of x, with a temperature tau:
//
//   y_i = exp(x_i / tau) / (sum of exp(x_j / tau))
//
// A temperature below 1 makes the weights sharper, one above 1 flatter:
// attention has tau = sqrt(K), and a model that writes is asked for more or
// less daring words by it (Hinton, Vinyals and Dean 2015, section 2). Lesson 2
// has the gradient for tau = 1 along the last axis. Which parts of it change?

#include "exercises/tempered_softmax_backward/answer.h"

using namespace horloge;

/// y is what came out on the way forward; x is not needed any more. Hidden
/// entries have weight 0, and a line that is hidden as a whole is all zeros.
///   y (..., N, ...), dy the same, N at `axis` -> dx the same
/// The temperature is not 0.
///
/// What may help: xt::sum(a, {axis}, xt::keep_dims) leaves an axis of size 1,
/// so that the sum fits a again. Store it in an Array, never in auto.
Array tempered_softmax_backward(const Array& y, const Array& dy,
                                std::size_t axis, double temperature) {
  // solution
  const Array mean = xt::sum(y * dy, {axis}, xt::keep_dims);
  return y * (dy - mean) / temperature;
  // end
}
