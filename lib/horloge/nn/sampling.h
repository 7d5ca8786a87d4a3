#pragma once

#include <cstddef>

#include "horloge/autograd/tensor.h"
#include "horloge/core/rng.h"
#include "horloge/core/with.h"

namespace horloge {

/// How the next token is chosen from its logits. Names and meaning are those of Hugging Face's
/// generation settings; they apply in this order.
struct [[nodiscard]] SamplingOptions {
  /// Logits of tokens that the text has already are divided by it, or multiplied if they are
  /// negative; 1: as they are (Keskar et al., "CTRL", arXiv 1909.05858, section 4.1).
  double repetition_penalty = 1;
  double temperature = 1;  ///< divides the logits; 0: the likeliest token, greedily
  /// Only so many of the likeliest tokens, and those as likely as the last of them; 0: all.
  std::size_t top_k = 0;
  /// Only the likeliest tokens that make up this part of the probability, one at least: the
  /// "nucleus" (Holtzman et al., arXiv 1904.09751, section 3.1). 1: all.
  double top_p = 1;
  /// Only tokens at least so likely, as a part of the likeliest one's probability (Nguyen et al.,
  /// "Min-p sampling", arXiv 2407.01082, section 3). 0: all.
  double min_p = 0;

  using Self = SamplingOptions;
  Self with_repetition_penalty(double value) const {
    return with(*this, &Self::repetition_penalty, value);
  }
  Self with_temperature(double value) const { return with(*this, &Self::temperature, value); }
  Self with_top_k(std::size_t k) const { return with(*this, &Self::top_k, k); }
  Self with_top_p(double p) const { return with(*this, &Self::top_p, p); }
  Self with_min_p(double p) const { return with(*this, &Self::min_p, p); }
};

/// The probabilities with which sample() draws each token.
///   logits (V) or (B, V), previous (T) or (B, T) -> the same shape as logits
/// `previous` are the tokens of each text so far, which the penalty looks at. ValueError for an
/// option out of its range, and for a logit that is NaN or infinite (-infinity is a token that
/// never comes); IndexError for a previous token that has no logit; ShapeError for shapes that do
/// not fit.
Array sampling_probabilities(const Tensor& logits, const SamplingOptions& options,
                             const Ids& previous = {});

/// The next token of each text. Where nothing is left to chance `rng` is not asked; else it draws
/// one number a text.
///   logits (V) or (B, V), previous (T) or (B, T) -> () or (B)
/// Of tokens that are equally likely the greedy choice is the first. Errors as above.
Ids sample(const Tensor& logits, const SamplingOptions& options, Rng& rng,
           const Ids& previous = {});

}  // namespace horloge
