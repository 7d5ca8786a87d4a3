// The numbers that forget gates add to the scores of one head.
//
// Token l multiplies the weights of all keys before it by gates(l), a number
// between 0 and 1. In the scores that is a sum of logarithms:
//
//   bias(i, j) = ln gates(j + 1) + ln gates(j + 2) + … + ln gates(i)
//
// for query i and key j <= i; no gate lies between a token and itself. Keys
// after the query are masked elsewhere: they get 0 here.
//
// Lin et al. 2025, "Forgetting Transformer: softmax attention with a forget
// gate", section 3.

#include "exercises/forget_scores/answer.h"

using namespace horloge;

/// The scores that are added.   gates (T) -> (T, T), queries by keys
///
/// What may help: bias(i, j) is bias(i - 1, j) and one logarithm more.
Array forget_bias(const Array& gates) {
  // solution
  const std::size_t T = gates.shape(0);
  Array bias = zeros({T, T});
  for (std::size_t j = 0; j < T; ++j)
    for (std::size_t i = j + 1; i < T; ++i)
      bias(i, j) = bias(i - 1, j) + std::log(gates(i));
  return bias;
  // end
}

/// The way back: what a loss changes with each gate, if dbias is what it
/// changes with the scores.   gates (T), dbias (T, T) -> (T)
/// Throws a ShapeError if dbias is not (T, T).
///
/// What may help: which entries of the bias have gate l in their sum?
Array forget_bias_backward(const Array& gates, const Array& dbias) {
  // solution: the way back
  const std::size_t T = gates.shape(0);
  if (dbias.dimension() != 2 || dbias.shape(0) != T || dbias.shape(1) != T)
    throw ShapeError("[forget_bias_backward] dbias must be (T, T)");
  Array dgates = zeros({T});
  for (std::size_t l = 0; l < T; ++l) {
    for (std::size_t i = l; i < T; ++i)
      for (std::size_t j = 0; j < l; ++j) dgates(l) += dbias(i, j);
    dgates(l) /= gates(l);
  }
  return dgates;
  // end
}
