#pragma once

#include <cstddef>

#include "horloge/core/array.h"

// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

/// T5's buckets in both directions, for T queries that are the last of S
/// tokens, and all S keys. Half of the buckets are for keys that come after the
/// query.
///   -> (T, S)
horloge::Ids two_way_buckets(std::size_t T, std::size_t S,
                             std::size_t num_buckets, std::size_t max_distance);

/// Scores by distance, from S - 1 back to T - 1 ahead, become scores by key,
/// for T queries that are the last of S tokens; and the way back.
///   x (T, S + T - 1) -> (T, S);   dy (T, S) -> (T, S + T - 1)
horloge::Array shift_both_ways(const horloge::Array& x);
horloge::Array shift_both_ways_backward(const horloge::Array& dy);

/// dq (T, K), dtable (2k + 1, K)
struct ClippedGradients {
  horloge::Array q, table;
};

/// The way back through scores of a clipped table, for T queries that are the
/// last of S tokens.   q (T, K), table (2k + 1, K), dscores (T, S)
ClippedGradients clipped_backward(const horloge::Array& q,
                                  const horloge::Array& table,
                                  const horloge::Array& dscores);
