#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "horloge/autograd/tensor.h"
#include "horloge/core/array.h"

// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

/// dx (T, D), dweight (D), dbias (D)
struct NormGradients {
  horloge::Array x, weight, bias;
};

/// The way back through a layer normalisation.
///   x, dy (T, D), weight (D)
NormGradients layer_norm_backward(const horloge::Array& x,
                                  const horloge::Array& weight,
                                  const horloge::Array& dy, double eps);

/// The mean cross-entropy of each text's next tokens; padding is not guessed.
///   logits (B, T, V), ids (B, T)
double causal_lm_loss(const horloge::Array& logits, const horloge::Ids& ids,
                      std::int64_t padding_id);

/// The way back through the mean cross-entropy; a target of -100 counts for
/// nothing.   logits (N, V), targets (N) -> dlogits (N, V)
horloge::Array cross_entropy_backward(const horloge::Array& logits,
                                      const horloge::Ids& targets);

/// What Adam remembers of one parameter; empty before the first update.
struct AdamState {
  horloge::Array m, v;
  std::size_t updates = 0;
};

/// One update.   parameter, gradient (…)
void adam_step(horloge::Array& parameter, const horloge::Array& gradient,
               AdamState& state, double lr, double beta1, double beta2,
               double eps);

/// With which probability each character is written next: the logits divided by
/// the temperature, of the top_k likeliest only (0: all), and of these only the
/// likeliest that together make up top_p.   logits (V) -> (V)
horloge::Array next_probabilities(const horloge::Array& logits,
                                  double temperature, std::size_t top_k,
                                  double top_p);

/// What a layer is made of; each takes (B, T, D) and gives the same.
struct LayerParts {
  using Part = std::function<horloge::Tensor(const horloge::Tensor& x)>;
  Part attention, feed_forward, norm1, norm2;
};

/// One layer of an encoder, with its norms before the parts or after.
///   x (B, T, D) -> (B, T, D)
horloge::Tensor layer_from_parts(const horloge::Tensor& x,
                                 const LayerParts& parts, bool norm_first);
