#include "previous_word.h"

#include <algorithm>

#include "horloge/core/xtensor.h"

using horloge::Array;
using horloge::Ids;
using xt::placeholders::_;

Ids words_before(const Ids& ids) {
  Ids before = Ids::from_shape(ids.shape());
  xt::view(before, xt::all(), 0) = -100;
  xt::view(before, xt::all(), xt::range(1, _)) =
      xt::view(ids, xt::all(), xt::range(0, -1));
  return before;
}

double share_right(const Array& scores, const Ids& before) {
  const std::size_t B = scores.shape(0), T = scores.shape(1);
  double right = 0;
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 1; t < T; ++t) {
      const Array row = xt::view(scores, b, t);
      const auto said = std::max_element(row.begin(), row.end()) - row.begin();
      right += said == before(b, t) ? 1 : 0;
    }
  return right / double(B * (T - 1));
}

double weight_before(const Array& weights) {
  double sum = 0;
  for (std::size_t b = 0; b < weights.shape(0); ++b)
    for (std::size_t t = 1; t < weights.shape(2); ++t)
      sum += weights(b, 0, t, t - 1);
  return sum / double(weights.shape(0) * (weights.shape(2) - 1));
}
