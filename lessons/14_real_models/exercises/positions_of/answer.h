#pragma once

#include <map>

#include "course/exercise/exercise.h"

enum class Scheme { learned, rotary, alibi };

/// What a config.json says of positions.
struct PositionsOfConfig {
  Scheme scheme = Scheme::learned;
  std::size_t places = 0;   ///< of learned positions: how many there are
  std::size_t turning = 0;  ///< of rotary ones: how many columns of a head
  double base = 0;          ///< of rotary ones
  bool neighbours = false;  ///< of rotary ones: pairs (2j, 2j + 1), not halves
};

PositionsOfConfig positions_of(const std::string& model_type,
                               const std::map<std::string, double>& numbers);
