// What the page of this lesson asks.

#include "course/live/question.h"

#include <cmath>
#include <string>

#include "../numpy_style.h"
#include "course/live/arguments.h"
#include "horloge/core/error.h"
#include "horloge/core/linalg.h"
#include "horloge/nn/position/sinusoidal.h"

using live::Json;

namespace {

// Each word looks for the one before it, by its place alone: its own row of the
// table, turned back by one word.
Array scores_of_places() {
  constexpr std::size_t K = 64;
  const Array code = horloge::sinusoidal_table(words.size(), K);
  const Array back = horloge::sinusoidal_shift(-1, K);
  const Array q = xt::linalg::dot(code, xt::transpose(back));
  return xt::linalg::dot(q, xt::transpose(code)) / std::sqrt(real(K));
}

Json scores_of_head(const Json& with) {
  const std::string head =
      live::choice(with, "head", {"fits", "before", "both"});
  const Array fits = word_scores();
  const Array before = scores_of_places();
  const Array scores = head == "fits"     ? fits
                       : head == "before" ? before
                                          : Array(fits + before);
  return {{"words", words}, {"scores", live::to_json(scores)}};
}

// true takes part.
Mask mask_of(const std::string& name) {
  const std::size_t T = words.size();
  if (name == "causal") return causal_mask(T);
  if (name == "window") return window_mask(T, 2);
  Mask mask = everyone(T, T);
  if (name == "padding") xt::view(mask, xt::all(), xt::range(0, 2)) = false;
  return mask;
}

// What each word has to say: a point of a circle, so that mixtures are seen.
Array values_on_a_circle() {
  const std::size_t T = words.size();
  Array values = Array::from_shape({T, 2});
  for (std::size_t t = 0; t < T; ++t) {
    const double angle = 2 * std::acos(-1.0) * double(t) / double(T);
    values(t, 0) = real(std::sin(angle));
    values(t, 1) = real(std::cos(angle));
  }
  return values;
}

Json weights_of_scores(const Json& with) {
  const std::size_t T = words.size();
  const Array scores = live::matrix(with, "scores", T * T);
  if (scores.shape(0) != T || scores.shape(1) != T)
    throw horloge::ValueError("scores must have a row and a column a word");
  const Mask mask = mask_of(
      live::choice(with, "mask", {"none", "causal", "window", "padding"}));
  const Array scaled = real(live::number(with, "scale", 0, 10)) * scores;
  const Array weights = masked_softmax(scaled, mask);
  const Array values = values_on_a_circle();
  Json seen = Json::array();
  for (std::size_t t = 0; t < T; ++t) {
    seen.push_back(Json::array());
    for (std::size_t s = 0; s < T; ++s) seen[t].push_back(bool(mask(t, s)));
  }
  return {{"weights", live::to_json(weights)},
          {"seen", seen},
          {"values", live::to_json(values)},
          {"outputs", live::to_json(Array(xt::linalg::dot(weights, values)))}};
}

}  // namespace

live::Questions attention_questions() {
  return {{"attention.scores", scores_of_head},
          {"attention.weights", weights_of_scores}};
}
