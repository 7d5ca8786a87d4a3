// From scores to weights, where each head has a sink: one more score, of a key
// that has no value.
//
//   w(t, j) = exp(s(t, j)) / (exp(sink) + sum of exp(s(t, k)) over all keys k)
//
// The sink is a number that the head learns, the same for all its queries. Its
// own weight is thrown away, so a row sums to less than 1.
//
// OpenAI 2025, gpt-oss-120b & gpt-oss-20b Model Card, section 2.2.

#include "exercises/softmax_with_sink/answer.h"

using namespace horloge;

/// The weights of the keys.   scores (H, T, S), sinks (H) -> (H, T, S)
/// Scores and sinks may be of any size, and a score may be minus infinity: its
/// key is hidden and gets 0. Throws a ShapeError if sinks is not (H).
///
/// What may help: what number must be subtracted from the scores of a row, so
/// that no exponential is infinite, and no row divides by 0?
Array softmax_with_sink(const Array& scores, const Array& sinks) {
  // solution
  const std::size_t H = scores.shape(0), T = scores.shape(1);
  const std::size_t S = scores.shape(2);
  if (sinks.dimension() != 1 || sinks.shape(0) != H)
    throw ShapeError("[softmax_with_sink] sinks must be (H)");
  Array weights = zeros({H, T, S});
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t t = 0; t < T; ++t) {
      real highest = sinks(h);
      for (std::size_t j = 0; j < S; ++j)
        highest = std::max(highest, scores(h, t, j));
      real total = std::exp(sinks(h) - highest);
      for (std::size_t j = 0; j < S; ++j) {
        weights(h, t, j) = std::exp(scores(h, t, j) - highest);
        total += weights(h, t, j);
      }
      for (std::size_t j = 0; j < S; ++j) weights(h, t, j) /= total;
    }
  return weights;
  // end
}

/// The way back: what a loss changes with each score and each sink, if dweights
/// is what it changes with the weights.
///   scores, dweights (H, T, S), sinks (H) -> scores (H, T, S), sinks (H)
/// Throws a ShapeError if dweights has not the shape of the scores.
///
/// What may help: softmax_with_sink gives the weights once more. The sink is a
/// score like the others; but nothing comes back to its weight.
SinkGradients softmax_with_sink_backward(const Array& scores,
                                         const Array& sinks,
                                         const Array& dweights) {
  // solution: the way back
  if (dweights.shape() != scores.shape())
    throw ShapeError("[softmax_with_sink_backward] dweights is not (H, T, S)");
  const Array w = softmax_with_sink(scores, sinks);
  const std::size_t H = w.shape(0), T = w.shape(1), S = w.shape(2);
  SinkGradients d{zeros({H, T, S}), zeros({H})};
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t t = 0; t < T; ++t) {
      real sum = 0, mean = 0;
      for (std::size_t j = 0; j < S; ++j) {
        sum += w(h, t, j);
        mean += w(h, t, j) * dweights(h, t, j);
      }
      for (std::size_t j = 0; j < S; ++j)
        d.scores(h, t, j) = w(h, t, j) * (dweights(h, t, j) - mean);
      d.sinks(h) -= (1 - sum) * mean;
    }
  return d;
  // end
}
