#pragma once

#include "course/exercise/exercise.h"

/// The score, before the softmax, that a head gives to a query q (K) at
/// position m and a key k (K) at position n.
using Score =
    std::function<double(const horloge::Array& q, const horloge::Array& k,
                         std::int64_t m, std::int64_t n)>;

enum class Scheme { none, added, turned, sloped, bucketed };

Scheme which_scheme(const Score& score, std::size_t K);
