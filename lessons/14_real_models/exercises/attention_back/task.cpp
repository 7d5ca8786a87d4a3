// How far back each head of a layer looks, from its attention maps.
//
// maps(b, h, t, s) is how much of its attention query t of text b gives to key
// s, in head h. The key that stands `offset` positions before query t is key
// t - offset. The first queries of a text have no such key, and do not count.
//
//   mean(h) = the mean of maps(b, h, t, t - offset)
//             over all texts b and all queries t that have such a key
//
// So a head that always looks at the key before has a mean of 1 at offset 1,
// and its number at offset 0 says how much it looks at the token itself.

#include "exercises/attention_back/answer.h"

using namespace horloge;

///   maps (B, H, T, T) -> (H)
/// Throws a ValueError if no query has such a key: offset >= T.
///
/// What may help: maps.shape(0) to maps.shape(2) are B, H and T; zeros({H}) is
/// an array to add to. Both t and offset are unsigned: a difference below zero
/// is not negative but huge.
Array attention_back(const Array& maps, std::size_t offset) {
  // solution
  const std::size_t B = maps.shape(0), H = maps.shape(1), T = maps.shape(2);
  if (offset >= T)
    throw ValueError("[attention_back] no query has a key that far before it");
  Array mean = zeros({H});
  for (std::size_t h = 0; h < H; ++h) {
    double sum = 0;
    for (std::size_t b = 0; b < B; ++b)
      for (std::size_t t = offset; t < T; ++t) sum += maps(b, h, t, t - offset);
    mean(h) = sum / double(B * (T - offset));
  }
  return mean;
  // end
}
