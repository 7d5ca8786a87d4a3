// Two loops.

#include "exercises/position_ids/answer.h"

using namespace horloge;

Ids position_ids(std::size_t batch_size, std::size_t seq_len) {
  Ids ids = Ids::from_shape({batch_size, seq_len});
  for (std::size_t b = 0; b < batch_size; ++b)
    for (std::size_t t = 0; t < seq_len; ++t)
      ids(b, t) = static_cast<std::int64_t>(t);
  return ids;
}
