// Place by place.

#include "exercises/causal_mask/answer.h"

using namespace horloge;

Mask causal_mask(std::size_t seq_len) {
  Mask mask = Mask::from_shape({seq_len, seq_len});
  for (std::size_t i = 0; i < seq_len; ++i)
    for (std::size_t j = 0; j < seq_len; ++j) mask(i, j) = !(j > i);
  return mask;
}
