// Position ids for a batch with padding.
//
// In a batch without padding each row of position ids is 0, 1, 2, … Programs
// that write texts pad on the left, so that all sentences end at the same
// position; then the first word of a short sentence stands behind some padding,
// and must get position 0 all the same:
//
//   words       .  .  le chat dort            . is padding
//   positions   0  0   0    1    2
//
// So a word's position is the number of words that stand before it in its own
// sentence, and padding is not counted, wherever it stands.

#include "exercises/positions_of_words/answer.h"

using namespace horloge;

/// words says which positions hold a word (true) and which padding (false).
///   words (B, T) -> (B, T), whole numbers; padding gets 0
///
/// What may help: words.shape(0) is B and words.shape(1) is T;
/// Ids::from_shape({B, T}) makes an array whose numbers are anything at first.
Ids positions_of_words(const Mask& words) {
  // solution
  const std::size_t B = words.shape(0), T = words.shape(1);
  Ids positions = Ids::from_shape({B, T});
  for (std::size_t b = 0; b < B; ++b) {
    std::int64_t before = 0;
    for (std::size_t t = 0; t < T; ++t)
      positions(b, t) = words(b, t) ? before++ : 0;
  }
  return positions;
  // end
}
