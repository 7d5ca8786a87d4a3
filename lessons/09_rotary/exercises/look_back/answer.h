#pragma once

#include "course/exercise/exercise.h"

/// What every query and every key of a head is, whatever the token: (K) each.
struct HeadBiases {
  horloge::Array q, k;
};

HeadBiases look_back(std::size_t offset, std::size_t K, std::size_t seq_len,
                     double weight);
