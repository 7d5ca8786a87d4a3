// T5's buckets, for a model that looks both ways.
//
// Half of the buckets, N = num_buckets / 2, are for keys before the query and
// for the query's own token; the other N, from N on, for keys after it. Within
// each half a distance d has the bucket
//
//   d                                                      if d < E
//   E + floor((N - E) ln(d / E) / ln(max_distance / E))    else, at most N - 1
//
// with E = N / 2, rounded down. Where rounding alone decides which side of a
// whole number the floor is taken of, both buckets are right.
//
// The queries are the *last* T of S tokens, as where a model continues a text
// whose first tokens it has read: query i stands at the position S - T + i.
//
// T5 (Raffel et al. 2020), section 2.1; T5 has 32 buckets, up to 128.

#include "exercises/two_way_buckets/answer.h"

using namespace horloge;

/// The bucket of every query with every key.
///   num_buckets even -> (T, S)
/// Throws a ShapeError for more queries than tokens, and a ValueError if there
/// are fewer than 4 buckets, or if max_distance is not more than E.
///
/// What may help: Ids::from_shape({T, S}) makes an array of whole numbers that
/// nobody has set; std::log is the natural logarithm; double(d) is a number
/// with a fraction; std::size_t is never negative: compare before you subtract.
Ids two_way_buckets(std::size_t T, std::size_t S, std::size_t num_buckets,
                    std::size_t max_distance) {
  // solution
  const std::size_t N = num_buckets / 2, exact = N / 2;
  if (T > S) throw ShapeError("[two_way_buckets] more queries than tokens");
  if (N < 2 || max_distance <= exact)
    throw ValueError("[two_way_buckets] too few buckets, or too short a range");
  const double range = std::log(double(max_distance) / double(exact));
  Ids buckets = Ids::from_shape({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const std::size_t place = S - T + i;
      const std::size_t d = j > place ? j - place : place - j;
      std::size_t bucket = d;
      if (d >= exact) {
        const double share = std::log(double(d) / double(exact)) / range;
        const auto steps = std::size_t(share * double(N - exact));
        bucket = std::min(exact + steps, N - 1);
      }
      buckets(i, j) = std::int64_t(j > place ? N + bucket : bucket);
    }
  return buckets;
  // end
}
