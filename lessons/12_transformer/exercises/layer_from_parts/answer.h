#pragma once

#include "course/exercise/exercise.h"

/// What a layer is made of; each takes (B, T, D) and gives the same.
struct LayerParts {
  using Part = std::function<horloge::Tensor(const horloge::Tensor& x)>;
  Part attention, feed_forward, norm1, norm2;
};

horloge::Tensor layer_from_parts(const horloge::Tensor& x,
                                 const LayerParts& parts, bool norm_first);
