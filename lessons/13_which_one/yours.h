#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "horloge/core/array.h"

// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

/// What a has more than b, seed by seed: mean, deviation, and error of the
/// mean. NaN is a number that is missing.   a, b (S, N) -> (3, N)
horloge::Array paired_differences(const horloge::Array& a,
                                  const horloge::Array& b);

/// The score of a query q (K) at position m with a key k (K) at position n.
using Score =
    std::function<double(const horloge::Array& q, const horloge::Array& k,
                         std::int64_t m, std::int64_t n)>;

enum class Scheme { none, added, turned, sloped, bucketed };

/// What is behind a score that may be asked for at the positions 0 to 1000.
Scheme which_scheme(const Score& score, std::size_t K);
