#pragma once

#include "horloge/core/rng.h"
#include "horloge/nn/linear.h"
#include "horloge/nn/module.h"

namespace horloge {

enum class HeadKind {
  none,  ///< the model ends with its hidden states
  tied,  ///< the token embeddings (Press and Wolf, arXiv 1608.05859)
  own,   ///< a matrix of its own
};

/// From hidden states to a score for each token of the vocabulary. A matrix of its own starts as
/// that of Linear.
///   x (…, D) -> y (…, V)        y = x W^T + b, or c tanh(y / c) of that with a cap c
class LanguageHead : public Module {
 public:
  /// `words` (V, D) are the token embeddings: the head's weight itself if it is tied.
  LanguageHead(HeadKind kind, const Tensor& words, Rng& rng, Bias bias = Bias::no, double cap = 0);
  Tensor operator()(const Tensor& x) const;

  Tensor weight;  ///< (V, D)
  Tensor bias;    ///< (V); undefined without one

 private:
  real cap_;  // 0: none
};

}  // namespace horloge
