// The mask of a sliding window: each word sees the last few words only, so that
// a word costs the same in a long text as in a short one.
//
// Longformer (Beltagy, Peters and Cohan 2020), section 3.1; in Mistral 7B
// (Jiang et al. 2023) a word sees 4,096.

#include "exercises/window_mask/answer.h"

using namespace horloge;

/// Row i says which keys query i sees: itself and those before it, `window` in
/// all, or as many as there are. true = takes part.
///   -> (seq_len, seq_len)
/// Throws a ValueError if window is 0: nobody would see anything.
///
/// What may help: Mask::from_shape({n, m}) is an array of true and false, for
/// you to fill: mask(i, j) = ... The indices i and j are of type std::size_t,
/// which has no numbers below 0. Or, as a whole: xt::tril(a, k) keeps the
/// entries (i, j) of an array with j <= i + k, and sets the others to 0;
/// without k, it is 0, and k may be negative.
Mask window_mask(std::size_t seq_len, std::size_t window) {
  // solution
  if (window == 0)
    throw ValueError("[window_mask] a window of 0 shows nothing");
  Mask mask = Mask::from_shape({seq_len, seq_len});
  for (std::size_t i = 0; i < seq_len; ++i)
    for (std::size_t j = 0; j < seq_len; ++j)
      mask(i, j) = j <= i && i - j < window;
  return mask;
  // end
}
