// What the page of this lesson asks.

#include "course/live/question.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "../buckets.h"
#include "../exercises/two_way_buckets/answer.h"
#include "../transformer_xl.h"
#include "course/live/arguments.h"
#include "horloge/core/error.h"
#include "horloge/core/xtensor.h"

using live::Json;

namespace {

// The bucket of each offset, key minus query, and of each pair of a text.
Json buckets_of_offsets(const Json& with) {
  const bool both_ways = live::truth(with, "both_ways");
  const std::size_t buckets = live::whole_number(with, "buckets", 4, 64);
  const std::size_t most = live::whole_number(with, "max_distance", 4, 1000);
  const std::size_t N = both_ways ? buckets / 2 : buckets;
  if (both_ways && buckets % 4 != 0)
    throw horloge::ValueError(
        "buckets must be a multiple of 4, for a half of each direction");
  if (buckets % 2 != 0) throw horloge::ValueError("buckets must be even");
  if (most <= N / 2)
    throw horloge::ValueError(
        "max_distance must be more than the buckets of one distance each, " +
        std::to_string(N / 2));
  const auto last = std::int64_t(most + most / 4);
  Json offsets = Json::array(), at = Json::array();
  for (std::int64_t offset = -last; offset <= (both_ways ? last : 0);
       ++offset) {
    const bool ahead = offset > 0;
    offsets.push_back(offset);
    at.push_back((ahead ? N : 0) +
                 bucket(std::size_t(ahead ? offset : -offset), N, most));
  }
  std::size_t shared = 0;
  while (bucket(shared, N, most) < N - 1) ++shared;
  Json answer = {{"offset", offsets}, {"bucket", at}, {"shared_from", shared}};
  if (both_ways)
    answer["pairs"] = live::to_json(two_way_buckets(22, 22, buckets, most));
  return answer;
}

// The shift of T queries in a text of N tokens, step by step. A number is its
// query, from 1 on, times 100, and a distance.
Json shift_steps(const Json& with) {
  const std::size_t N = live::whole_number(with, "words", 1, 8);
  const std::size_t T = live::whole_number(with, "queries", 1, N);
  Array x = zeros({T, N}), padded = zeros({T, N + 1});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t c = 0; c < N; ++c)
      x(i, c) = padded(i, c + 1) = real(100 * (i + 1) + N - 1 - c);
  Array anew = padded;
  anew.reshape({N + 1, T});
  const Array dropped = xt::view(anew, xt::range(1, _));
  return {{"steps",
           {live::to_json(x), live::to_json(padded), live::to_json(anew),
            live::to_json(dropped), live::to_json(relative_shift(x))}}};
}

}  // namespace

live::Questions relative_questions() {
  return {{"relative.buckets", buckets_of_offsets},
          {"relative.shift", shift_steps}};
}
