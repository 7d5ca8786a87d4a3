// What the page of this lesson asks.

#include "course/live/question.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "../exercises/head_slopes/answer.h"
#include "../numpy_style.h"
#include "course/live/arguments.h"
#include "horloge/core/xtensor.h"

using live::Json;

namespace {

// How many tokens back and ahead a head needs for nine tenths of its weight.
std::size_t reach_of_row(const Array& row, std::size_t query) {
  double sum = 0;
  for (std::size_t d = 0; d < row.size(); ++d) {
    if (d <= query) sum += double(row(query - d));
    if (d > 0 && query + d < row.size()) sum += double(row(query + d));
    if (sum >= 0.9) return d;
  }
  return row.size();
}

// One row of the softmax a head: all keys fit equally well.
Json weights_of_heads(const Json& with) {
  const std::size_t H = live::whole_number(with, "heads", 1, 32);
  const std::size_t T = live::whole_number(with, "words", 2, 128);
  const std::size_t query = live::whole_number(with, "query", 0, T - 1);
  const std::size_t window = live::whole_number(with, "window", 0, T);
  const Sees sees = live::truth(with, "causal") ? Sees::past : Sees::all;
  const Array slopes = head_slopes(H, 8);
  Array scores = alibi_bias(slopes, T);  // (H, T, T)
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t i = 0; i < T; ++i)
      for (std::size_t j = 0; j < T; ++j)
        if (window > 0 && std::max(i, j) - std::min(i, j) >= window)
          scores(h, i, j) = -std::numeric_limits<real>::infinity();
  const Array weights = row_weights(scores, sees);
  const Array rows = xt::view(weights, xt::all(), query);  // (H, T)
  Json reach = Json::array();
  for (std::size_t h = 0; h < H; ++h)
    reach.push_back(reach_of_row(xt::view(rows, h), query));
  return {{"slopes", live::to_json(slopes)},
          {"weights", live::to_json(rows)},
          {"reach", reach}};
}

}  // namespace

live::Questions alibi_questions() {
  return {{"alibi.heads", weights_of_heads}};
}
