#pragma once

#include "horloge/autograd/tensor.h"
#include "horloge/core/rng.h"

/// A sinusoidal code with everything wrong: the base 7, sines and cosines
/// swapped, and position t in the place of another one, always the same. x (B,
/// T, D) -> x + row of each position
class ScrambledPositions {
 public:
  ScrambledPositions(std::size_t max_seq_len, std::size_t d_model,
                     horloge::Rng& rng);
  horloge::Tensor operator()(const horloge::Tensor& x) const;

 private:
  horloge::Tensor table_;  // (max_seq_len, D)
};
