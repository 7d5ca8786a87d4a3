// What the page of this lesson asks.

#include "course/live/question.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>

#include "../exercises/grouped_offsets/answer.h"
#include "../exercises/layer_plan/answer.h"
#include "../offsets.h"
#include "course/live/arguments.h"

using live::Json;

namespace {

constexpr std::size_t sinks = 4;

// All but the first keep to the offsets 0 to trained - 1.
Ids offsets_by(const std::string& rule, std::size_t T, std::size_t trained,
               std::size_t group) {
  if (rule == "clipped") return clipped_offsets(T, trained - 1);
  if (rule == "grouped") return grouped_offsets(T, trained / 2, group);
  if (rule == "chunked") return chunked_offsets(T, trained / 2, trained);
  if (rule == "sinks")
    return cache_offsets(T, trained - sinks, sinks, Counted::in_the_cache);
  return clipped_offsets(T, T);
}

Json offsets_of_pairs(const Json& with) {
  const std::size_t T = live::whole_number(with, "tokens", 2, 64);
  const std::size_t trained = live::whole_number(with, "trained", 8, 64);
  const std::size_t group = live::whole_number(with, "group", 1, 16);
  const std::string rule = live::choice(
      with, "rule", {"as_they_are", "clipped", "grouped", "chunked", "sinks"});
  const Ids offsets = offsets_by(rule, T, trained, group);
  Array pairs = Array::from_shape({T, T});
  for (std::size_t i = 0; i < pairs.size(); ++i)
    pairs.data()[i] = offsets.data()[i] == unseen
                          ? std::numeric_limits<real>::quiet_NaN()
                          : real(offsets.data()[i]);
  std::set<std::int64_t> of_the_last;
  std::size_t keys = 0;
  for (std::size_t s = 0; s < T; ++s)
    if (offsets(T - 1, s) != unseen) {
      of_the_last.insert(offsets(T - 1, s));
      ++keys;
    }
  return {{"offsets", live::to_json(pairs)},
          {"largest", *std::max_element(offsets.begin(), offsets.end())},
          {"keys", keys},
          {"different", of_the_last.size()}};
}

// With windows and without, after 2^8 … 2^17 tokens.
Json keys_in_a_cache(const Json& with) {
  const std::size_t L = live::whole_number(with, "layers", 1, 128);
  const std::size_t every = live::whole_number(with, "global_every", 0, 128);
  const std::size_t window = live::whole_number(with, "window", 1, 131072);
  const Ids windows = layer_windows(L, every, window);
  Json tokens = Json::array(), kept = Json::array(), whole = Json::array();
  for (std::size_t T = 256; T <= 131072; T *= 2) {
    tokens.push_back(T);
    kept.push_back(cached_keys(windows, T));
    whole.push_back(L * T);
  }
  return {{"tokens", tokens},
          {"kept", kept},
          {"whole", whole},
          {"global", std::count(windows.begin(), windows.end(), 0)}};
}

}  // namespace

live::Questions long_texts_questions() {
  return {{"long_texts.offsets", offsets_of_pairs},
          {"long_texts.cache", keys_in_a_cache}};
}
