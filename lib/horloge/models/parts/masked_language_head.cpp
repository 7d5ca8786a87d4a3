#include "horloge/models/parts/masked_language_head.h"

namespace horloge {

MaskedLanguageHead::MaskedLanguageHead(std::size_t d_model,
                                       const MaskedLanguageHeadOptions& options,
                                       const Tensor& words, Rng& rng)
    : transform(child("transform", Linear(d_model, words.shape()[1], rng, options.transform_bias))),
      norm(child("norm", Norm(words.shape()[1], options.norm))),
      scores(child("scores", LanguageHead(options.kind, words, rng, options.score_bias))),
      activation_(options.activation) {}

Tensor MaskedLanguageHead::operator()(const Tensor& x) const {
  return scores(norm(activation_(transform(x))));
}

}  // namespace horloge
