// Key by key: who still sees it?

#include "exercises/window_mask/answer.h"

using namespace horloge;

Mask window_mask(std::size_t seq_len, std::size_t window) {
  if (window == 0) throw ValueError("no");
  Mask mask = Mask::from_shape({seq_len, seq_len});
  std::fill(mask.begin(), mask.end(), false);
  for (std::size_t key = 0; key < seq_len; ++key)
    for (std::size_t query = key;
         query < seq_len && query < key + std::min(window, seq_len); ++query)
      mask(query, key) = true;
  return mask;
}
