#pragma once

#include "horloge/models/parts/language_head.h"
#include "horloge/nn/feed_forward.h"
#include "horloge/nn/norm.h"

namespace horloge {

struct MaskedLanguageHeadOptions {
  HeadKind kind = HeadKind::tied;
  ActivationFunction activation = nullptr;
  NormOptions norm;
  Bias transform_bias = Bias::yes;
  Bias score_bias = Bias::yes;
};

/// From hidden states to a score for each token, by way of one more layer (Devlin et al., "BERT",
/// arXiv 1810.04805).
///   x (…, D) -> y (…, V)        y = norm(act(transform(x))) W^T + b
class MaskedLanguageHead : public Module {
 public:
  /// `words` (V, E) are the token embeddings: the weight itself if the head is tied.
  MaskedLanguageHead(std::size_t d_model, const MaskedLanguageHeadOptions& options,
                     const Tensor& words, Rng& rng);
  Tensor operator()(const Tensor& x) const;

  Linear transform;  ///< (E, D)
  Norm norm;         ///< (E)
  LanguageHead scores;

 private:
  ActivationFunction activation_;
};

}  // namespace horloge
