// Sentences of different lengths as one batch, and the mask that tells words
// from padding. PyTorch has the first as torch.nn.utils.rnn.pad_sequence.

#include "exercises/pad_batch/answer.h"

using namespace horloge;

/// A line for each sentence, filled up with padding_idx at its end.
///   B sentences of ids -> (B, T), T the length of the longest
/// A sentence may be empty; then its line is all padding. No sentence at all
/// gives (0, 0).
///
/// What may help: sentences[b].size() is a length; Ids::from_shape({B, T})
/// makes an array whose numbers are anything at first; ids.fill(x) sets them
/// all.
Ids pad_batch(const std::vector<std::vector<std::int64_t>>& sentences,
              std::int64_t padding_idx) {
  // solution: the batch
  std::size_t T = 0;
  for (const auto& sentence : sentences) T = std::max(T, sentence.size());
  Ids ids = Ids::from_shape({sentences.size(), T});
  ids.fill(padding_idx);
  for (std::size_t b = 0; b < sentences.size(); ++b)
    for (std::size_t t = 0; t < sentences[b].size(); ++t)
      ids(b, t) = sentences[b][t];
  return ids;
  // end
}

/// Which positions hold a word. In this library, true = takes part: such a mask
/// is what attention takes as `key_mask`, lest words look at padding. (The
/// key_padding_mask of PyTorch's nn.MultiheadAttention means the opposite.)
///   ids (B, T) -> (B, T)
///
/// What may help: xt::equal and xt::not_equal compare number by number; a plain
/// == or != would only ask whether two arrays are the same.
Mask padding_mask(const Ids& ids, std::int64_t padding_idx) {
  // solution: the mask
  return xt::not_equal(ids, padding_idx);
  // end
}
