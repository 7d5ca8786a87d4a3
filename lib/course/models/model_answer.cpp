#include "course/models/model_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "horloge/core/error.h"

namespace models {

using horloge::LanguageModel;
using horloge::Tensor;

namespace {

Answer read_answer(const Tensor& numbers, bool of_words, std::size_t place) {
  const auto [B, T, N] =
      horloge::dims<3>(numbers.shape(), "[answer] (B, T, N)");
  const horloge::real* const row = numbers.data() + place * N;
  Answer answer{of_words, std::vector<double>(row, row + N)};
  if (!std::all_of(row, row + N, [](double x) { return std::isfinite(x); }))
    throw horloge::ValueError(
        "what this model computes is not a number (NaN) or infinite; its "
        "weights may be damaged");
  if (of_words)
    for (const auto& [id, probability] :
         horloge::top_predictions(numbers, 0, place, N))
      answer.numbers[static_cast<std::size_t>(id)] = probability;
  return answer;
}

// The places whose words may change theirs.
std::vector<std::size_t> movable(const ModelView& view) {
  const auto is_fixed = [&](std::int64_t id) {
    return std::count(view.fixed.begin(), view.fixed.end(), id) > 0;
  };
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < view.ids.size(); ++i)
    if (!is_fixed(view.ids[i]) &&
        (writes_about(view.model) ||
         (looks_back(view.model) ? i < view.place : i != view.place)))
      places.push_back(i);
  return places;
}

void need_two_words(const ModelView& view,
                    const std::vector<std::size_t>& places) {
  const auto differs = [&](std::size_t a, std::size_t b) {
    return view.ids[a] != view.ids[b];
  };
  if (std::adjacent_find(places.begin(), places.end(), differs) != places.end())
    return;
  throw horloge::ValueError(
      fmt::format("--shuffle needs two different tokens{}",
                  writes_about(view.model) ? ""
                  : looks_back(view.model) ? " before the one looked at"
                                           : " besides the one looked at"));
}

}  // namespace

horloge::Ids as_batch(const std::vector<std::int64_t>& ids) {
  horloge::Ids batch = horloge::Ids::from_shape({std::size_t{1}, ids.size()});
  std::copy(ids.begin(), ids.end(), batch.data());
  return batch;
}

bool writes_about(const LanguageModel& model) {
  return model.info.decoder_start_id.has_value();
}

bool looks_back(const LanguageModel& model) {
  return model.info.causal && !writes_about(model);
}

Answer answer_of(const ModelView& view, const std::vector<std::int64_t>& ids,
                 const horloge::PositionScheme* positions, bool causal) {
  horloge::ModelInput in;
  in.ids = as_batch(ids);
  in.positions = positions;
  in.causal = causal;
  const horloge::NoGrad no_grad;
  const horloge::ModelOutput out = view.model.forward(in);
  const bool of_words = out.logits.defined();
  return read_answer(of_words ? out.logits : out.last_hidden, of_words,
                     writes_about(view.model) ? 0 : view.place);
}

std::vector<std::int64_t> likeliest(const Answer& answer, std::size_t count) {
  std::vector<std::int64_t> order(answer.numbers.size());
  std::iota(order.begin(), order.end(), 0);
  const auto p = [&](std::int64_t id) {
    return answer.numbers[static_cast<std::size_t>(id)];
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t a, std::int64_t b) { return p(a) > p(b); });
  order.resize(std::min(count, order.size()));
  return order;
}

double moved(const Answer& before, const Answer& after) {
  double apart = 0, squares = 0, length = 0;
  for (std::size_t i = 0; i < before.numbers.size(); ++i) {
    const double difference = after.numbers[i] - before.numbers[i];
    apart += std::fabs(difference) / 2;
    squares += difference * difference;
    length += before.numbers[i] * before.numbers[i];
  }
  if (before.of_words) return apart;
  return squares == 0 ? 0 : std::sqrt(squares / length);
}

std::vector<std::int64_t> shuffled(const ModelView& view, std::uint64_t seed) {
  const std::vector<std::size_t> places = movable(view);
  need_two_words(view, places);
  std::vector<std::int64_t> ids = view.ids;
  while (ids == view.ids) {
    const auto order = horloge::Rng(seed++).permutation(places.size());
    for (std::size_t i = 0; i < places.size(); ++i)
      ids[places[i]] = view.ids[places[order[i]]];
  }
  return ids;
}

}  // namespace models
