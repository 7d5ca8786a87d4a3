#pragma once

#include "horloge/core/array.h"
#include "horloge/core/rng.h"
#include "support/names.h"

namespace horloge::test {

/// True for three of five.
inline Mask random_mask(const Shape& shape, std::uint64_t seed) {
  Mask mask = Mask::from_shape(shape);
  Rng rng(seed);
  for (bool& x : mask) x = rng.uniform() < 0.6;
  return mask;
}

/// (T, T): query i sees the keys less than `width` away.
inline Mask band_mask(std::size_t T, std::size_t width) {
  Mask mask = Mask::from_shape({T, T});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < T; ++j) mask(i, j) = j < i + width && i < j + width;
  return mask;
}

}  // namespace horloge::test
