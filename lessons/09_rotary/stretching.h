#pragma once

#include <string>
#include <vector>

#include "horloge/nn/position/rotary.h"

/// A way to read texts `factor` times as long as those of the training.
struct Stretching {
  std::string name;
  horloge::RotaryOptions options;
};

/// As it is, interpolation, NTK and YaRN, for heads of K columns that were
/// trained on texts of `trained` tokens.
std::vector<Stretching> stretchings(std::size_t K, std::size_t trained,
                                    double factor);
