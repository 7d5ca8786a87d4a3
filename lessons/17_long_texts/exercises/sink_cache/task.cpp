// A cache of the first tokens and the last.
//
// A text of T tokens was read. The cache keeps the first `sinks` of them and
// the last `window`; what lies between is gone. No token is kept twice.
// Positions are counted in the cache: the newest token is at offset 0, the one
// before it in the cache at 1, and so on, as if nothing had been between.
//
//   T = 10, window = 3, sinks = 2:   tokens   0  1  7  8  9
//                                    offsets  4  3  2  1  0
//
// Xiao et al. 2024, "Efficient streaming language models with attention sinks".

#include "exercises/sink_cache/answer.h"

using namespace horloge;

/// The tokens that are kept, oldest first, and their offsets to the newest.
/// Throws a ValueError for a window of 0: the newest token is always kept.
///
/// What may help: collect the tokens in a std::vector<std::int64_t>, then copy
/// them into Ids::from_shape({n}).
Kept kept_tokens(std::size_t T, std::size_t window, std::size_t sinks) {
  // solution
  if (window == 0) throw ValueError("[kept_tokens] window must be 1 or more");
  std::vector<std::int64_t> tokens;
  for (std::size_t t = 0; t < T; ++t)
    if (t < sinks || T - t <= window) tokens.push_back(std::int64_t(t));
  const std::size_t n = tokens.size();
  Kept kept{Ids::from_shape({n}), Ids::from_shape({n})};
  for (std::size_t i = 0; i < n; ++i) {
    kept.tokens(i) = tokens[i];
    kept.offsets(i) = std::int64_t(n - 1 - i);
  }
  return kept;
  // end
}
