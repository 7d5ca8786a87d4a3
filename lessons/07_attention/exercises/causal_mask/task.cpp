// The mask of a language model: nobody looks at what comes after.
//
// Attention Is All You Need (Vaswani et al. 2017), section 3.2.3: the decoder
// must not see the words that it is to guess.

#include "exercises/causal_mask/answer.h"

using namespace horloge;

/// Row i says which keys query i sees: itself and those before it. true = takes
/// part.
///   -> (seq_len, seq_len)
///
/// What may help: xt::ones<bool>({n, m}) is an array of true,
/// xt::zeros<bool>({n, m}) one of false; xt::tril(a) keeps what is on and below
/// the diagonal, xt::triu(a) what is on and above. Or an array made by
/// Mask::from_shape({n, m}), filled place by place: mask(i, j) = ...
Mask causal_mask(std::size_t seq_len) {
  // solution
  return xt::tril(xt::ones<bool>({seq_len, seq_len}));
  // end
}
