#pragma once

#include <cstddef>
#include <memory>

#include "horloge/nn/position/position.h"

// For the page, where a pair is stopped by hand.

/// The small model's own positions, with pair 0 to 7 of each head left as it
/// is.
std::shared_ptr<horloge::PositionScheme> one_pair_stopped(std::size_t pair);
