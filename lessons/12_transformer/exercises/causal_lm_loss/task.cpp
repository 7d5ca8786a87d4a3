// The loss of a causal language model, from the texts alone.
//
// A model has read B texts of T tokens each, and has V logits for every
// position. Those of position t say what comes next: compare them
// with the token at t + 1 of the same text. The last position has nothing to
// say.
//
// Texts that are shorter than T are filled up with padding_id at their end.
// Nobody has to guess padding.
//
//   loss = the mean of -ln p[next token] over all tokens that are guessed
//
// with p the softmax of the logits of a position. Each token counts the same,
// whichever text it is in.

#include "exercises/causal_lm_loss/answer.h"

using namespace horloge;

///   logits (B, T, V), ids (B, T) -> one number
/// Logits may be as large as 1000. If nothing is guessed at all, the loss is 0.
/// padding_id may be one of the V classes, or none of them, as -100. Throws an
/// IndexError if a token to be guessed is none of 0 … V - 1.
///
/// What may help: logits.shape(1) is T; std::size_t(id) is an id as an index;
/// throw IndexError("…");
double causal_lm_loss(const Array& logits, const Ids& ids,
                      std::int64_t padding_id) {
  // solution
  const std::size_t B = logits.shape(0), T = logits.shape(1);
  const std::size_t V = logits.shape(2);
  double loss = 0, guessed = 0;
  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t t = 0; t + 1 < T; ++t) {
      const std::int64_t next = ids(b, t + 1);
      if (next == padding_id) continue;
      if (next < 0 || next >= std::int64_t(V))
        throw IndexError("[causal_lm_loss] a token is no class");
      double largest = logits(b, t, 0), sum = 0;
      for (std::size_t v = 1; v < V; ++v)
        largest = std::max(largest, double(logits(b, t, v)));
      for (std::size_t v = 0; v < V; ++v)
        sum += std::exp(logits(b, t, v) - largest);
      loss += largest + std::log(sum) - logits(b, t, std::size_t(next));
      guessed += 1;
    }
  }
  return guessed == 0 ? 0 : loss / guessed;
  // end
}
