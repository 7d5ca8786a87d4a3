#pragma once

#include "horloge/core/array.h"
#include "horloge/core/rng.h"

namespace horloge::test {

/// True for three of five.
inline Mask random_mask(const Shape& shape, std::uint64_t seed) {
  Mask mask = Mask::from_shape(shape);
  Rng rng(seed);
  for (bool& x : mask) x = rng.uniform() < 0.6;
  return mask;
}

}  // namespace horloge::test
