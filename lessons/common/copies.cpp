#include "common/copies.h"

#include <algorithm>

#include "common/three_back.h"

using namespace horloge;

Copies copies(const std::vector<std::size_t>& n, std::size_t longest,
              bool distinct, Rng& rng) {
  const Shape shape = {n.size(), 2 * *std::max_element(n.begin(), n.end()) + 1};
  Copies all{Ids::from_shape(shape), Ids::from_shape(shape)};
  all.ids.fill(0);
  all.answers.fill(no_question);
  for (std::size_t b = 0; b < n.size(); ++b) {
    const auto different = rng.permutation(longest);
    for (std::size_t i = 0; i < n[b]; ++i) {
      const auto word =
          std::int64_t(2 + (distinct ? different[i] : rng.below(2)));
      all.ids(b, 1 + i) = word;
      if (i + 1 < n[b]) all.ids(b, n[b] + 2 + i) = word;
      all.answers(b, n[b] + 1 + i) = word;
    }
    all.ids(b, n[b] + 1) = 1;
  }
  return all;
}
