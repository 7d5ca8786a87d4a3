// Right answers by depth.
//
// Each of N questions has an answer that stands `depth` tokens back, 1 for the
// token before. right(n) is 1 if the model gave it, else 0. Depths below 1 mean
// that nothing was asked there: leave them out.
//
//   bin 0 has the depths 1 … width, bin 1 those from width + 1 to 2 width, …
//
// and the last bin has all that are deeper, too.

#include "exercises/accuracy_by_depth/answer.h"

using namespace horloge;

/// The share of right answers in each bin, 0 to 1; -1 for a bin without a
/// question.   depth (N), right (N) -> (bins)
/// Throws a ShapeError if depth and right have not the same number of entries,
/// and a ValueError for a width of 0 or no bins.
///
/// What may help: depth.size(); depth.data()[n] is the n-th entry;
/// std::min(a, b) wants two numbers of one type, as in
/// std::min(std::size_t(x), bins - 1).
Array accuracy_by_depth(const Ids& depth, const Ids& right, std::size_t width,
                        std::size_t bins) {
  // solution
  if (depth.size() != right.size())
    throw ShapeError("[accuracy_by_depth] each depth needs an answer");
  if (width == 0 || bins == 0)
    throw ValueError("[accuracy_by_depth] width and bins must be 1 or more");
  std::vector<double> asked(bins, 0), known(bins, 0);
  for (std::size_t n = 0; n < depth.size(); ++n) {
    if (depth.data()[n] < 1) continue;
    const std::size_t bin =
        std::min(std::size_t(depth.data()[n] - 1) / width, bins - 1);
    asked[bin] += 1;
    known[bin] += double(right.data()[n]);
  }
  Array shares = zeros({bins});
  for (std::size_t b = 0; b < bins; ++b)
    shares(b) = asked[b] > 0 ? known[b] / asked[b] : -1;
  return shares;
  // end
}
