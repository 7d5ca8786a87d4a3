// The way back through a softmax with a temperature, along any axis.
//
//   forward:  y = softmax(x / temperature)
//   back:     dx from dy
//
// The lesson went along the last axis, without a temperature: see "Softmax, by
// hand". What changes if the numbers that compete lie along another axis? And
// what does dividing x by a number do on the way back?

#include "exercises/tempered_softmax_backward/answer.h"

using namespace horloge;

/// All numbers of y that differ only in their index on `axis` are the weights
/// of one softmax, and add up to 1.
///   y (...), dy (...) -> dx (...), all of one shape with one axis or more
/// y is what the forward pass gave, temperature included; x itself is not
/// needed. The temperature is above 0.
///
/// What may help: xt::sum(a, {axis}, xt::keep_dims) sums over an axis and
/// leaves it there with size 1, so that the result fits a again. Put what
/// xt::sum gives into an Array before you compute with it.
Array tempered_softmax_backward(const Array& y, const Array& dy,
                                std::size_t axis, real temperature) {
  // solution
  const Array mean = xt::sum(y * dy, {axis}, xt::keep_dims);
  return y * (dy - mean) / temperature;
  // end
}
