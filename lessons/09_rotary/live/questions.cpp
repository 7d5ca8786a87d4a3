// What the page of this lesson asks.

#include "course/live/question.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "../numpy_style.h"
#include "course/live/arguments.h"
#include "horloge/core/error.h"
#include "horloge/core/xtensor.h"
#include "horloge/nn/position/sinusoidal.h"

using live::Json;

namespace {

constexpr std::size_t farthest_place = 200;
constexpr std::int64_t widest_offset = 40;

// One query and one key, and how they are turned.
struct Turning {
  Array query, key;  // (1, K)
  std::int64_t query_at, key_at;
  double base;
  bool halves;

  std::size_t K() const { return query.size(); }
  // The two columns of pair j.
  std::pair<std::size_t, std::size_t> pair(std::size_t j) const {
    return halves ? std::pair{j, j + K() / 2} : std::pair{2 * j, 2 * j + 1};
  }
};

Array row_of(const Json& with, const char* name) {
  const std::vector<double> numbers = live::numbers(with, name, 64);
  if (numbers.empty() || numbers.size() % 2 != 0)
    throw horloge::ValueError(std::string(name) +
                              " must have an even number of columns");
  Array row = Array::from_shape({1, numbers.size()});
  std::copy(numbers.begin(), numbers.end(), row.begin());
  return row;
}

Turning turning_of(const Json& with) {
  const Turning turning{
      row_of(with, "query"),
      row_of(with, "key"),
      std::int64_t(live::whole_number(with, "query_at", 0, farthest_place)),
      std::int64_t(live::whole_number(with, "key_at", 0, farthest_place)),
      live::number(with, "base", 1, 1e6),
      live::choice(with, "pairing", {"interleaved", "halves"}) == "halves"};
  if (turning.query.size() != turning.key.size())
    throw horloge::ValueError("query and key must have as many columns");
  return turning;
}

// The lesson's rotate turns neighbours: for halves the columns are brought
// together first, and put back.
Array turned(const Turning& turning, const Array& row, std::int64_t place) {
  const std::size_t K = turning.K();
  Array together = row;
  for (std::size_t j = 0; j < K / 2; ++j) {
    const auto [a, b] = turning.pair(j);
    together(0, 2 * j) = row(0, a);
    together(0, 2 * j + 1) = row(0, b);
  }
  together = rotate(together, {place}, frequencies(K, turning.base));
  Array back = row;
  for (std::size_t j = 0; j < K / 2; ++j) {
    const auto [a, b] = turning.pair(j);
    back(0, a) = together(0, 2 * j);
    back(0, b) = together(0, 2 * j + 1);
  }
  return back;
}

double score(const Turning& turning, std::int64_t query_at,
             std::int64_t key_at) {
  return dot(turned(turning, turning.query, query_at),
             turned(turning, turning.key, key_at));
}

Json pairs_of(const Turning& turning) {
  const Array q = turned(turning, turning.query, turning.query_at);
  const Array k = turned(turning, turning.key, turning.key_at);
  const Doubles omega = frequencies(turning.K(), turning.base);
  Json all = Json::array();
  for (std::size_t j = 0; j < turning.K() / 2; ++j) {
    const auto [a, b] = turning.pair(j);
    all.push_back(
        {{"columns", {a, b}},
         {"omega", omega(j)},
         {"query", {q(0, a), q(0, b)}},
         {"key", {k(0, a), k(0, b)}},
         {"score", double(q(0, a)) * k(0, a) + double(q(0, b)) * k(0, b)}});
  }
  return all;
}

// The score for each offset.
Json by_offset(const Turning& turning) {
  Json offsets = Json::array(), scores = Json::array();
  const std::int64_t now = turning.query_at - turning.key_at;
  const std::int64_t widest = std::max(widest_offset, std::abs(now));
  for (std::int64_t offset = -widest; offset <= widest; ++offset) {
    offsets.push_back(offset);
    scores.push_back(score(turning, offset, 0));
  }
  return {{"offset", offsets}, {"score", scores}};
}

// The score with both moved to other places, their offset as it is; turned, and
// with the sinusoidal code added instead.
Json moved(const Turning& turning) {
  const Array code = horloge::sinusoidal_table(
      farthest_place + 1, turning.K(),
      horloge::SinusoidOptions{}.with_base(turning.base));
  const std::int64_t offset = turning.query_at - turning.key_at;
  const std::int64_t last =
      std::max(std::max(turning.query_at, turning.key_at), widest_offset);
  Json places = Json::array(), turns = Json::array(), sums = Json::array();
  for (std::int64_t key = std::max<std::int64_t>(0, -offset);
       std::max(key, key + offset) <= last; ++key) {
    const std::int64_t query = key + offset;
    places.push_back(key);
    turns.push_back(score(turning, query, key));
    sums.push_back(dot(turning.query + xt::view(code, query),
                       turning.key + xt::view(code, key)));
  }
  return {{"key_at", places}, {"turned", turns}, {"added", sums}};
}

Json turned_pairs(const Json& with) {
  const Turning turning = turning_of(with);
  return {{"pairs", pairs_of(turning)},
          {"score", score(turning, turning.query_at, turning.key_at)},
          {"by_offset", by_offset(turning)},
          {"moved", moved(turning)}};
}

// A turned pair has been dragged: what the row is, before it is turned.
Json unturned(const Json& with) {
  Turning turning = turning_of(with);
  const bool query = live::choice(with, "who", {"query", "key"}) == "query";
  const std::size_t j =
      live::whole_number(with, "pair", 0, turning.K() / 2 - 1);
  const std::vector<double> to = live::numbers(with, "to", 2);
  if (to.size() != 2) throw horloge::ValueError("to must be two numbers");
  const std::int64_t place = query ? turning.query_at : turning.key_at;
  Array row = turned(turning, query ? turning.query : turning.key, place);
  row(0, turning.pair(j).first) = real(to[0]);
  row(0, turning.pair(j).second) = real(to[1]);
  return {{"row", live::to_json(turned(turning, row, -place))[0]}};
}

}  // namespace

live::Questions rotary_questions() {
  return {{"rotary.turned", turned_pairs}, {"rotary.unturned", unturned}};
}
